package org.dat4j.tools.perf;

/**
 * One of the two parts of a block, the unit that {@code perf} measures and repeats: the baseline or
 * the operation. The two take turns.
 */
enum BlockPart {
  /** The baseline: the same without DAT. */
  BASELINE,
  /** The measured operation. */
  OPERATION
}
