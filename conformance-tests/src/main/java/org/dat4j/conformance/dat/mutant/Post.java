package org.dat4j.conformance.dat.mutant;

import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Call;

/** The arguments of a post, whichever of its forms was called; changes go into the call. */
final class Post {
  /** What is posted. */
  enum Op {
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

    /** Whether the operation names memory of the other side. */
    boolean remote() {
      return this == WRITE || this == READ;
    }

    /** Whether the operation goes to the request queue. */
    boolean request() {
      return this == SEND || remote();
    }
  }

  private final Op op;
  private final DatObject object;
  private final Object[] arguments;
  private final boolean list;
  private final int cookieAt;

  private Post(Op op, Call call) {
    this.op = op;
    this.object = call.object();
    this.arguments = call.arguments();
    this.list = !(arguments[0] instanceof Integer);
    this.cookieAt = list ? 1 : 3;
  }

  /** The post that a call makes, null if it is another call. */
  static Post of(Call call) {
    return switch (call.name()) {
      case "Ep.postSend" -> new Post(Op.SEND, call);
      case "Ep.postRecv" -> new Post(Op.RECV, call);
      case "Ep.postRdmaWrite" -> new Post(Op.WRITE, call);
      case "Ep.postRdmaRead" -> new Post(Op.READ, call);
      case "Srq.postRecv" -> new Post(Op.SRQ, call);
      default -> null;
    };
  }

  Op op() {
    return op;
  }

  /** The endpoint, null for a post to an SRQ. */
  Ep ep() {
    return object instanceof Ep ep ? ep : null;
  }

  /** The SRQ, null for a post to an endpoint. */
  Srq srq() {
    return object instanceof Srq srq ? srq : null;
  }

  private LmrIov iov() {
    return (LmrIov) arguments[0];
  }

  int count() {
    return list ? arguments[0] == null ? 0 : iov().count() : 1;
  }

  int context(int i) {
    return list ? iov().lmrContext(i) : (int) arguments[0];
  }

  long address(int i) {
    return list ? iov().address(i) : (long) arguments[1];
  }

  long length(int i) {
    return list ? iov().length(i) : (long) arguments[2];
  }

  /** Octets of all segments. */
  long length() {
    long sum = 0;
    for (int i = 0; i < count(); i++) {
      sum += length(i);
    }
    return sum;
  }

  long cookie() {
    return (long) arguments[cookieAt];
  }

  int remoteContext() {
    return (int) arguments[cookieAt + 1];
  }

  long remoteAddress() {
    return (long) arguments[cookieAt + 2];
  }

  long remoteLength() {
    return list ? (long) arguments[cookieAt + 3] : length(0);
  }

  int flags() {
    return op == Op.SRQ ? 0 : (int) arguments[arguments.length - 1];
  }

  void flags(int value) {
    arguments[arguments.length - 1] = value;
  }

  /** Replaces a segment; the consumer's list stays as it is. */
  void segment(int index, int context, long address, long length) {
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
  void reverse() {
    if (!list) {
      return;
    }
    LmrIov copy = new LmrIov(Math.max(1, count()));
    for (int i = count() - 1; i >= 0; i--) {
      copy.add(context(i), address(i), length(i));
    }
    arguments[0] = copy;
  }

  void remote(int context, long address) {
    arguments[cookieAt + 1] = context;
    arguments[cookieAt + 2] = address;
  }
}
