package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;

/**
 * Checks a posted transfer, the same for all DAT providers, except its local memory, which {@link
 * SegmentChecks} checks. Allocates nothing unless it refuses.
 */
final class PostChecks {

  private PostChecks() {}

  /** Life, flags, and for a request the state where the provider knows it. */
  static void check(AbstractEp ep, DtoOp op, int flags) {
    ep.checkLive(op.call());
    EpAttr attr = ep.attr();
    int needed = flags & CompletionFlags.UNSIGNALLED;
    int configured =
        op == DtoOp.RECEIVE ? attr.recvCompletionFlags() : attr.requestCompletionFlags();
    if ((flags & ~op.flags()) != 0 || (needed & ~configured) != 0) {
      throw Errors.parameter(
          ep.where(op.call()),
          5,
          "flags",
          CompletionFlags.toString(flags),
          "use "
              + CompletionFlags.toString(op.flags())
              + "; UNSIGNALLED only where the EP's completion flags have it");
    }
    if (op == DtoOp.RECEIVE) {
      if (ep.spec().srq() != null) {
        throw Errors.state(
            ep.where(op.call()),
            DatSubtype.NO_SUBTYPE,
            "srq",
            ep.spec().srq(),
            "post receive buffers to the SRQ");
      }
      return;
    }
    takesRequests(ep, op.call());
  }

  /** Refuses a request in a state in which it could neither go out nor be flushed. */
  static void takesRequests(AbstractEp ep, String call) {
    EpState state = ep.knownState();
    if (state != EpState.CONNECTED && state != null && !EpInput.POST_REQUEST.permits(state)) {
      throw ep.wrongState(call, state, "connect the endpoint first");
    }
  }

  /** An endpoint made without reads posts none (DAT-D14 in docs/reference/decisions.md). */
  static void reads(AbstractEp ep) {
    if (ep.attr().maxRdmaReadOut() == 0) {
      throw Errors.parameter(
          ep.where("postRdmaRead"),
          1,
          "max_rdma_read_out",
          0,
          "create the endpoint with maxRdmaReadOut of at least 1");
    }
  }

  /** The bytes of an RDMA are not negative and at most the endpoint's maximum. */
  static void remote(AbstractEp ep, DtoOp op, long length) {
    notNegative(ep, op, length);
    length(ep, op, length, ep.attr().maxRdmaSize());
  }

  static void notNegative(AbstractEp ep, DtoOp op, long length) {
    if (length < 0) {
      throw Errors.parameter(ep.where(op.call()), 5, "length", length, "give 0 or more bytes");
    }
  }

  /** The bytes of a transfer are at most a maximum of its endpoint. */
  static void length(AbstractEp ep, DtoOp op, long length, long max) {
    if (length > max) {
      throw lengthError(ep, op, "length", length, "the endpoint's maximum is " + max);
    }
  }

  static DatException lengthError(
      AbstractEp ep, DtoOp op, String argument, long value, String remedy) {
    return Errors.of(
        DatReturn.LENGTH_ERROR,
        DatSubtype.NO_SUBTYPE,
        ep.where(op.call()),
        argument,
        value,
        remedy);
  }
}
