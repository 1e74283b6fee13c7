package org.dat4j.conformance.stepper;

import org.dat4j.conformance.stepper.Tables.Fault;

/** One call to be made: which, with which wrong argument if any, and the decisions left to it. */
record Move(String call, Fault fault, Choice choice) {

  private static final int UNDEFINED_MASK = 0x40000000;

  boolean is(String name) {
    return fault != null && fault.name().equals(name);
  }

  boolean right() {
    return fault == null;
  }

  /**
   * What the call may answer: with a wrong argument what the pages say to it, or any refusal that
   * the right arguments would have met, since no page orders the checks.
   */
  Answers allow(Answers whenRight) {
    return fault == null ? whenRight : fault.answers().or(whenRight.failures());
  }

  Answers allowSuccess() {
    return allow(Answers.SUCCESS);
  }

  /** The mask of a query: all it may ask for, or with the wrong argument a bit no page defines. */
  int mask(int all) {
    return is("mask") ? UNDEFINED_MASK : all;
  }

  String name() {
    return fault == null ? call : call + "[" + fault.name() + "]";
  }
}
