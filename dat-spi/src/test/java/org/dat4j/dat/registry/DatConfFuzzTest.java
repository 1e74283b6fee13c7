package org.dat4j.dat.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.Test;

/** Files that nobody would write. A failure names the seed of its file. */
class DatConfFuzzTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final String[] SEPARATORS = {" ", "\t", "  ", " \t "};
  private static final String SPECIAL = "\"\\# \t\r\n.uk0";

  @Test
  void randomBytesNeverThrow() {
    for (long seed = SEED; seed < SEED + 25_000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      check(seed, new String(bytes, StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void randomSequencesOfTheGrammarsCharactersNeverThrow() {
    for (long seed = SEED; seed < SEED + 25_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(300); i > 0; i--) {
        text.append(SPECIAL.charAt(random.nextInt(SPECIAL.length())));
      }
      check(seed, text.toString());
    }
  }

  @Test
  void mutatedFilesNeverThrowAndKeepTheLinesThatAreWhole() {
    for (long seed = SEED; seed < SEED + 50_000; seed++) {
      Random random = new Random(seed);
      List<RegistryEntry> entries = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (int line = 1; line <= 4; line++) {
        RegistryEntry entry = entry(random, "dat.conf:" + line);
        entries.add(entry);
        text.append(write(random, entry)).append('\n');
      }
      int at = random.nextInt(text.length());
      // No newline is made or taken away, so that the other lines keep their numbers.
      char value = SPECIAL.charAt(random.nextInt(SPECIAL.length()));
      if (text.charAt(at) != '\n' && value != '\n') {
        text.setCharAt(at, value);
      }
      int mutated = 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
      entries.remove(mutated - 1);

      DatConf conf = check(seed, text.toString());

      List<RegistryEntry> read = new ArrayList<>();
      conf.lines().forEach(line -> read.add(line.entry()));
      read.removeIf(entry -> entry.origin().equals("dat.conf:" + mutated));
      assertEquals(entries, read, "seed " + seed);
    }
  }

  private static DatConf check(long seed, String text) {
    DatConf conf = null;
    try {
      conf = DatConfParser.parse(text, "dat.conf");
      long lines = text.chars().filter(c -> c == '\n').count() + 1;
      assertTrue(conf.lines().size() + conf.faultCount() <= lines);
      for (DatConf.Line line : conf.lines()) {
        RegistryEntry entry = line.entry();
        assertTrue(entry.iaName().length() <= 255);
        assertTrue(entry.versionMajor() >= 0 && entry.versionMinor() >= 0);
        assertTrue(entry.providerVersion().matches("[^.]+\\.\\d+\\.\\d+"));
        assertNotNull(entry.libPath());
        assertNotNull(entry.iaParams());
        assertNotNull(entry.platformParams());
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
    return conf;
  }

  private static RegistryEntry entry(Random random, String origin) {
    return new RegistryEntry(
        word(random),
        random.nextInt(3),
        random.nextInt(100),
        random.nextBoolean(),
        text(random),
        "id.1.0",
        text(random),
        text(random),
        origin);
  }

  private static String write(Random random, RegistryEntry entry) {
    return String.join(
        SEPARATORS[random.nextInt(SEPARATORS.length)],
        entry.iaName(),
        (random.nextBoolean() ? "u" : "k") + entry.versionMajor() + "." + entry.versionMinor(),
        entry.threadSafe() ? "threadsafe" : "nonthreadsafe",
        random.nextBoolean() ? "default" : "nondefault",
        quoted(random, entry.libPath()),
        entry.providerVersion(),
        quoted(random, entry.iaParams()),
        quoted(random, entry.platformParams()));
  }

  private static String word(Random random) {
    StringBuilder word = new StringBuilder("x");
    for (int i = random.nextInt(10); i > 0; i--) {
      char c = (char) ('!' + 2 + random.nextInt(200));
      // Outside of quotes these are refused as the work of a word processor.
      word.append("\u00a0\u00ab\u00bb".indexOf(c) < 0 ? c : 'x');
    }
    return word.toString();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(10); i > 0; i--) {
      char c = (char) random.nextInt(256);
      text.append(c == '\n' ? '"' : c);
    }
    return text.toString();
  }

  private static String quoted(Random random, String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\' || random.nextInt(4) == 0) {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.append('"').toString();
  }
}
