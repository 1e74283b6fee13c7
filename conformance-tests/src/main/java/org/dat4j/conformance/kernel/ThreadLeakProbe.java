package org.dat4j.conformance.kernel;

import java.util.List;

/** Finds live threads by the prefix of their name. */
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
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix) && thread.isAlive())
        .map(thread -> "thread " + thread.getName() + " #" + thread.getId())
        .sorted()
        .toList();
  }
}
