package org.dat4j.conformance.dat.stepper.model;

import java.util.function.IntSupplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables.Fault;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * A call that the DAT stepper is about to make: its name, its wrong argument if any, and the source
 * of its random decisions.
 */
public record PlannedCall(String call, Fault fault, RandomChoice choice) {

  private static final int UNDEFINED_MASK = 0x40000000;

  public boolean is(String name) {
    return fault != null && fault.name().equals(name);
  }

  public boolean right() {
    return fault == null;
  }

  /**
   * Computes the answers to the call. For a wrong argument they are those of the pages and the
   * refusals that right arguments would get, as no page orders the checks.
   */
  public AllowedReturns allow(AllowedReturns whenRight) {
    return fault == null ? whenRight : fault.answers().or(whenRight.failures());
  }

  public AllowedReturns allowSuccess() {
    return allow(AllowedReturns.SUCCESS);
  }

  /**
   * Returns the mask of a query: all fields, or a bit that no page defines if the planned argument
   * is wrong.
   */
  public int mask(int all) {
    return is("mask") ? UNDEFINED_MASK : all;
  }

  /**
   * Returns a count: zero, a negative one or one above the limit if the planned call asks for it
   * under this name, else the right one.
   */
  public int count(String name, int limit, IntSupplier right) {
    if (is(name + "_zero")) {
      return 0;
    }
    if (is(name + "_negative")) {
      return -2;
    }
    return is(name + "_above") ? limit + 1 : right.getAsInt();
  }

  public String name() {
    return fault == null ? call : call + "[" + fault.name() + "]";
  }
}
