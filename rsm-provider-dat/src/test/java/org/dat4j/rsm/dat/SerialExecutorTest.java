package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the executor for the slow requests of one peer. */
class SerialExecutorTest {
  private final List<Runnable> started = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final SerialExecutor serial = new SerialExecutor(started::add, failures::add);

  @Test
  void tasksAreRunAfterOneThatFails() {
    Error failure = new Error("of the test");
    serial.add(
        () -> {
          throw failure;
        });
    serial.add(() -> done.add("second"));
    started.remove(0).run();
    assertEquals(List.of(failure), failures);
    assertEquals(List.of("second"), done);
    serial.add(() -> done.add("third"));
    started.remove(0).run();
    assertEquals(List.of("second", "third"), done);
  }
}
