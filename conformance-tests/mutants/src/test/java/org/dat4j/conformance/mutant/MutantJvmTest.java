package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.conformance.process.SecondJvm;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the verdict on a mutant whose JVM dies or does not answer. */
class MutantJvmTest {
  private static final long LONG_MILLIS = 60_000;
  private static final long SHORT_MILLIS = 200;

  @TempDir Path folder;

  /** Dies at the first mutant of the first JVM, and answers in the JVMs that follow. */
  static final class DiesOnce {
    public static void main(String[] arguments) throws IOException {
      Path died = Path.of(arguments[1]);
      nextMutant();
      if (Files.exists(died)) {
        System.out.println(SecondJvm.ANSWER + "STRONG fake.01");
        nextMutant();
      } else {
        Files.createFile(died);
      }
    }
  }

  /** Dies at each mutant. */
  static final class Dies {
    public static void main(String[] arguments) throws IOException {
      nextMutant();
    }
  }

  /** Reads mutants and never answers. */
  static final class Hangs {
    public static void main(String[] arguments) throws IOException {
      while (nextMutant() != null) {
        // There is no answer.
      }
    }
  }

  private static String nextMutant() throws IOException {
    return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
  }

  private MutantVerdict verdict(Class<?> program, long limitMillis) throws Exception {
    MutationRun.Options options =
        new MutationRun.Options(folder.resolve("died").toString(), "dat", null, 0, 1, 1, 1.0);
    Mutant mutant = new Mutant("fake.mutant", List.of("fake.01"), "a fake", null, null);
    try (MutantJvm jvm = new MutantJvm(options, 1.0, Redirect.DISCARD, program, limitMillis)) {
      return jvm.judge(mutant);
    }
  }

  @Test
  void mutantOfADeadJvmIsJudgedInAFreshOne() throws Exception {
    MutantVerdict verdict = verdict(DiesOnce.class, LONG_MILLIS);
    assertEquals(MutantVerdict.Strength.STRONG, verdict.strength());
    assertEquals(List.of("fake.01"), verdict.killedBy());
  }

  @Test
  void aJvmThatDiesTwiceLeavesItsMutantUnjudged() throws Exception {
    assertEquals(MutantVerdict.Strength.UNJUDGED, verdict(Dies.class, LONG_MILLIS).strength());
  }

  @Test
  void aSilentJvmLeavesItsMutantUnjudged() throws Exception {
    MutantVerdict verdict = verdict(Hangs.class, SHORT_MILLIS);
    assertEquals(MutantVerdict.Strength.UNJUDGED, verdict.strength());
    assertEquals(List.of(), verdict.killedBy());
  }
}
