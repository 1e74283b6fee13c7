package org.dat4j.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecondJvmTest {
  /**
   * Answers each line with its argument and the line, "noise" by a line that is no answer; ends at
   * "end".
   */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws IOException {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("end")) {
          return;
        }
        if (line.equals("noise")) {
          System.out.println("of a library");
          continue;
        }
        System.out.println(SecondJvm.ANSWER + arguments[0] + " " + line);
      }
    }
  }

  private static SecondJvm echo(String argument) {
    return new SecondJvm(List.of(), List.of(), Echo.class, argument);
  }

  @Test
  void linesAreAnsweredInTheirOrder() {
    try (SecondJvm jvm = echo("a b")) {
      jvm.start("one");
      jvm.start("two");
      assertEquals("a b one", jvm.answer("one"));
      assertEquals("a b two", jvm.answer("two"));
      assertTrue(jvm.alive());
    }
  }

  @Test
  void anAnswerIsFoundBehindPartOfAnotherLine() {
    assertEquals(Optional.of("-17"), SecondJvm.answerIn(SecondJvm.ANSWER + "-17"));
    String piece = "node1:CMA:6c0: 94842 us(4928 u";
    assertEquals(Optional.of("0"), SecondJvm.answerIn(piece + SecondJvm.ANSWER + "0"));
  }

  @Test
  void linesOfLibrariesAreNoAnswers() {
    try (SecondJvm jvm = echo("x")) {
      jvm.start("noise");
      assertEquals("x one", jvm.ask("one"));
    }
    String piece = "s): dapl_cma_active: non-consumer REJ, reason=8, no answer ";
    assertEquals(Optional.empty(), SecondJvm.answerIn(piece));
    assertEquals(Optional.empty(), SecondJvm.answerIn(""));
  }

  @Test
  void endIsToldAtOnceAndEveryTime() {
    try (SecondJvm jvm = echo("x")) {
      jvm.start("end");
      for (String line : new String[] {"end", "more"}) {
        AssertionError e =
            assertTimeout(
                Duration.ofSeconds(50),
                () -> assertThrows(AssertionError.class, () -> jvm.answer(line)));
        assertTrue(e.getMessage().contains("has ended"), e.getMessage());
        assertTrue(e.getMessage().contains(line), e.getMessage());
        // Forgets answers only.
        jvm.forget();
      }
    }
  }

  @Test
  void killedJvmIsDead() {
    SecondJvm jvm = echo("x");
    assertEquals("x one", jvm.ask("one"));
    jvm.kill();
    assertFalse(jvm.alive());
  }

  @Test
  void launcherRunsTheJvm() {
    List<String> launcher = List.of("sh", "-c", "shift 0; exec \"$@\"", "sh");
    try (SecondJvm jvm = new SecondJvm(launcher, List.of(), Echo.class, "y")) {
      assertEquals("y one", jvm.ask("one"));
    }
  }
}
