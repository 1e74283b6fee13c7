package org.dat4j.tools.perf;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;

/**
 * A connection of a run with the memory of one side: places to send from, places to receive into,
 * and places the other side reads or writes. For one thread; posts and completions allocate
 * nothing.
 */
final class Link implements AutoCloseable {

  /** The transfer that makes the connecting side the first to send. */
  private static final long HELLO = -1;

  private static final int HELLO_SIZE = 64;

  /** Places begin at multiples of this, so that no two share a cache line. */
  private static final int ALIGNMENT = 64;

  private final Session session;
  private final DatConnection connection;
  private final Completions completions;
  private final int slotSize;
  private final Region hello;
  private final Region out;
  private final Region in;
  private final Region target;
  private RemoteRegion peer;

  /**
   * What a link is for.
   *
   * @param size octets of the longest message
   * @param out places to send from or read into, and requests in flight
   * @param in places to receive into, and receives posted
   * @param target places the other side reads or writes
   */
  record Sizes(int size, int out, int in, int target) {

    /** Octets from one place to the next. */
    int slotSize() {
      return Math.multiplyExact((size + ALIGNMENT - 1) / ALIGNMENT, ALIGNMENT);
    }

    /** Octets of memory one side needs. */
    long memory() {
      return (long) slotSize() * ((long) out + in + target);
    }
  }

  /**
   * Makes an unconnected link.
   *
   * @param session the side
   * @param poll whether its completions are polled
   * @param sizes what it is for
   */
  Link(Session session, boolean poll, Sizes sizes) {
    this.session = session;
    this.slotSize = sizes.slotSize();
    this.completions = new Completions(poll, session.patience());
    connection = Dats.endpoint(session.ia(), attributes(session, sizes));
    try {
      hello = connection.register(HELLO_SIZE);
      out = memory(sizes.out());
      in = memory(sizes.in());
      target = memory(sizes.target());
      connection.share(target);
      if (!session.connects()) {
        Completions.posted(
            connection
                .ep()
                .postRecv(hello.context(), hello.address(), HELLO_SIZE, HELLO, NO_FLAGS));
      }
    } catch (RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  private static final int NO_FLAGS = CompletionFlags.DEFAULT;

  private static EpAttr attributes(Session session, Sizes sizes) {
    IaAttr ia = session.ia().query().iaAttr();
    EpAttr normal = EpAttr.DEFAULT;
    long longest = Math.max(HELLO_SIZE, sizes.slotSize());
    return normal.toBuilder()
        .maxMessageSize(Math.min(ia.maxMessageSize(), longest))
        .maxRdmaSize(Math.min(ia.maxRdmaSize(), longest))
        .maxRequestDtos(Math.max(sizes.out() + 1, normal.maxRequestDtos()))
        .maxRecvDtos(Math.max(sizes.in() + 1, normal.maxRecvDtos()))
        .maxRecvIov(1)
        .maxRequestIov(1)
        .maxRdmaReadIov(1)
        .maxRdmaWriteIov(1)
        .maxRdmaReadIn(Math.min(normal.maxRdmaReadIn(), ia.maxRdmaReadPerEpIn()))
        .maxRdmaReadOut(Math.min(normal.maxRdmaReadOut(), ia.maxRdmaReadPerEpOut()))
        .build();
  }

  private Region memory(int slots) {
    Region region = connection.register(Math.multiplyExact(Math.max(1, slots), slotSize));
    Payload.ordered(region.buffer());
    return region;
  }

  /**
   * Connects with the other side's link; receives are to be posted before. The side that connects
   * sends the first message, as iWARP demands of it.
   */
  void meet() {
    session.meet(connection);
    peer = connection.peerRegion();
    if (session.connects()) {
      Completions.posted(
          connection.ep().postSend(hello.context(), hello.address(), 1, HELLO, NO_FLAGS));
      completions.next(connection.requestEvd(), HELLO);
    } else {
      completions.received(connection.recvEvd(), HELLO, 1);
    }
  }

  /** Where a place begins in its buffer. */
  int offset(int slot) {
    return slot * slotSize;
  }

  ByteBuffer out() {
    return out.buffer();
  }

  ByteBuffer in() {
    return in.buffer();
  }

  ByteBuffer target() {
    return target.buffer();
  }

  /** Posts a receive into a place; its cookie is the place. */
  void postReceive(int slot) {
    Completions.posted(
        connection
            .ep()
            .postRecv(in.context(), in.address() + offset(slot), slotSize, slot, NO_FLAGS));
  }

  /** Posts a Send from a place; its cookie is the place. */
  void postSend(int slot, int length) {
    postSend(slot, length, NO_FLAGS);
  }

  /** As {@link #postSend}, and no event tells of its success: only one of a later request. */
  void postSendSuppressed(int slot, int length) {
    postSend(slot, length, CompletionFlags.SUPPRESS);
  }

  private void postSend(int slot, int length, int flags) {
    Completions.posted(
        connection.ep().postSend(out.context(), out.address() + offset(slot), length, slot, flags));
  }

  /** Posts an RDMA Write from a place to one of the other side; its cookie is the own place. */
  void postWrite(int slot, int targetSlot, int length) {
    Completions.posted(
        connection
            .ep()
            .postRdmaWrite(
                out.context(),
                out.address() + offset(slot),
                length,
                slot,
                peer.rmrContext(),
                peer.address() + offset(targetSlot),
                NO_FLAGS));
  }

  /** Posts an RDMA Read from a place of the other side; its cookie is the own place. */
  void postRead(int slot, int targetSlot, int length) {
    Completions.posted(
        connection
            .ep()
            .postRdmaRead(
                out.context(),
                out.address() + offset(slot),
                length,
                slot,
                peer.rmrContext(),
                peer.address() + offset(targetSlot),
                NO_FLAGS));
  }

  /** Takes the completion of the request from a place. */
  void awaitRequest(int slot) {
    completions.next(connection.requestEvd(), slot);
  }

  /** Takes the completion of the receive into a place. */
  void awaitReceive(int slot, int length) {
    completions.received(connection.recvEvd(), slot, length);
  }

  @Override
  public void close() {
    connection.close();
  }
}
