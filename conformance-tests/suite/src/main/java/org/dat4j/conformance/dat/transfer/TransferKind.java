package org.dat4j.conformance.dat.transfer;

import org.dat4j.dat.EpAttr;

/**
 * Kind of request in the DAT transfer tests: Send, RDMA Write or RDMA Read; the tests use it as a
 * dimension.
 */
enum TransferKind {
  SEND("dat_ep_post_send."),
  RDMA_WRITE("dat_ep_post_rdma_write."),
  RDMA_READ("dat_ep_post_rdma_read.");

  private final String page;

  TransferKind(String page) {
    this.page = page;
  }

  /** Returns how many segments a request of this kind may have. */
  int mostSegments(EpAttr attr) {
    return switch (this) {
      case SEND -> attr.maxRequestIov();
      case RDMA_WRITE -> Math.min(attr.maxRequestIov(), attr.maxRdmaWriteIov());
      case RDMA_READ -> Math.min(attr.maxRequestIov(), attr.maxRdmaReadIov());
    };
  }

  /** Chooses the clause of this kind's page among the numbers of a Send, a Write and a Read. */
  String clause(String send, String write, String read) {
    return page
        + switch (this) {
          case SEND -> send;
          case RDMA_WRITE -> write;
          case RDMA_READ -> read;
        };
  }
}
