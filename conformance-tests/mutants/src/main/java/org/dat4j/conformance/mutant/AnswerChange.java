package org.dat4j.conformance.mutant;

/**
 * A way in which a mutant (a provider with one known fault) falsifies the answer to a call: false
 * success, wrong code, or false refusal.
 */
public enum AnswerChange {
  /** A call that must be refused, or a transfer that must fail, succeeds. */
  FORGET,
  /**
   * A call that must be refused, or a transfer that must fail, gets a code that no page names for
   * it.
   */
  CODE,
  /** A call that must succeed is refused. */
  REFUSE
}
