package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.MemPriv;

/**
 * The kinds of data transfer (DTO), with the completion flags and the memory privilege each takes.
 */
public enum DtoOp {
  /** Send. */
  SEND(
      "postSend",
      CompletionFlags.SUPPRESS
          | CompletionFlags.SOLICITED_WAIT
          | CompletionFlags.UNSIGNALLED
          | CompletionFlags.BARRIER_FENCE,
      MemPriv.LOCAL_READ),
  /** RDMA Write. */
  RDMA_WRITE(
      "postRdmaWrite",
      CompletionFlags.SUPPRESS | CompletionFlags.UNSIGNALLED | CompletionFlags.BARRIER_FENCE,
      MemPriv.LOCAL_READ),
  /** RDMA Read. */
  RDMA_READ(
      "postRdmaRead",
      CompletionFlags.SUPPRESS | CompletionFlags.UNSIGNALLED | CompletionFlags.BARRIER_FENCE,
      MemPriv.LOCAL_WRITE),
  /** Receive. */
  RECEIVE("postRecv", CompletionFlags.UNSIGNALLED, MemPriv.LOCAL_WRITE);

  private final String call;
  private final int flags;
  private final int localPrivilege;

  DtoOp(String call, int flags, int localPrivilege) {
    this.call = call;
    this.flags = flags;
    this.localPrivilege = localPrivilege;
  }

  /**
   * The Java call that posts it.
   *
   * @return such as {@code postSend}
   */
  public String call() {
    return call;
  }

  /**
   * Completion flags it takes.
   *
   * @return bits of {@link CompletionFlags}
   */
  public int flags() {
    return flags;
  }

  /**
   * Privilege its local segments need.
   *
   * @return bits of {@link MemPriv}
   */
  public int localPrivilege() {
    return localPrivilege;
  }
}
