package org.dat4j.conformance.stepper.pairs;

import java.util.function.IntFunction;

/**
 * The parts of a contract, DAT or RSM, by which the stepper judges pairs (two calls made at once):
 * the names of codes, and exceptions.
 *
 * @param contract its name
 * @param codes names return codes
 * @param exceptions answers that a page allows in a meeting
 */
public record PairKit(String contract, IntFunction<String> codes, PairExceptions exceptions) {}
