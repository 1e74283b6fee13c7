package org.dat4j.conformance.dat.mutant.fault;

import org.dat4j.dat.spi.forward.Call;

/**
 * The base class of the faults of DAT mutants that see every call: they note also those on which
 * they do not act.
 */
public abstract class ObservingFault extends EventFilter {
  /** For subclasses. */
  protected ObservingFault() {}

  @Override
  public final Object pass(Call call) {
    return make(call, false);
  }

  @Override
  protected final Object other(Call call) {
    return make(call, true);
  }

  /**
   * Makes a call, and notes what the fault has to know of it.
   *
   * @param call the call, with the provider's objects
   * @param acts whether the fault may change it
   * @return its answer, null for none
   */
  protected abstract Object make(Call call, boolean acts);
}
