package org.dat4j.conformance.kernel;

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
import org.junit.jupiter.api.Test;

class SecondJvmTest {
  /** Answers each line with its argument and the line; ends at the line "end". */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws IOException {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("end")) {
          return;
        }
        System.out.println(arguments[0] + " " + line);
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
