package org.dat4j.benchmarks.peer;

/**
 * The times of one measurement.
 *
 * @param warmUpMillis until the figures count
 * @param measureMillis for which they count
 */
public record Times(int warmUpMillis, int measureMillis) {}
