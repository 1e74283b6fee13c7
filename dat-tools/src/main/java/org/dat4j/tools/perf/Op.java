package org.dat4j.tools.perf;

import java.util.Locale;

/** What is measured. */
enum Op {
  /** Send and receive; latency is half a round trip. */
  SEND,
  /** RDMA Write; latency is from the post to the completion. */
  WRITE,
  /** RDMA Read; latency is from the post to the completion. */
  READ;

  /** The spelling in options and results. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a measured trip is divided by to give the latency. */
  int tripsPerLatency() {
    return this == SEND ? 2 : 1;
  }
}
