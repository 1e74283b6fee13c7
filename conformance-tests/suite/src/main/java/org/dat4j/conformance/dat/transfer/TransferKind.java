package org.dat4j.conformance.dat.transfer;

import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;

/** Kind of request in the tests of DAT transfers; the tests use it as a dimension. */
public enum TransferKind {
  /** A Send. */
  SEND("dat_ep_post_send."),
  /** An RDMA Write. */
  RDMA_WRITE("dat_ep_post_rdma_write."),
  /** An RDMA Read. */
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

  /**
   * Posts a request of this kind with one segment.
   *
   * @param ep a connected endpoint
   * @param local memory of its side
   * @param offset of the first byte in it
   * @param length bytes
   * @param cookie of the completion
   * @param context RMR context of the peer's memory; a Send has none
   * @param address of the first byte there; a Send has none
   * @param flags bits of {@link CompletionFlags}
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  public int post(
      Ep ep,
      RegisteredMemory local,
      long offset,
      int length,
      long cookie,
      int context,
      long address,
      int flags) {
    int lmr = local.local();
    long from = local.address(offset);
    return switch (this) {
      case SEND -> ep.postSend(lmr, from, length, cookie, flags);
      case RDMA_WRITE -> ep.postRdmaWrite(lmr, from, length, cookie, context, address, flags);
      case RDMA_READ -> ep.postRdmaRead(lmr, from, length, cookie, context, address, flags);
    };
  }
}
