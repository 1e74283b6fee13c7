package org.dat4j.conformance.rsm.mutant;

/**
 * What a mutant does instead of the provider. One instance serves one run; it may be called by
 * several threads.
 */
@FunctionalInterface
interface Fault {
  /** The fault that is none. */
  Fault NONE = Made::proceed;

  /** Makes a call, changed or not. */
  Object call(Made call);
}
