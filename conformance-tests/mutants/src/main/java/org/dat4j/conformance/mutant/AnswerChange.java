package org.dat4j.conformance.mutant;

/**
 * The ways in which a mutant changes the return code of a call: success, another code, or a
 * refusal.
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
