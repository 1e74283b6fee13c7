package org.dat4j.conformance.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FarJvmTest {
  /** A far side that tells what it was given, and when it was called. */
  public interface Echo {
    long process();

    long now();

    String text(String text, byte[] bytes, boolean fails);

    long[] numbers(long[] numbers);

    void end();
  }

  /** The far side in the second JVM. */
  public static final class EchoSides implements FarSides, Echo {
    private final List<String> arguments;

    public EchoSides(List<String> arguments) {
      this.arguments = arguments;
    }

    @Override
    public Map<Class<?>, Object> sides() {
      return Map.of(Echo.class, this);
    }

    @Override
    public long process() {
      return ProcessHandle.current().pid();
    }

    @Override
    public long now() {
      return System.nanoTime();
    }

    @Override
    public String text(String text, byte[] bytes, boolean fails) {
      if (fails) {
        throw new IllegalStateException("it fails");
      }
      return arguments + text + bytes.length;
    }

    @Override
    public long[] numbers(long[] numbers) {
      return numbers;
    }

    @Override
    public void close() {}

    @Override
    public void end() {
      Runtime.getRuntime().halt(1);
    }
  }

  private static FarJvm jvm() {
    return new FarJvm(EchoSides.class, List.of(), List.of("first", "second"));
  }

  @Test
  void callsAreMadeInAnotherProcessWithTheirValues() {
    try (FarJvm jvm = jvm()) {
      Echo echo = jvm.side(Echo.class);
      assertTrue(echo.process() != ProcessHandle.current().pid());
      assertEquals("[first, second] a text3", echo.text(" a text", new byte[3], false));
      long[] numbers = {Long.MIN_VALUE, 0, 7};
      assertArrayEquals(numbers, echo.numbers(numbers));
      String problem =
          assertThrows(IllegalStateException.class, () -> echo.text("", new byte[0], true))
              .getMessage();
      assertTrue(problem.contains("text") && problem.contains("it fails"), problem);
    }
  }

  @Test
  void aCallBeginsAtItsMomentAndTellsWhen() {
    try (FarJvm jvm = jvm()) {
      Echo echo = jvm.side(Echo.class);
      echo.now();
      FarMoment moment = FarMoment.set(System.nanoTime() + 20_000_000);
      long there = echo.now();
      assertTrue(moment.began() - moment.due() >= 0);
      assertTrue(there - moment.began() >= 0 && moment.ended() - there >= 0);
      assertTrue(System.nanoTime() - moment.ended() > 0);
      assertNull(FarMoment.take());
    }
  }

  @Test
  void aJvmThatEndedIsAnErrorAndIsStartedAgain() {
    try (FarJvm jvm = jvm()) {
      Echo echo = jvm.side(Echo.class);
      long process = echo.process();
      String problem = assertThrows(IllegalStateException.class, echo::end).getMessage();
      assertTrue(problem.contains("the second JVM has ended"), problem);
      assertTrue(echo.process() != process);
    }
  }

  @Test
  void clocksThatDifferAreRefusedInWords() {
    assertNull(FarJvm.refusal(-20_000, 25_000));
    assertTrue(FarJvm.refusal(1_000, 30_000).contains("ahead by 1000 to 30000 ns"));
    assertTrue(FarJvm.refusal(-30_000, -1_000).contains("one clock"));
    assertTrue(FarJvm.refusal(-2_000_000, 2_000_000).contains("one clock"));
  }
}
