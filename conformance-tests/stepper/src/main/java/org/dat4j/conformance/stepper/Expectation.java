package org.dat4j.conformance.stepper;

import java.util.Set;

/**
 * The check at the end of the Java program that repeats a stepper's difference: of a code, a value,
 * a byte of memory or an event.
 */
public sealed interface Expectation {
  /**
   * The last call must give one of some codes.
   *
   * @param names of the codes
   */
  record Codes(Set<String> names) implements Expectation {}

  /**
   * A value of what the last call gave must be another one.
   *
   * @param accessor of the value, such as {@code pz()}
   * @param expected what it must be
   */
  record ReturnedValue(String accessor, Object expected) implements Expectation {}

  /**
   * A byte of a buffer must have another value.
   *
   * @param buffer the program's memory
   * @param index of the byte
   * @param expected its value
   */
  record MemoryByte(Object buffer, int index, byte expected) implements Expectation {}

  /**
   * An event must come.
   *
   * @param evd where it must appear
   */
  record Event(Object evd) implements Expectation {}
}
