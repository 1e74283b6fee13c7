package org.dat4j.conformance.kernel;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Probe for leaked threads: finds the live threads whose names begin with a given prefix. */
public final class ThreadLeakProbe implements LeakProbe {
  private final String prefix;

  /**
   * Creates a probe.
   *
   * @param prefix beginning of the names, for instance {@code dat4j-}
   */
  public ThreadLeakProbe(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public List<String> live() {
    return threads().map(ThreadLeakProbe::describe).sorted().toList();
  }

  @Override
  public boolean awaitEnd(Set<String> expected, long deadline) throws InterruptedException {
    List<Thread> ending = threads().filter(thread -> !expected.contains(describe(thread))).toList();
    for (Thread thread : ending) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
    }
    return !ending.isEmpty();
  }

  private Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix) && thread.isAlive());
  }

  private static String describe(Thread thread) {
    return "thread " + thread.getName() + " #" + thread.getId();
  }
}
