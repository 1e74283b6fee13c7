package example.unix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The receive direction of a connection over Unix sockets: places messages and data in registered
 * memory, and takes acknowledgements. Used under the receive turn only.
 */
final class FrameReceiver {

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final TurnExchange exchange;
  private final FrameReader reader;
  private final RegionSlice slice = new RegionSlice();

  /** Set between the header of a frame and its last byte. */
  private boolean inFrame;

  /** Bytes of the payload that are placed. */
  private long at;

  /** The Receive that a Send is placed in; negative until one is claimed. */
  private long receive;

  private boolean isStalled;
  private boolean isOver;

  /**
   * Makes the direction.
   *
   * @param reader may have input of this connection already
   */
  FrameReceiver(
      SocketChannel channel, WireUpcalls upcalls, TurnExchange exchange, FrameReader reader) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.exchange = exchange;
    this.reader = reader;
  }

  /** Whether the next message waits for a Receive: until then no input is taken. */
  boolean isStalled() {
    return isStalled;
  }

  /** Whether nothing is taken any longer, because the connection ends. */
  boolean isOver() {
    return isOver;
  }

  /** Takes the input that is here; false when the stream has ended. */
  boolean receive() throws IOException {
    takeFrames();
    if (isStalled || isOver) {
      return true;
    }
    boolean open = reader.fill(channel);
    takeFrames();
    return open || isStalled;
  }

  private void takeFrames() {
    isStalled = false;
    while (!isOver) {
      if (!inFrame) {
        if (!reader.next()) {
          return;
        }
        inFrame = true;
        at = 0;
        receive = WireUpcalls.NOT_READY;
        if (!mayTouch()) {
          refuse(DtoStatus.ERR_REMOTE_ACCESS, "the peer may not touch the memory that it names");
          return;
        }
      }
      if (reader.type() == FrameType.SEND && receive < 0 && !claimReceive()) {
        return;
      }
      if (reader.type().hasPayload && at < reader.length()) {
        if (!reader.buffer().hasRemaining()) {
          return;
        }
        AccessResult access = place();
        if (access != AccessResult.OK) {
          refusePlacement(access);
          return;
        }
      } else {
        inFrame = false;
        end();
      }
    }
  }

  /** Whether the peer may read or write the memory that an RDMA names, as a whole. */
  private boolean mayTouch() {
    boolean read = reader.type() == FrameType.READ;
    if (!read && reader.type() != FrameType.WRITE || reader.length() == 0) {
      return true;
    }
    int right = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    HazardPointers hazard = upcalls.hazard();
    AccessResult access = locateRemote(0, reader.length(), right, hazard);
    hazard.clear(SLOT);
    return access == AccessResult.OK;
  }

  private boolean claimReceive() {
    receive = upcalls.claimReceive();
    isStalled = receive == WireUpcalls.NOT_READY;
    if (receive == WireUpcalls.NEVER_READY) {
      refuse(DtoStatus.ERR_RECEIVER_NOT_READY, "no Receive was posted in time");
    }
    return receive >= 0;
  }

  /** Places what has arrived of a payload, as far as it goes to one piece of memory. */
  private AccessResult place() {
    ByteBuffer input = reader.buffer();
    int arrived = (int) Math.min(reader.length() - at, input.remaining());
    HazardPointers hazard = upcalls.hazard();
    try {
      AccessResult access = locate(arrived, hazard);
      if (access != AccessResult.OK) {
        return access;
      }
      hazard.publishFence();
      // A program may poll the memory of a Write: its bytes become visible in order.
      boolean placed =
          slice.isValid()
              && (reader.type() == FrameType.WRITE
                  ? slice.copyInOrder(input, input.position())
                  : slice.copyFrom(input, input.position(), slice.length()));
      if (!placed) {
        return AccessResult.REVOKED;
      }
    } finally {
      hazard.clear(SLOT);
    }
    input.position(input.position() + slice.length());
    at += slice.length();
    return AccessResult.OK;
  }

  private AccessResult locate(int count, HazardPointers hazard) {
    return switch (reader.type()) {
      case SEND -> upcalls.locateReceive(receive, at, count, hazard, SLOT, slice);
      case WRITE -> locateRemote(at, count, MemPriv.REMOTE_WRITE, hazard);
      case DATA -> requests().locate(reader.number(), at, count, hazard, SLOT, slice);
      default -> throw unexpected();
    };
  }

  private AccessResult locateRemote(long offset, long count, int right, HazardPointers hazard) {
    return upcalls.locateRemote(
        reader.context(), reader.address() + offset, count, right, hazard, SLOT, slice);
  }

  /** Does what a frame says, once its payload is placed. */
  private void end() {
    switch (reader.type()) {
      case SEND -> {
        boolean solicited = (reader.detail() & CompletionFlags.SOLICITED_WAIT) != 0;
        upcalls.received(receive, reader.length(), DtoStatus.SUCCESS, solicited);
        placed();
      }
      case WRITE -> placed();
      case READ -> {
        exchange.askRead(reader);
        placed();
      }
      case DATA -> upcalls.readDone();
      case ACKNOWLEDGE -> {
        exchange.acknowledged = reader.number();
        upcalls.moreToTransmit();
      }
      case REFUSE -> {
        DtoStatus status = DtoStatus.of(reader.detail());
        broken(reader.number(), status, "the peer has refused a request: " + status);
      }
      case BYE -> {
        isOver = true;
        upcalls.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
      }
      default -> throw unexpected();
    }
  }

  private void placed() {
    exchange.placed = reader.number();
    upcalls.moreToTransmit();
  }

  private void refusePlacement(AccessResult access) {
    switch (reader.type()) {
      case SEND -> {
        boolean tooLong = access == AccessResult.TOO_LONG;
        upcalls.received(
            receive,
            reader.length(),
            tooLong ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_LOCAL_PROTECTION,
            false);
        refuse(DtoStatus.ERR_REMOTE_RESPONDER, access.text());
      }
      case WRITE -> refuse(DtoStatus.ERR_REMOTE_ACCESS, access.text());
      default -> broken(reader.number(), DtoStatus.ERR_LOCAL_PROTECTION, access.text());
    }
  }

  /** Has the transmit turn tell the peer why its request is refused; then the connection ends. */
  private void refuse(DtoStatus status, String reason) {
    isOver = true;
    exchange.refusal = new TurnExchange.Refusal(reader.number(), status, reason);
    upcalls.moreToTransmit();
  }

  private void broken(long request, DtoStatus status, String reason) {
    isOver = true;
    upcalls.failed(request, status);
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, reason);
  }

  private RequestQueue requests() {
    RequestQueue requests = exchange.requests;
    if (requests == null) {
      throw unexpected();
    }
    return requests;
  }

  private IllegalStateException unexpected() {
    return new IllegalStateException("the peer sends " + reader.type() + " at a wrong time");
  }
}
