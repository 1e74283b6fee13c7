package org.dat4j.conformance.stepper.pairs;

/**
 * The answer of one call of a stepper's pair, two calls made at once: its return code, and any
 * value besides.
 *
 * @param code the return code of the contract
 * @param value such as the event that was taken; null for nothing
 */
public record Answer(int code, Object value) {
  public static Answer of(int code) {
    return new Answer(code, null);
  }
}
