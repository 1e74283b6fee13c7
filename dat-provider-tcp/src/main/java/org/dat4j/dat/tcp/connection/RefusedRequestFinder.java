package org.dat4j.dat.tcp.connection;

import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.TerminateView;

/**
 * Finds which requests of an iWARP connection the peer's Terminate message refuses. It is one
 * request where the copied headers tell which, otherwise all requests that the message may mean.
 * Used under the receive turn.
 */
final class RefusedRequestFinder {

  private static final long[] NONE = {};

  private final Outbound outbound;
  private final SegmentProcessor processor;
  private final OutboundReads outboundReads;

  /** Whether the peer may be of another implementation: some copy wrong lengths and numbers. */
  private final boolean foreignPeer;

  RefusedRequestFinder(
      Outbound outbound,
      SegmentProcessor processor,
      OutboundReads outboundReads,
      boolean foreignPeer) {
    this.outbound = outbound;
    this.processor = processor;
    this.outboundReads = outboundReads;
    this.foreignPeer = foreignPeer;
  }

  /** Returns the RDMA Reads of which the Terminate refuses one, the oldest first. */
  long[] findReads(TerminateView view) {
    long[] found = NONE;
    if (view.hasReadHeader()) {
      found = outboundReads.findBySink(view.sinkStag());
      if (found.length == 0) {
        found = outboundReads.findBySource(view.sourceStag(), view.sourceOffset());
      }
    } else if (view.hasDdpHeader() && !foreignPeer) {
      found = outboundReads.findByMsn(view.msn());
    }
    return found.length == 0 ? outboundReads.listRequests() : found;
  }

  /** Returns the Sends or Writes of which the Terminate refuses one, the oldest first. */
  long[] findOthers(TerminateView view) {
    if (TerminateMapping.refusesSend(view.fault())) {
      long send = outbound.sendUnderWay();
      boolean other = view.hasDdpHeader() && view.msn() != outbound.sendMsnUnderWay();
      return send < 0 || other ? NONE : new long[] {send};
    }
    RequestQueue requests = processor.requests();
    if (requests == null) {
      return NONE;
    }
    boolean shown = view.hasDdpHeader() && view.tagged();
    return requests.findWrites(
        outbound.request(),
        (stag, address, length) ->
            !shown
                || stag == view.stag() && mayContain(length, view.taggedOffset() - address, view));
  }

  /**
   * Tells whether a Write may have sent the refused segment.
   *
   * @param length bytes of the Write
   * @param offset of the segment in the Write
   * @param view the Terminate with the segment's header
   */
  private boolean mayContain(long length, long offset, TerminateView view) {
    if (offset != 0 && (offset < outbound.smallestSegment() || offset >= length)) {
      return false;
    }
    if (!view.hasSegmentLength()) {
      return true;
    }
    long end = offset + view.segmentLength();
    return isEnd(end - Fpdu.TAGGED_HEADER, length, view) || foreignPeer && isEnd(end, length, view);
  }

  /** Tells whether a segment of a Write may end there: the last one ends with the Write. */
  private static boolean isEnd(long end, long length, TerminateView view) {
    return view.isLast() ? end == length : end < length;
  }
}
