package org.dat4j.tools.perf;

/**
 * The two parts of a block, the unit that {@code perf} measures and repeats: the baseline and the
 * operation, which take turns.
 */
enum BlockPart {
  /** The baseline: the same without DAT. */
  BASELINE,
  /** The measured operation. */
  OPERATION
}
