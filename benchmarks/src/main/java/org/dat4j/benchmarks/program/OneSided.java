package org.dat4j.benchmarks.program;

/**
 * A benchmark transport that can also write into the memory of the other side, as by RDMA Write.
 */
interface OneSided extends Transport {

  /** Posts a write of this side's size; {@link #completedWrites} counts it when it is done. */
  void write(long stamp);

  /** Counts the writes that are done. */
  long completedWrites();
}
