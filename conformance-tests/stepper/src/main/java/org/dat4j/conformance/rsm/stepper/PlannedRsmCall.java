package org.dat4j.conformance.rsm.stepper;

import java.util.List;
import java.util.Set;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * A call that the RSM stepper is about to make: its name, its wrong argument if any, and the source
 * of its random decisions.
 */
record PlannedRsmCall(String call, RsmModelTables.Wrong wrong, RandomChoice choice) {

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
   * Computes the codes of the call. For a wrong argument they are those of the contract and the
   * refusals that right arguments would get.
   */
  AllowedCodes allowed(RsmModelTables tables, Set<String> condition) {
    AllowedCodes whenRight = tables.answer(call, condition);
    return wrong == null ? whenRight : wrong.codes().or(whenRight.failures());
  }

  /** Picks one of several; null if there are none. */
  <T> T of(List<T> all) {
    return all.isEmpty() ? null : choice.of(all);
  }

  String name() {
    return wrong == null ? call : call + "[" + wrong.name() + "]";
  }
}
