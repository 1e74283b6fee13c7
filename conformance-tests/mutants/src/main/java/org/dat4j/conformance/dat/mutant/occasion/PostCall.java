package org.dat4j.conformance.dat.mutant.occasion;

import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Call;

/**
 * A DAT call that posts a transfer, in any of its forms, with arguments that the fault of a mutant
 * can read and change.
 */
public final class PostCall {
  /** The kinds of posts, each with its manual page. */
  public enum Op {
    /** dat_ep_post_send. */
    SEND,
    /** dat_ep_post_recv. */
    RECV,
    /** dat_ep_post_rdma_write. */
    WRITE,
    /** dat_ep_post_rdma_read. */
    READ,
    /** dat_srq_post_recv. */
    SRQ;

    /**
     * Tells whether the operation names memory of the other side.
     *
     * @return true for RDMA
     */
    public boolean remote() {
      return this == WRITE || this == READ;
    }

    /**
     * Tells whether the operation goes to the request queue.
     *
     * @return false for Receives
     */
    public boolean request() {
      return this == SEND || remote();
    }
  }

  private final Op op;
  private final DatObject object;
  private final Object[] arguments;
  private final boolean list;
  private final int cookieAt;

  private PostCall(Op op, Call call) {
    this.op = op;
    this.object = call.object();
    this.arguments = call.arguments();
    this.list = !(arguments[0] instanceof Integer);
    this.cookieAt = list ? 1 : 3;
  }

  /**
   * Reads a call as a post.
   *
   * @param call any call
   * @return the post that it makes, null if it is another call
   */
  public static PostCall of(Call call) {
    return switch (call.name()) {
      case "Ep.postSend" -> new PostCall(Op.SEND, call);
      case "Ep.postRecv" -> new PostCall(Op.RECV, call);
      case "Ep.postRdmaWrite" -> new PostCall(Op.WRITE, call);
      case "Ep.postRdmaRead" -> new PostCall(Op.READ, call);
      case "Srq.postRecv" -> new PostCall(Op.SRQ, call);
      default -> null;
    };
  }

  /**
   * Returns the kind of the post.
   *
   * @return the kind
   */
  public Op op() {
    return op;
  }

  /**
   * Returns the endpoint of the post.
   *
   * @return the endpoint, null for a post to an SRQ
   */
  public Ep ep() {
    return object instanceof Ep ep ? ep : null;
  }

  /**
   * Returns the SRQ of the post.
   *
   * @return the SRQ, null for a post to an endpoint
   */
  public Srq srq() {
    return object instanceof Srq srq ? srq : null;
  }

  private LmrIov iov() {
    return (LmrIov) arguments[0];
  }

  /**
   * Counts the segments.
   *
   * @return number of segments
   */
  public int count() {
    return list ? arguments[0] == null ? 0 : iov().count() : 1;
  }

  /**
   * Returns the context of a segment.
   *
   * @param i index of the segment
   * @return its LMR context
   */
  public int context(int i) {
    return list ? iov().lmrContext(i) : (int) arguments[0];
  }

  /**
   * Returns the address of a segment.
   *
   * @param i index of the segment
   * @return its first byte
   */
  public long address(int i) {
    return list ? iov().address(i) : (long) arguments[1];
  }

  /**
   * Returns the length of a segment.
   *
   * @param i index of the segment
   * @return bytes
   */
  public long length(int i) {
    return list ? iov().length(i) : (long) arguments[2];
  }

  /**
   * Adds up the lengths of all segments.
   *
   * @return bytes
   */
  public long length() {
    long sum = 0;
    for (int i = 0; i < count(); i++) {
      sum += length(i);
    }
    return sum;
  }

  /**
   * Returns the cookie of the post.
   *
   * @return the cookie
   */
  public long cookie() {
    return (long) arguments[cookieAt];
  }

  /**
   * Returns the context of the remote memory.
   *
   * @return the RMR context of an RDMA
   */
  public int remoteContext() {
    return (int) arguments[cookieAt + 1];
  }

  /**
   * Returns the address of the remote memory.
   *
   * @return its first byte, of an RDMA
   */
  public long remoteAddress() {
    return (long) arguments[cookieAt + 2];
  }

  /**
   * Returns the length of the remote memory.
   *
   * @return bytes, of an RDMA
   */
  public long remoteLength() {
    return list ? (long) arguments[cookieAt + 3] : length(0);
  }

  /**
   * Returns the completion flags.
   *
   * @return the flags, 0 for a post to an SRQ
   */
  public int flags() {
    return op == Op.SRQ ? 0 : (int) arguments[arguments.length - 1];
  }

  /**
   * Replaces the completion flags.
   *
   * @param value the new flags
   */
  public void flags(int value) {
    arguments[arguments.length - 1] = value;
  }

  /**
   * Replaces a segment; the consumer's list stays as it is.
   *
   * @param index of the segment
   * @param context its new LMR context
   * @param address its new first byte
   * @param length its new number of bytes
   */
  public void segment(int index, int context, long address, long length) {
    if (!list) {
      arguments[0] = context;
      arguments[1] = address;
      arguments[2] = length;
      return;
    }
    LmrIov copy = new LmrIov(Math.max(1, count()));
    for (int i = 0; i < count(); i++) {
      if (i == index) {
        copy.add(context, address, length);
      } else {
        copy.add(context(i), address(i), length(i));
      }
    }
    arguments[0] = copy;
  }

  /** Turns the order of the segments round. */
  public void reverse() {
    if (!list) {
      return;
    }
    LmrIov copy = new LmrIov(Math.max(1, count()));
    for (int i = count() - 1; i >= 0; i--) {
      copy.add(context(i), address(i), length(i));
    }
    arguments[0] = copy;
  }

  /**
   * Replaces the remote memory of an RDMA.
   *
   * @param context the new RMR context
   * @param address the new first byte
   */
  public void remote(int context, long address) {
    arguments[cookieAt + 1] = context;
    arguments[cookieAt + 2] = address;
  }
}
