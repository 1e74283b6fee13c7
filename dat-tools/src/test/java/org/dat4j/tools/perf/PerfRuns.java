package org.dat4j.tools.perf;

import org.dat4j.tools.CommandRun;

/** Runs of {@code dat4j perf} that answer in JSON. */
final class PerfRuns {

  private PerfRuns() {}

  /** Measures one operation of one size. */
  static CommandRun of(String ia, String op, int size, int window, String wait, int iterations) {
    return CommandRun.of(
        "perf",
        ia,
        "--op",
        op,
        "--size",
        "" + size,
        "--window",
        "" + window,
        "--wait",
        wait,
        "--iterations",
        "" + iterations,
        "--json");
  }
}
