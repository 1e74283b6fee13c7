package org.dat4j.benchmarks.program;

/**
 * The times of a measurement.
 *
 * @param warmUpNanos time until the figures count
 * @param measureNanos time for which they count
 */
record Phases(long warmUpNanos, long measureNanos) {}
