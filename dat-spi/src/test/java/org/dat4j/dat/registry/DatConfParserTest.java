package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clauses of {@code dat.conf} about the text of the file. */
class DatConfParserTest {
  /** The sample of the manual page, on one line. */
  private static final String SAMPLE =
      "ibd0 u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\" \"driver_name=tavor\"";

  private static final RegistryEntry SAMPLE_ENTRY =
      new RegistryEntry(
          "ibd0",
          1,
          2,
          false,
          "udapl_tavor.so.1",
          "SUNW.1.0",
          "",
          "driver_name=tavor",
          "dat.conf:1");

  private static DatConf parse(String text) {
    return DatConfParser.parse(text, "dat.conf");
  }

  @Test
  void theSampleOfThePageIsRead() {
    DatConf conf = parse(SAMPLE + "\n");

    assertEquals(List.of(new DatConf.Line(SAMPLE_ENTRY, true, true)), conf.lines());
    assertEquals(0, conf.faultCount());
  }

  @Test
  void anEmptyTextHasNoEntry() {
    assertEquals(DatConf.EMPTY, parse(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  \t ibd0 u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\" driver_name=tavor",
        "ibd0\tu1.2\t\tnonthreadsafe \t default udapl_tavor.so.1   SUNW.1.0 \"\" driver_name=tavor",
        "ibd0 u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\" driver_name=tavor # x \"",
        "ibd0 u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\" \"driver_name=tavor\"# x",
        "ibd0 u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0\"\"\"driver_name=tavor\"",
        "\"ibd0\"\"u1.2\" \"nonthreadsafe\" \"default\" udapl_tavor.so.1"
            + " SUNW.1.0\"\"driver_name=tavor",
        "\"\\i\\b\\d0\" u1.2 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\""
            + " driver_name=tavor\r",
        "ibd0 u01.002 nonthreadsafe default udapl_tavor.so.1 SUNW.1.0 \"\" driver_name=tavor \t\r",
      })
  void anEntryMayBeWrittenInManyWays(String line) {
    DatConf conf = parse(line);

    assertEquals(List.of(), conf.faults());
    assertEquals(List.of(new DatConf.Line(SAMPLE_ENTRY, true, true)), conf.lines());
  }

  @Test
  void blankLinesAndCommentsAreIgnoredAndLinesCounted() {
    DatConf conf = parse("\n  \t\n# comment \"\n   #\n\r\n" + SAMPLE + "\n\n" + SAMPLE);

    assertEquals(
        List.of("dat.conf:6", "dat.conf:8"),
        conf.lines().stream().map(line -> line.entry().origin()).toList());
    assertEquals(0, conf.faultCount());
  }

  @Test
  void aNumberSignInsideAFieldIsNoComment() {
    DatConf conf = parse("a#b u1.2 threadsafe default lib#c v.1.0 \"# d\" e#");

    RegistryEntry entry = conf.lines().get(0).entry();
    assertEquals("a#b", entry.iaName());
    assertEquals("lib#c", entry.libPath());
    assertEquals("# d", entry.iaParams());
    assertEquals("e#", entry.platformParams());
  }

  @Test
  void aQuotedFieldKeepsBlanksAndTakesTheCharacterAfterABackslashLiterally() {
    DatConf conf = parse("a u1.2 threadsafe default lib v.1.0 \" x  y\t\\\"q\\\" \\\\ \\n \" \"\"");

    assertEquals(" x  y\t\"q\" \\ n ", conf.lines().get(0).entry().iaParams());
  }

  @Test
  void aBackslashOutsideQuotesIsAnOrdinaryCharacter() {
    DatConf conf = parse("a u1.2 threadsafe default C:\\lib\\ v.1.0 x\\ \"\"");

    assertEquals("C:\\lib\\", conf.lines().get(0).entry().libPath());
    assertEquals("x\\", conf.lines().get(0).entry().iaParams());
  }

  @Test
  void kernelAndNondefaultEntriesAreValid() {
    DatConf conf =
        parse(
            "a k1.2 threadsafe default lib v.1.0 \"\" \"\"\n"
                + "b u1.2 threadsafe nondefault lib v.1.0 \"\" \"\"\n");

    assertEquals(0, conf.faultCount());
    assertFalse(conf.lines().get(0).user());
    assertTrue(conf.lines().get(0).isDefault());
    assertTrue(conf.lines().get(1).user());
    assertFalse(conf.lines().get(1).isDefault());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "u1",
        "u1.",
        "u.2",
        "1.2",
        "U1.2",
        "x1.2",
        "u1.2.3",
        "u1.2x",
        "u-1.2",
        "u1,2",
        "",
        "ku1.2",
        "u1.2147483648",
        "u99999999999.0",
        "u\u0661.2"
      })
  void anApiVersionIsOneLetterMajorAndMinor(String version) {
    assertFault("a \"" + version + "\" threadsafe default lib v.1.0 \"\" \"\"", "field 2", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "thread", "threadsafeX", "nonthreadsafety", "THREADSAFE", "unsafe"})
  void threadSafetyIsOneOfTwoWholeWords(String safety) {
    assertFault("a u1.2 \"" + safety + "\" default lib v.1.0 \"\" \"\"", "field 3", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "defaultX", "nondefaultX", "Default", "non", "yes"})
  void theMarkerIsOneOfTwoWholeWords(String marker) {
    assertFault("a u1.2 threadsafe \"" + marker + "\" lib v.1.0 \"\" \"\"", "field 4", "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SUNW1.0",
        "SUNW.1",
        "SUNW",
        ".1.0",
        "SUNW.1.0.0",
        "a.b.1.0",
        "SUNW.1.",
        "SUNW..0",
        "SUNW.x.0",
        "SUNW.1.0x",
        "1.0",
        "SUNW.1.-0",
        "SUNW.2147483648.0"
      })
  void aProviderVersionIsIdentifierMajorAndMinor(String version) {
    assertFault("a u1.2 threadsafe default lib \"" + version + "\" \"\" \"\"", "field 6", "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a u1.2 threadsafe default lib v.1.0 \"\"",
        "a u1.2 threadsafe default lib v.1.0 \"\" # \"\"",
      })
  void fewerThanEightFieldsAreNoEntry(String line) {
    assertFault(line, "8 fields", "a");
  }

  @Test
  void moreThanEightFieldsAreNoEntry() {
    assertFault(SAMPLE + " more", "more than 8 fields, the next is \"more\"", "ibd0");
    assertFault(SAMPLE + "\"\"", "more than 8 fields, the next is \"\"", "ibd0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a u1.2 threadsafe default lib v.1.0 \"\" \"driver",
        "a u1.2 threadsafe default lib v.1.0 \"\" \"driver\\\"",
        "a u1.2 threadsafe default lib v.1.0 \"\" \"driver\\",
        "a u1.2 threadsafe default lib v.1.0 \"\" \"",
      })
  void aQuoteMustEndOnItsLine(String line) {
    assertFault(line, "the double quote at column 40 has no end", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u201c\u201d", "\u201e\u201c", "\u2018x\u2019", "\u00abx\u00bb"})
  void quotesOfAWordProcessorAreNamed(String field) {
    assertFault("a u1.2 threadsafe default lib v.1.0 \"\" " + field, "curly) quote (U+", "a");
    assertFault("a u1.2 threadsafe default lib v.1.0 \"\" " + field, "column 40", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00a0", "\u2007", "\u202f"})
  void aNoBreakSpaceBetweenFieldsIsNamed(String space) {
    assertFault("a" + space + "u1.2 threadsafe default lib v.1.0 \"\" \"\"", "no-break space", "a");
    assertFault("a u1.2" + space + "threadsafe default lib v.1.0 \"\" \"\"", "no-break space", "a");
  }

  @Test
  void aQuotedFieldMayHoldQuotesOfAWordProcessor() {
    DatConf conf = parse("a u1.2 threadsafe default lib v.1.0 \"\" \"\u201cx\u00a0y\u201d\"\n");
    assertEquals("\u201cx\u00a0y\u201d", conf.lines().get(0).entry().platformParams());
  }

  @Test
  void aLineWithTooFewFieldsSuggestsAWrappedEntry() {
    DatConf conf = parse("a u1.2 threadsafe default lib\nv.1.0 \"\" \"\"\n");
    assertTrue(
        conf.faults().get(0).problem().remedy().contains("goes on in the next line"),
        conf.faults().toString());
  }

  @Test
  void anEntryDoesNotGoOnInTheNextLine() {
    String[] halves = SAMPLE.split(" udapl", 2);
    DatConf conf = parse(halves[0] + " \\\n udapl" + halves[1] + "\n");

    assertEquals(List.of(), conf.lines());
    assertEquals(2, conf.faultCount());
  }

  @Test
  void aNameHasAtMost255Characters() {
    String rest = " u1.2 threadsafe default lib v.1.0 \"\" \"\"\n";
    String longest = "x".repeat(255);
    DatConf conf = parse(longest + rest + longest + "x" + rest);

    assertEquals(List.of(longest), conf.lines().stream().map(l -> l.entry().iaName()).toList());
    assertEquals(1, conf.faultCount());
    Explanation.Problem problem = conf.faults().get(0).problem();
    assertEquals("dat.conf:2", problem.origin());
    assertTrue(problem.problem().contains("256 characters"), problem::problem);
    assertEquals("", conf.faults().get(0).iaName());
  }

  @Test
  void lineAfterAMalformedLineIsRead() {
    DatConf conf = parse("broken \"\n" + SAMPLE + "\nanother\n" + SAMPLE);

    assertEquals(
        List.of("dat.conf:2", "dat.conf:4"),
        conf.lines().stream().map(line -> line.entry().origin()).toList());
    assertEquals(
        List.of("dat.conf:1", "dat.conf:3"),
        conf.faults().stream().map(fault -> fault.problem().origin()).toList());
    assertEquals(Set.of("broken", "another"), conf.faultyNames());
  }

  @Test
  void aLongLineIsMalformedAndDescribedInAFewWords() {
    String tail = SAMPLE.substring(4);
    String fits = "a".repeat(255) + tail + " #" + "c".repeat(DatConfParser.MAX_LINE);
    fits = fits.substring(0, DatConfParser.MAX_LINE);
    DatConf conf = parse(fits + "\n" + fits + "c\n" + "x".repeat(50_000_000) + "\n" + SAMPLE);

    assertEquals(2, conf.lines().size());
    assertEquals(2, conf.faultCount());
    assertTrue(conf.faults().get(1).problem().problem().contains("50000000 characters"));
  }

  @Test
  void manyMalformedLinesAreCountedAndSomeDescribed() {
    int count = 10 * DatConfParser.MAX_FAULTS;
    DatConf conf = parse("broken\n".repeat(count) + "late\n" + SAMPLE);

    assertEquals(1, conf.lines().size());
    assertEquals(count + 1, conf.faultCount());
    assertEquals(DatConfParser.MAX_FAULTS, conf.faults().size());
    assertEquals(Set.of("broken", "late"), conf.faultyNames());
  }

  @Test
  void controlCharactersOfTheFileDoNotReachMessages() {
    DatConf conf = parse("a u1.2 \"\u0000\u001b[31m\u0085\" default lib v.1.0 \"\" \"\"");

    String text = conf.faults().get(0).problem().problem();
    assertEquals("field 3 (thread safety) is \"\\u0000\\u001b[31m\\u0085\"", text);
  }

  private static void assertFault(String line, String what, String name) {
    DatConf conf = parse(SAMPLE + "\n" + line + "\n" + SAMPLE);

    assertEquals(2, conf.lines().size(), line);
    assertEquals(
        "dat.conf:2",
        conf.faults().stream().map(f -> f.problem().origin()).collect(Collectors.joining()));
    DatConf.Fault fault = conf.faults().get(0);
    assertTrue(fault.problem().problem().contains(what), fault::toString);
    assertFalse(fault.problem().remedy().isEmpty());
    assertEquals(name, fault.iaName());
  }
}
