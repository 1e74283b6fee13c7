package org.dat4j.tools.perf;

/** What the two sides of a pairing do in turns. */
enum Part {
  /** What the operation is compared with, without DAT. */
  LIMIT,
  /** What is measured. */
  OPERATION,
  /** An operation of the same adapter that the measured one is compared with. */
  COMPANION
}
