package org.dat4j.conformance.mutant;

/** What a mutant does to the answer of a call. */
public enum AnswerChange {
  /** What has to be refused, or has to fail, is answered with success. */
  FORGET,
  /** What has to be refused, or has to fail, is so with a code that no page names for it. */
  CODE,
  /** What has to succeed is refused. */
  REFUSE
}
