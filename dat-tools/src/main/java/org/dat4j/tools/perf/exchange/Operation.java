package org.dat4j.tools.perf.exchange;

import java.util.Locale;

/** The operations of DAT that {@code perf} measures: Send, RDMA Write and RDMA Read. */
public enum Operation {
  /** Send and receive; latency is half a round trip. */
  SEND,
  /** RDMA Write; latency is from the post to the completion. */
  WRITE,
  /** RDMA Read; latency is from the post to the completion. */
  READ;

  /** {@return the name on the command line and in results} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Gives the number by which a measured round trip is divided. */
  int tripsPerLatency() {
    return this == SEND ? 2 : 1;
  }
}
