package org.dat4j.tools.perf.exchange;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;

/**
 * A DAT connection of {@code perf} with the registered buffers of one side: for sending, for
 * receiving, and for RDMA by the peer. Each is divided into slots. For one thread; posts and
 * completions allocate nothing.
 */
public final class TransferConnection implements AutoCloseable {

  /** Cookie of the first Send, which the connecting side makes. */
  private static final long HELLO = -1;

  private static final int HELLO_SIZE = 64;

  /** Bytes between the beginnings of slots are a multiple of this: no two share a cache line. */
  private static final int ALIGNMENT = 64;

  private final PerfSession session;
  private final DatConnection connection;
  private final CompletionReader completions;
  private final int slotSize;
  private final Region hello;
  private final Region out;
  private final Region in;
  private final Region target;
  private RemoteRegion peer;

  /**
   * The size of a connection's buffers and queues.
   *
   * @param size bytes of the longest message
   * @param out slots to send from or read into, and requests in flight
   * @param in slots to receive into, and posted Receives
   * @param target slots that the peer reads or writes
   */
  public record Sizes(int size, int out, int in, int target) {

    /** Computes the bytes from one slot to the next. */
    int slotSize() {
      return Math.multiplyExact((size + ALIGNMENT - 1) / ALIGNMENT, ALIGNMENT);
    }

    /** {@return the bytes of memory that one side needs} */
    public long memory() {
      return (long) slotSize() * ((long) out + in + target);
    }
  }

  /**
   * Makes an unconnected endpoint with its buffers.
   *
   * @param session the side
   * @param poll whether its completions are polled
   * @param sizes of its buffers and queues
   */
  public TransferConnection(PerfSession session, boolean poll, Sizes sizes) {
    this.session = session;
    this.slotSize = sizes.slotSize();
    this.completions = new CompletionReader(poll, session.spinDeadline());
    connection = Dats.endpoint(session.ia(), attributes(session, sizes));
    try {
      hello = connection.register(HELLO_SIZE);
      out = memory(sizes.out());
      in = memory(sizes.in());
      target = memory(sizes.target());
      connection.share(target);
      if (!session.connects()) {
        CompletionReader.posted(
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

  private static EpAttr attributes(PerfSession session, Sizes sizes) {
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
    StampedPayload.ordered(region.buffer());
    return region;
  }

  /**
   * Connects with the peer; Receives have to be posted before. The connecting side sends the first
   * message, as iWARP demands.
   */
  public void meet() {
    session.meet(connection);
    peer = connection.peerRegion();
    if (session.connects()) {
      CompletionReader.posted(
          connection.ep().postSend(hello.context(), hello.address(), 1, HELLO, NO_FLAGS));
      completions.next(connection.requestEvd(), HELLO);
    } else {
      completions.received(connection.recvEvd(), HELLO, 1);
    }
  }

  /**
   * {@return the offset of a slot in its buffer}
   *
   * @param slot number of the slot
   */
  public int offset(int slot) {
    return slot * slotSize;
  }

  /** {@return the buffer to send from and to read into} */
  public ByteBuffer out() {
    return out.buffer();
  }

  /** {@return the buffer to receive into} */
  public ByteBuffer in() {
    return in.buffer();
  }

  /** {@return the buffer that the peer reads or writes} */
  public ByteBuffer target() {
    return target.buffer();
  }

  /**
   * Posts a Receive into a slot.
   *
   * @param slot number of the slot, also the cookie
   */
  public void postReceive(int slot) {
    CompletionReader.posted(
        connection
            .ep()
            .postRecv(in.context(), in.address() + offset(slot), slotSize, slot, NO_FLAGS));
  }

  /**
   * Posts a Send from a slot.
   *
   * @param slot number of the slot, also the cookie
   * @param length bytes to send
   */
  public void postSend(int slot, int length) {
    postSend(slot, length, NO_FLAGS);
  }

  /**
   * Posts a Send whose success gives no event; the event of a later request includes it.
   *
   * @param slot number of the slot, also the cookie
   * @param length bytes to send
   */
  public void postSendSuppressed(int slot, int length) {
    postSend(slot, length, CompletionFlags.SUPPRESS);
  }

  private void postSend(int slot, int length, int flags) {
    CompletionReader.posted(
        connection.ep().postSend(out.context(), out.address() + offset(slot), length, slot, flags));
  }

  /**
   * Posts an RDMA Write.
   *
   * @param slot number of the own slot, also the cookie
   * @param targetSlot slot of the peer
   * @param length bytes to write
   */
  public void postWrite(int slot, int targetSlot, int length) {
    CompletionReader.posted(
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

  /**
   * Posts an RDMA Read.
   *
   * @param slot number of the own slot, also the cookie
   * @param targetSlot slot of the peer
   * @param length bytes to read
   */
  public void postRead(int slot, int targetSlot, int length) {
    CompletionReader.posted(
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

  /**
   * Takes the completion of a request.
   *
   * @param slot its own slot
   */
  public void awaitRequest(int slot) {
    completions.next(connection.requestEvd(), slot);
  }

  /**
   * Takes the completion of a Receive.
   *
   * @param slot its slot
   * @param length expected bytes
   */
  public void awaitReceive(int slot, int length) {
    completions.received(connection.recvEvd(), slot, length);
  }

  @Override
  public void close() {
    connection.close();
  }
}
