package org.dat4j.tools.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;
import org.junit.jupiter.api.Test;

/** The commands that look, on the registry file of the tests. */
class InfoCommandTest {

  private static Map<?, ?> entry(Map<String, Object> info, String ia) {
    return ((List<?>) info.get("entries"))
        .stream()
            .map(e -> (Map<?, ?>) e)
            .filter(e -> e.get("ia").equals(ia))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void anEntryThatOpensHasItsAttributes() {
    CommandRun run = CommandRun.of("info", "--json");
    assertEquals(0, run.code(), run::err);
    Map<?, ?> app = entry(Json.object(run.out()), "app0");
    assertEquals("loopback", app.get("provider"));
    assertEquals(true, app.get("available"));
    assertTrue(app.get("origin").toString().endsWith("dat.conf:2"), app::toString);
    Map<?, ?> ia = (Map<?, ?>) app.get("ia_attributes");
    assertTrue(((Number) ia.get("max_evd_qlen")).intValue() >= 1, ia::toString);
    Map<?, ?> provider = (Map<?, ?>) app.get("provider_attributes");
    assertTrue(((Number) provider.get("max_private_data_size")).intValue() >= 64);
  }

  @Test
  void anEntryThatDoesNotOpenSaysWhy() {
    CommandRun run = CommandRun.of("info", "--json");
    Map<?, ?> gone = entry(Json.object(run.out()), "gone0");
    assertEquals(false, gone.get("available"));
    assertTrue(gone.get("reason").toString().contains("no-such-provider"), gone::toString);
    assertNull(gone.get("ia_attributes"));
    assertNull(gone.get("provider_attributes"));
  }

  @Test
  void settingsAreListedWithTheirDefaultsByProvider() {
    CommandRun run = CommandRun.of("info", "--settings", "--json");
    assertEquals(0, run.code(), run::err);
    List<?> tcp = (List<?>) Json.object(run.out()).get("tcp");
    Map<?, ?> perAddress =
        tcp.stream()
            .map(e -> (Map<?, ?>) e)
            .filter(e -> e.get("name").equals("half_open_per_address"))
            .findFirst()
            .orElseThrow();
    assertEquals("2048", perAddress.get("default"));
    String text = CommandRun.of("info", "--settings").out();
    for (Object each : tcp) {
      String name = ((Map<?, ?>) each).get("name").toString();
      assertTrue(text.lines().anyMatch(line -> line.startsWith(name + " ")), name);
    }
    assertTrue(Json.object(run.out()).get("rsm dat") instanceof List<?>, run::out);
    assertTrue(text.lines().anyMatch(line -> line.startsWith("dat.port ")), text);
  }

  @Test
  void peopleSeeTheFileThatWasReadAndTheAttributes() {
    CommandRun run = CommandRun.of("info", "-v");
    assertEquals(0, run.code(), run::err);
    assertTrue(
        run.out().lines().anyMatch(l -> l.startsWith("* system property dat4j.conf")), run::out);
    assertTrue(run.out().contains("  max_evd_qlen = "), run::out);
    assertTrue(run.out().contains("built-in"), run::out);
  }

  @Test
  void withoutOptionsThereAreNoAttributes() {
    CommandRun run = CommandRun.of("info", "app0", "tcp0");
    assertEquals(0, run.code(), run::err);
    assertFalse(run.out().contains("max_evd_qlen"), run::out);
    assertTrue(run.out().lines().anyMatch(l -> l.startsWith("app0 ")), run::out);
    assertFalse(run.out().contains("gone0"), run::out);
  }

  private static final String DEAD = "no device\nsecond line";

  private static Map<String, Object> entry(String ia, boolean opens, String line, String reason) {
    return Map.of(
        "ia",
        ia,
        "provider",
        "p",
        "vendor",
        "",
        "version",
        "",
        "api_version",
        "1.2",
        "origin",
        line,
        "available",
        opens,
        "reason",
        reason,
        "remedy",
        "plug it in");
  }

  private static List<String> text(boolean whole) {
    Map<String, Object> info =
        Map.of(
            "sources",
            List.of(),
            "problems",
            List.of(),
            "entries",
            List.of(
                entry("dead0", false, "/etc/dat.conf:7", DEAD),
                entry("dead1", false, "/etc/dat.conf:8", DEAD),
                entry("dead2", false, "/etc/dat.conf:9", DEAD),
                entry("dead3", false, "/etc/dat.conf:10", DEAD),
                entry("dead4", false, "/etc/dat.conf:11", DEAD),
                entry("other0", false, "/home/dat.conf:1", "no device"),
                entry("lost0", false, "/etc/dat.conf:12", "no library"),
                entry("good0", true, "built-in", "")));
    StringWriter out = new StringWriter();
    InfoText.print(info, false, whole, new PrintWriter(out, true));
    return out.toString().lines().toList();
  }

  private static List<String> names(List<String> text) {
    return text.stream()
        .map(String::strip)
        .filter(line -> line.matches("[a-z]+\\d  .*"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  @Test
  void entriesThatOpenComeFirstAndThoseOfOneFileAndCauseAreOne() {
    List<String> text = text(false);
    assertEquals(List.of("good0", "other0", "lost0"), names(text), text::toString);
    int at = text.indexOf("5 entries of /etc/dat.conf do not open; `./dat4j info -v` lists them:");
    assertTrue(at >= 0, text::toString);
    assertEquals(
        List.of("  no device", "  second line", "  fix: plug it in"),
        text.subList(at + 1, at + 4),
        text::toString);
  }

  @Test
  void theWholeListHasEachEntry() {
    List<String> text = text(true);
    assertEquals(
        List.of("good0", "dead0", "dead1", "dead2", "dead3", "dead4", "other0", "lost0"),
        names(text),
        text::toString);
    assertTrue(text.contains("  second line"), text::toString);
    assertFalse(text.stream().anyMatch(line -> line.contains("lists them")), text::toString);
  }

  @Test
  void aNameThatIsNotRegisteredIsExplained() {
    CommandRun run = CommandRun.of("info", "app");
    assertEquals(2, run.code(), run::out);
    assertTrue(run.err().contains("did you mean \"app0\""), run::err);
  }

  @Test
  void oneAttributeOfAllAdaptersIsListed() {
    CommandRun run = CommandRun.of("info", "--capability", "max_private_data_size", "--json");
    assertEquals(0, run.code(), run::err);
    Map<String, Object> values = Json.object(run.out());
    assertTrue(((Number) values.get("app0")).intValue() >= 64, run::out);
    assertFalse(values.containsKey("gone0"), run::out);
    String text = CommandRun.of("info", "tcp0", "--capability", "max_private_data_size").out();
    assertEquals(2, text.lines().count(), text);
    CommandRun wrong = CommandRun.of("info", "--capability", "max_private_data_sise");
    assertEquals(2, wrong.code(), wrong::out);
    assertTrue(wrong.err().contains("did you mean max_private_data_size?"), wrong::err);
  }

  @Test
  void whyOfAControllerAnswersForRsm() {
    CommandRun run = CommandRun.of("why", "dattcp0", "--json");
    assertEquals(0, run.code(), run::err);
    assertEquals("dat", Json.object(run.out()).get("chosen"));
  }

  @Test
  void whyNamesTheChosenProviderWithExitCode0() {
    CommandRun run = CommandRun.of("why", "app0", "--json");
    assertEquals(0, run.code(), run::err);
    Map<String, Object> why = Json.object(run.out());
    assertEquals("app0", why.get("name"));
    assertEquals("loopback", ((Map<?, ?>) why.get("chosen")).get("provider"));
    assertEquals("available", ((Map<?, ?>) why.get("chosen")).get("verdict"));
    assertFalse(((List<?>) why.get("sources")).isEmpty());
  }

  @Test
  void whySaysWhyNotWithExitCode1() {
    CommandRun run = CommandRun.of("why", "gone0", "--json");
    assertEquals(1, run.code(), run::err);
    Map<String, Object> why = Json.object(run.out());
    assertNull(why.get("chosen"));
    Map<?, ?> candidate = (Map<?, ?>) ((List<?>) why.get("candidates")).get(0);
    assertEquals("refused", candidate.get("verdict"));
    assertNotNull(candidate.get("remedy"));
  }

  @Test
  void whyOfAMisspeltNameSuggests() {
    CommandRun run = CommandRun.of("why", "app");
    assertEquals(1, run.code(), run::err);
    assertTrue(run.out().contains("did you mean"), run::out);
  }
}
