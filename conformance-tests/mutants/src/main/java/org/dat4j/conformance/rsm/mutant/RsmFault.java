package org.dat4j.conformance.rsm.mutant;

/**
 * The one known fault of an RSM mutant: gets each call on its way to the provider and changes what
 * it does or answers. One instance serves one run; it may be called by several threads.
 */
@FunctionalInterface
interface RsmFault {
  /** The fault that is none. */
  RsmFault NONE = Invocation::proceed;

  /** Makes a call, changed or not. */
  Object call(Invocation call);

  /** Makes a call unchanged, and notes what the fault has to know of it. */
  default Object pass(Invocation call) {
    return call.proceed();
  }
}
