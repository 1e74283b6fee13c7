package org.dat4j.conformance.rsm.stepper;

import java.util.List;
import java.util.Set;
import org.dat4j.conformance.stepper.Choice;

/** One call to be made: which, with which wrong argument if any, and the decisions left to it. */
record Step(String call, Tables.Wrong wrong, Choice choice) {

  boolean is(String name) {
    return call.equals(name);
  }

  boolean isWrong(String name) {
    return wrong != null && wrong.name().equals(name);
  }

  boolean right() {
    return wrong == null;
  }

  /**
   * What the call may answer: with a wrong argument what the contract says to it, or any refusal
   * that right arguments would have met.
   */
  Codes allowed(Codes whenRight) {
    return wrong == null ? whenRight : wrong.codes().or(whenRight.failures());
  }

  Codes allowed(Tables tables, Set<String> condition) {
    return allowed(tables.answer(call, condition));
  }

  /** One of several, null of none. */
  <T> T of(List<T> all) {
    return all.isEmpty() ? null : choice.of(all);
  }

  String name() {
    return wrong == null ? call : call + "[" + wrong.name() + "]";
  }
}
