package org.dat4j.conformance.stepper.pairs;

/**
 * The answer of one call of a pair: its return code, and what it handed out besides.
 *
 * @param code the return code of the contract
 * @param value such as the event that was taken; null for nothing
 */
public record Answer(int code, Object value) {
  public static Answer of(int code) {
    return new Answer(code, null);
  }
}
