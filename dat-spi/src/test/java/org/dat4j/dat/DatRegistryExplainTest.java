package org.dat4j.dat;

import static org.dat4j.dat.Registries.assertRefused;
import static org.dat4j.dat.Registries.line;
import static org.dat4j.dat.Registries.registry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.dat4j.dat.Candidate.Verdict;
import org.dat4j.dat.registry.FakeProvider;
import org.dat4j.dat.spi.ProbeResult;
import org.junit.jupiter.api.Test;

/** The explanation that the registry gives of a name without opening it. */
class DatRegistryExplainTest {
  private final FakeProvider fake = new FakeProvider("fake").builtIns("fake0");

  @Test
  void aNameThatOpensIsExplainedByItsProbe() {
    Explanation explanation = registry("", fake).explain("RO_AWARE_fake0");

    Candidate chosen =
        new Candidate(
            "fake0", "built-in", "fake", "fake", Verdict.AVAILABLE, "the fake device", "");
    assertEquals("fake0", explanation.name());
    assertEquals(chosen, explanation.chosen());
    assertEquals(List.of(chosen), explanation.candidates());
    assertEquals(
        """
        "fake0" opens built-in, lib_path "fake", provider fake: the fake device
        looked for a registry file:
          given by the program, test.conf: read, 0 entries\
        """,
        explanation.text());
    assertTrue(fake.calls.isEmpty() && fake.opened.isEmpty());
  }

  @Test
  void aProviderThatCannotServeTheEntryGivesReasonAndRemedy() {
    fake.finding(ProbeResult.unavailable("no libdat2.so.2", "apt-get install libdapl2"));
    Explanation explanation = registry(line("app0", "fake"), fake).explain("app0");

    assertNull(explanation.chosen());
    assertEquals(
        new Candidate(
            "app0",
            "test.conf:1",
            "fake",
            "fake",
            Verdict.REFUSED,
            "no libdat2.so.2",
            "apt-get install libdapl2"),
        explanation.candidates().get(0));
    assertTrue(explanation.text().startsWith("\"app0\" cannot be opened\n"), explanation::text);
    assertTrue(explanation.text().contains("fix: apt-get install libdapl2"), explanation::text);
  }

  @Test
  void everyLineWithTheNameIsACandidateWithItsVerdict() {
    DatRegistry registry =
        registry(
            "app0 k1.2 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "app0 u1.2 threadsafe nondefault fake f.1.0 \"\" \"\"\n"
                + "app0 u1.1 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "app0 u1.3 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "app0 u1.2 threadsafe default fake f.1.0 \"\" \"\"\n"
                + "app0 u1.2 threadsafe default other f.1.0 \"\" \"\"\n"
                + "app0 u1.4 threadsafe default nobody f.1.0 \"\" \"\"\n"
                + "app0 u1.2 threadsafe default\n"
                + line("app1", "fake"),
            fake);
    Explanation explanation = registry.explain("app0");

    assertVerdicts(
        explanation,
        "test.conf:5 AVAILABLE the fake device",
        "test.conf:3 REFUSED offers version 1.1, asked for was 1.2",
        "test.conf:4 IGNORED test.conf:5 is the better match",
        "test.conf:7 REFUSED no provider serves lib_path \"nobody\"; there is fake",
        "test.conf:1 IGNORED it is for the kernel (k)",
        "test.conf:2 IGNORED it is marked nondefault",
        "test.conf:6 IGNORED test.conf:5 has the same name, version and thread safety and comes"
            + " first",
        "test.conf:8 REFUSED the line is malformed: an entry has 8 fields, this one has 4");
    assertEquals("test.conf:5", explanation.chosen().origin());
  }

  @Test
  void aBuiltInThatTheFileReplacesIsACandidate() {
    assertVerdicts(
        registry(line("fake0", "nobody"), fake).explain("fake0"),
        "test.conf:1 REFUSED no provider serves lib_path \"nobody\"; there is fake",
        "built-in IGNORED the registry file has an entry of this name");
  }

  @Test
  void aBuiltInBehindAMalformedLineIsACandidate() {
    assertVerdicts(
        registry("fake0 \"", fake).explain("fake0"),
        "test.conf:1 REFUSED the line is malformed: the double quote at column 7 has no end on its"
            + " line",
        "built-in IGNORED the registry file has a malformed line of this name");
  }

  @Test
  void malformedLinesOfOtherNamesAreProblems() {
    Explanation explanation =
        registry("app1 u1\n\"\n" + line("app0", "fake"), fake).explain("app0");

    assertEquals("test.conf:3", explanation.chosen().origin());
    assertEquals(
        List.of("test.conf:1", "test.conf:2"),
        explanation.problems().stream().map(Explanation.Problem::origin).toList());
    assertTrue(
        explanation.text().contains("test.conf:1: an entry has 8 fields, this one has 2"),
        explanation::text);
  }

  @Test
  void aNearNameIsSuggestedAndAllNamesAreListed() {
    Explanation explanation = registry(line("app0", "fake"), fake).explain("fkae0");

    assertEquals(List.of(), explanation.candidates());
    assertEquals(List.of("fake0", "app0"), explanation.registered());
    assertFalse(explanation.suggestions().contains("app0"));
    assertEquals(
        """
        "fake" is not in the registry
          did you mean "fake0"?
          fix: correct the name, or add a line for it to test.conf
        looked for a registry file:
          given by the program, test.conf: read, 1 entry
        registered names: "fake0", "app0"
        a provider of your own is found only if its jar or folder is on the class path (of the\
         command: --class-path) and has the file META-INF/services/org.dat4j.dat.spi.DatProvider,\
         which names its class\
        """,
        registry(line("app0", "fake"), fake).explain("fake").text());
  }

  @Test
  void anEmptyRegistryIsExplained() {
    assertEquals(
        """
        "app0" is not in the registry
        problems:
          class path and module path: neither the context class loader nor that of dat4j-dat-spi\
         sees a provider
            fix: put dat4j-dat-provider-tcp or another provider on the class path or module path,\
         or set a context class loader that sees it; in a jar made of several, their files in\
         META-INF/services have to be merged
        looked for a registry file:
          given by the program, test.conf: read, 0 entries
        registered names: none\
        """,
        registry("").explain("app0").toString());
  }

  @Test
  void aBuiltInNameWithoutItsProviderNamesTheJar() {
    String text = registry("", fake).explain("tcp0").text();
    assertTrue(text.contains("the providers found are fake"), text);
    assertTrue(text.contains("\"tcp0\" is built into dat4j-dat-provider-tcp"), text);
    assertTrue(text.contains("META-INF/services"), text);
  }

  @Test
  void longListsAreCutInTheText() {
    StringBuilder conf = new StringBuilder("x\n".repeat(12));
    for (int i = 0; i < 25; i++) {
      conf.append(line("app" + i, "fake"));
    }
    Explanation explanation = registry(conf.toString(), fake).explain("nothing-like-it");

    assertTrue(explanation.text().contains("not shown: 2"), explanation::text);
    assertTrue(
        explanation.text().contains("registered names: \"fake0\", \"app0\","), explanation::text);
    assertTrue(
        explanation.text().contains("\"app6\" and 18 more: dat4j info\n"), explanation::text);
    assertEquals("app2", registry(conf.toString(), fake).explain("app42").registered().get(0));
    assertEquals(12, explanation.problems().size());
    assertEquals(26, explanation.registered().size());
  }

  @Test
  void anAddedProviderIsACandidate() {
    DatRegistry registry = registry("");
    registry.addProvider(fake, new ProviderInfo("app0", 1, 2, true));

    assertVerdicts(registry.explain("app0"), "added by the program AVAILABLE the fake device");
  }

  @Test
  void nullAndLongNamesAreRefused() {
    DatRegistry registry = registry("");

    assertRefused(
        DatReturn.INVALID_PARAMETER, DatSubtype.INVALID_ARG1, () -> registry.explain(null));
    assertRefused(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1,
        () -> registry.explain("x".repeat(256)));
  }

  @Test
  void aRegistryOfRandomTextListsExplainsAndOpensItsBuiltIns() {
    long first = Long.getLong("test.seed", 1);
    for (long seed = first; seed < first + 2_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(200); i > 0; i--) {
        text.append((char) random.nextInt(128));
      }
      String told = "seed " + seed;
      DatRegistry registry = registry(text.toString(), fake);
      assertTrue(registry.listProviders(1000).size() >= 1, told);
      assertEquals("built-in", registry.explain("fake0").chosen().origin(), told);
      assertFalse(registry.explain("app0").text().isEmpty(), told);
      registry.openIa("fake0").close();
    }
  }

  private static void assertVerdicts(Explanation explanation, String... expected) {
    List<String> verdicts =
        explanation.candidates().stream()
            .map(c -> c.origin() + " " + c.verdict() + " " + c.reason())
            .toList();
    assertEquals(String.join("\n", expected), String.join("\n", verdicts));
  }
}
