package org.dat4j.conformance.dat.adapter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ProviderInfo;
import org.junit.jupiter.api.Test;

/** Tests of dat_conf, the file that lists the providers of DAT's static registry. */
class DatConfClauses extends RegistryTest {
  private static final String LIB = RecordingProvider.ID;
  private static final int MANY = 100;
  private static final int NOISES = 200;
  private static final int NOISE_LENGTH = 80;

  /** Lists the adapter names that a dat.conf text defines, in order. */
  private List<String> names(String conf) {
    return infos(conf).stream().map(ProviderInfo::iaName).toList();
  }

  private List<ProviderInfo> infos(String conf) {
    return registry(new RecordingProvider(), conf).listProviders(MANY);
  }

  /** Checks that of two lines around the given one both count and the given one does not. */
  private void skipped(String id, String bad) {
    clause(id)
        .equal(
            List.of("before", "after"),
            names(line("before") + bad + "\n" + line("after")),
            "entries around the line <" + bad + ">");
  }

  /** Joins eight fields to an entry of dat.conf. */
  private static String entry(
      String name, String version, String threads, String marker, String providerVersion) {
    return String.join(" ", name, version, threads, marker, LIB, providerVersion, "\"\"", "\"\"");
  }

  @Test
  @Clauses({
    "dat_conf.01",
    "dat_conf.02",
    "dat_conf.03",
    "dat_conf.04",
    "dat_conf.05",
    "dat_conf.14"
  })
  void fieldsAndLines() {
    table(
        row(
            "dat_conf.01",
            "eight fields",
            () -> {
              RecordingProvider provider = new RecordingProvider();
              DatRegistryUnderTest registry =
                  registry(
                      provider, "a1 u1.2 threadsafe default " + LIB + " s.1.0 data platform\n");
              clause("dat_conf.01")
                  .equal(
                      List.of(new ProviderInfo("a1", 1, 2, true)),
                      registry.listProviders(MANY),
                      "entries");
              open(registry, "a1");
              clause("dat_conf.01")
                  .equal(
                      List.of("init a1 1.2 threadsafe [data]", "open a1"),
                      provider.calls(),
                      "what the provider of the library path is asked");
            }),
        row(
            "dat_conf.01",
            "other numbers of fields",
            () -> {
              String[] fields = entry("a1", "u1.2", "threadsafe", "default", "s.1.0").split(" ");
              for (int count = 1; count < fields.length; count++) {
                skipped("dat_conf.01", String.join(" ", List.of(fields).subList(0, count)));
              }
              skipped("dat_conf.01", String.join(" ", fields) + " ninth");
            }),
        row(
            "dat_conf.01",
            "last line without a newline",
            () ->
                clause("dat_conf.01")
                    .equal(List.of("a1"), names(line("a1").strip()), "names of the entries")),
        row(
            "dat_conf.02",
            "separators",
            () -> {
              for (String separator : List.of(" ", "\t", "   ", "\t\t", " \t ", "\t \t")) {
                String text = line("a1").strip().replace(" ", separator) + separator + "\n";
                clause("dat_conf.02")
                    .equal(List.of("a1"), names(separator + text), "names of the entries");
              }
            }),
        row(
            "dat_conf.03",
            "comments",
            () -> {
              String entry = line("a1").strip();
              for (String text :
                  List.of(
                      "# " + entry, "#" + entry, "  \t# " + entry, "#\n#\n", "# \"open quote")) {
                clause("dat_conf.03")
                    .equal(List.of("a2"), names(text + "\n" + line("a2")), "names after a comment");
              }
              clause("dat_conf.03")
                  .equal(List.of("a1"), names(entry + " # ninth tenth\n"), "entry with a comment");
              clause("dat_conf.03")
                  .equal(
                      List.of("a#1"),
                      names(line("a#1")),
                      "a number sign inside of a field begins no comment");
            }),
        row(
            "dat_conf.04",
            "blank lines",
            () ->
                clause("dat_conf.04")
                    .equal(
                        List.of("a1", "a2"),
                        names("\n\n" + line("a1") + "\n \t \n" + line("a2") + "\n\n"),
                        "names of the entries")),
        row(
            "dat_conf.05",
            "quoted name",
            () -> {
              clause("dat_conf.05")
                  .equal(List.of("a b\tc"), names(line("\"a b\tc\"")), "a name with blanks");
              clause("dat_conf.05")
                  .equal(List.of("a#1"), names(line("\"a#1\"")), "a name with a number sign");
            }),
        row("dat_conf.05", "quote without an end", () -> skipped("dat_conf.05", "\"a1 u1.2")),
        row("dat_conf.14", "instance data", this::instanceData));
  }

  private void instanceData() {
    Map<String, String> written =
        Map.of(
            "\"\"", "",
            "word", "word",
            "\"two words\"", "two words",
            "\" blanks  kept \"", " blanks  kept ",
            "\"a \\\"quoted\\\" word\"", "a \"quoted\" word",
            "\"back\\\\slash\"", "back\\slash",
            "\"\\a\\b\"", "ab",
            "\"# no comment\"", "# no comment",
            "key=value,other=0x10", "key=value,other=0x10");
    written.forEach(
        (field, data) -> {
          RecordingProvider provider = new RecordingProvider();
          String text = "a1 u1.2 nonthreadsafe default " + LIB + " s.1.0 " + field + " \"\"\n";
          open(registry(provider, text), "a1");
          clause("dat_conf.14")
              .equal(
                  "init a1 1.2 nonthreadsafe [" + data + "]",
                  provider.calls().get(0),
                  "init for the field " + field);
        });
  }

  @Test
  @Clauses("dat_conf.05")
  void quotedFieldsMayBeEmptyOrEscaped() {
    RecordingProvider provider = new RecordingProvider();
    open(registry(provider, line("a1", "u1.2", "nonthreadsafe", "")), "a1");
    open(registry(provider, line("a2", "u1.2", "nonthreadsafe", "a\\\"b\\\\c d")), "a2");
    clause("dat_conf.05")
        .equal(1, provider.count("init a1 1.2 nonthreadsafe []"), "inits with empty data");
    clause("dat_conf.05")
        .equal(
            1,
            provider.count("init a2 1.2 nonthreadsafe [a\"b\\c d]"),
            "inits with the literal characters");
  }

  @Test
  @Clauses({
    "dat_conf.06",
    "dat_conf.07",
    "dat_conf.08",
    "dat_conf.09",
    "dat_conf.11",
    "dat_conf.12"
  })
  void contentOfTheFields() {
    table(
        row(
            "dat_conf.06",
            "API version",
            () -> {
              clause("dat_conf.06")
                  .equal(
                      List.of(
                          new ProviderInfo("a1", 1, 2, true), new ProviderInfo("a2", 10, 0, true)),
                      infos(
                          entry("a1", "u1.2", "threadsafe", "default", "s.1.0")
                              + "\n"
                              + entry("a2", "u10.0", "threadsafe", "default", "s.1.0")
                              + "\n"),
                      "versions");
              for (String version :
                  List.of(
                      "k1.2", "1.2", "u1", "u1.", "u.2", "u1.2x", "x1.2", "U1.2", "u-1.2", "u1.2.3",
                      "u1,2", "ux.y", "\"\"")) {
                skipped("dat_conf.06", entry("a1", version, "threadsafe", "default", "s.1.0"));
              }
            }),
        row(
            "dat_conf.07",
            "thread safety",
            () -> {
              clause("dat_conf.07")
                  .equal(
                      List.of(true, false),
                      infos(
                              line("a1", "u1.2", "threadsafe", "")
                                  + line("a2", "u1.2", "nonthreadsafe", ""))
                          .stream()
                          .map(ProviderInfo::isThreadSafe)
                          .toList(),
                      "thread safety");
              for (String threads :
                  List.of("threadsafex", "nonthreadsaf", "safe", "THREADSAFE", "true", "\"\"")) {
                skipped("dat_conf.07", entry("a1", "u1.2", threads, "default", "s.1.0"));
              }
            }),
        row(
            "dat_conf.08",
            "marker",
            () -> {
              for (String marker : List.of("nondefault", "defaultX", "default1", "none", "\"\"")) {
                skipped("dat_conf.08", entry("a1", "u1.2", "threadsafe", marker, "s.1.0"));
              }
            }),
        row(
            "dat_conf.09",
            "provider version",
            () -> {
              for (String version : List.of("s.1.0", "SUNW.1.0", "an-id.0.12345")) {
                clause("dat_conf.09")
                    .equal(
                        List.of("a1"),
                        names(entry("a1", "u1.2", "threadsafe", "default", version) + "\n"),
                        "names with provider version " + version);
              }
              for (String version :
                  List.of(
                      "SUNW1.0", "s.1", "s", ".1.0", "s.1.", "s..0", "s.x.0", "s.1.0.2", "\"\"")) {
                skipped("dat_conf.09", entry("a1", "u1.2", "threadsafe", "default", version));
              }
            }),
        row(
            "dat_conf.11",
            "equal keys",
            () -> {
              RecordingProvider provider = new RecordingProvider();
              DatRegistryUnderTest registry =
                  registry(
                      provider,
                      line("a1", "u1.2", "nonthreadsafe", "first")
                          + line("a1", "u1.2", "nonthreadsafe", "second")
                          + line("a1", "u1.2", "threadsafe", "third"));
              clause("dat_conf.11")
                  .equal(2, registry.listProviders(MANY).size(), "entries that count");
              open(registry, "a1");
              clause("dat_conf.11")
                  .equal(1, provider.count("init a1 1.2 nonthreadsafe [first]"), "inits of it");
            }),
        row(
            "dat_conf.12",
            "long names",
            () -> {
              String longest = "n".repeat(DatConstants.NAME_MAX_LENGTH - 1);
              clause("dat_conf.12").equal(List.of(longest), names(line(longest)), "255 characters");
              skipped("dat_conf.12", line(longest + "n").strip());
              skipped("dat_conf.12", line("n".repeat(DatConstants.NAME_MAX_LENGTH * 8)).strip());
            }));
  }

  @Test
  @Clauses("dat_conf.10")
  void noiseBetweenEntriesIsSkipped() {
    StringBuilder text = new StringBuilder(line("first"));
    for (int i = 0; i < NOISES; i++) {
      text.append(noise(random())).append('\n');
    }
    text.append(line("last"));
    clause("dat_conf.10")
        .equal(List.of("first", "last"), names(text.toString()), "entries around the noise");
    for (String bad : List.of("a1", "a1 u1.2", "\"", "a1 \"", "\\", "\u0000", "\ufffd\u0001 a")) {
      skipped("dat_conf.10", bad);
    }
  }

  /** Makes a line of random characters, without a newline; it has too few fields for an entry. */
  private static String noise(Random random) {
    StringBuilder line = new StringBuilder();
    String likely = " \t\"\\#u12.adefault";
    for (int i = random.nextInt(NOISE_LENGTH); i > 0; i--) {
      char any = (char) random.nextInt(Character.MIN_SURROGATE);
      char c = random.nextBoolean() ? likely.charAt(random.nextInt(likely.length())) : any;
      line.append(c == '\n' ? ' ' : c);
    }
    return line.toString();
  }

  @Test
  @Clauses("dat_conf.10")
  void noiseInAFileIsSkipped() throws IOException {
    byte[] noise = new byte[NOISES * NOISE_LENGTH];
    random().nextBytes(noise);
    byte[] first = ("\n" + line("first")).getBytes(StandardCharsets.US_ASCII);
    Path file = Files.createTempFile("dat4j-suite", ".conf");
    atEnd(() -> Files.deleteIfExists(file));
    Files.write(file, noise);
    Files.write(file, first, StandardOpenOption.APPEND);
    DatRegistryUnderTest registry = source().registry(only(new RecordingProvider()).config(file));
    clause("dat_conf.10").succeeds("open of the entry", () -> open(registry, "first"));
  }

  @Test
  @Clauses("dat_conf.13")
  void environmentNamesTheFile() throws IOException {
    Path file = Files.createTempFile("dat4j-suite", ".conf");
    atEnd(() -> Files.deleteIfExists(file));
    Files.writeString(file, line("here"));
    // The property comes before the variable: it must not be set while this registry is built.
    String property = System.clearProperty("dat4j.conf");
    DatRegistryUnderTest registry;
    try {
      registry =
          source()
              .registry(
                  only(new RecordingProvider())
                      .environment(Map.of("DAT_OVERRIDE", file.toString())));
    } finally {
      if (property != null) {
        System.setProperty("dat4j.conf", property);
      }
    }
    clause("dat_conf.13").succeeds("open of the entry", () -> open(registry, "here"));
    clause("dat_conf.13")
        .equal(
            List.of("here"),
            registry.listProviders(MANY).stream().map(ProviderInfo::iaName).toList(),
            "names of the entries");
    clause("dat_conf.13")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "loopback0"));
  }
}
