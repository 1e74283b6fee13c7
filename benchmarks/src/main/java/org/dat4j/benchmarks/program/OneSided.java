package org.dat4j.benchmarks.program;

/** A transport that also writes into the memory of the other side. */
interface OneSided extends Transport {

  /** Posts a write of this side's size; {@link #completedWrites} counts it when it is done. */
  void write(long stamp);

  /** Counts the writes that are done. */
  long completedWrites();
}
