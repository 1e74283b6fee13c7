package org.dat4j.benchmarks.program;

/**
 * The durations of a benchmark measurement's two phases: the warm-up, and the time for which
 * figures count.
 *
 * @param warmUpNanos time until the figures count
 * @param measureNanos time for which they count
 */
record Phases(long warmUpNanos, long measureNanos) {}
