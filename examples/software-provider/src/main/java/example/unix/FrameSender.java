package example.unix;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The transmit direction of a connection over Unix sockets: makes frames of requests,
 * acknowledgements and answers to Reads. Used under the transmit turn only.
 */
final class FrameSender {

  /** The state in which a round of sending stopped. */
  enum Result {
    /** Nothing is left to send. */
    IDLE,
    /** The budget is used up. */
    BUDGET,
    /** The socket is full. */
    BLOCKED,
    /** The peer was told why the connection ends. */
    REFUSED,
    /** Memory of this side can no longer be read. */
    NO_ACCESS
  }

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final TurnExchange exchange;
  private final FrameWriter writer = new FrameWriter();
  private final RegionSlice slice = new RegionSlice();
  private long acknowledged = TurnExchange.NONE;
  private long reported = TurnExchange.NONE;
  private int requestsLeft;
  private boolean endsWithBye;

  /** Set when the last frame of the connection is put. */
  private boolean isOver;

  /** The request or Read whose payload is being sent; bytes from {@link #at} on are left. */
  private long number;

  private long length;
  private long at;
  private boolean isAnswer;
  private int context;
  private long address;

  FrameSender(SocketChannel channel, WireUpcalls upcalls, TurnExchange exchange) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.exchange = exchange;
  }

  /** The number of the own request, or of the peer's Read, whose frame was put last. */
  long number() {
    return number;
  }

  /** Whether that frame answers a Read of the peer. */
  boolean isAnswer() {
    return isAnswer;
  }

  /** Reports what the peer has acknowledged. */
  void reportAcknowledged(RequestQueue requests) {
    long last = exchange.acknowledged;
    if (last != reported) {
      requests.sent(last);
      reported = last;
    }
  }

  /** Sends until nothing is left, the budget is used up, or the socket is full. */
  Result send(RequestQueue requests, int budget) throws IOException {
    requestsLeft = budget;
    for (; ; ) {
      Result filled = fill(requests);
      if (!writer.flush(channel)) {
        return Result.BLOCKED;
      }
      if (filled != Result.BLOCKED) {
        return filled;
      }
    }
  }

  /** Puts frames into the buffer; BLOCKED when it is full. */
  private Result fill(RequestQueue requests) {
    while (writer.room() >= FrameWriter.HEADER) {
      if (at < length) {
        if (!putPayload(requests)) {
          return Result.NO_ACCESS;
        }
      } else if (isOver) {
        return exchange.refusal == null ? Result.IDLE : Result.REFUSED;
      } else if (putAcknowledgement() || putAnswer() || putRefusal()) {
        continue;
      } else if (requests.next()) {
        if (requestsLeft-- == 0) {
          return Result.BUDGET;
        }
        putRequest(requests);
      } else if (endsWithBye) {
        putBye();
      } else {
        return Result.IDLE;
      }
    }
    return Result.BLOCKED;
  }

  /** Lets the connection end with a good-bye when nothing else is left to send. */
  void endWithBye() {
    endsWithBye = true;
  }

  /** Says good-bye now, as far as the socket takes it: no request follows. */
  void sendBye() throws IOException {
    if (at == length && !isOver && writer.flush(channel)) {
      putAcknowledgement();
      putBye();
    }
    writer.flush(channel);
  }

  private boolean putAcknowledgement() {
    long placed = exchange.placed;
    if (placed == acknowledged) {
      return false;
    }
    acknowledged = placed;
    writer.put(FrameType.ACKNOWLEDGE, 0, placed, 0, 0, 0);
    return true;
  }

  /** Puts the header of the answer to a Read of the peer. */
  private boolean putAnswer() {
    int read = exchange.nextRead();
    if (read < 0) {
      return false;
    }
    isAnswer = true;
    begin(exchange.read(read), exchange.read(read + 1));
    context = (int) exchange.read(read + 2);
    address = exchange.read(read + 3);
    exchange.takeRead();
    writer.put(FrameType.DATA, 0, number, length, 0, 0);
    return true;
  }

  private boolean putRefusal() {
    TurnExchange.Refusal refusal = exchange.refusal;
    if (refusal == null) {
      return false;
    }
    isOver = true;
    writer.put(FrameType.REFUSE, refusal.status().value(), refusal.number(), 0, 0, 0);
    return true;
  }

  private void putBye() {
    isOver = true;
    writer.put(FrameType.BYE, 0, 0, 0, 0, 0);
  }

  private void putRequest(RequestQueue requests) {
    boolean send = requests.op() == DtoOp.SEND;
    boolean read = requests.op() == DtoOp.RDMA_READ;
    isAnswer = false;
    begin(requests.number(), read ? 0 : requests.length());
    writer.put(
        send ? FrameType.SEND : read ? FrameType.READ : FrameType.WRITE,
        requests.flags() & CompletionFlags.SOLICITED_WAIT,
        number,
        requests.length(),
        requests.remoteContext(),
        requests.remoteAddress());
    requests.take();
  }

  private void begin(long newNumber, long newLength) {
    number = newNumber;
    length = newLength;
    at = 0;
  }

  /** Copies the next part of a payload from registered memory; false when it cannot be read. */
  private boolean putPayload(RequestQueue requests) {
    long count = Math.min(length - at, writer.room());
    HazardPointers hazard = upcalls.hazard();
    try {
      AccessResult access =
          isAnswer
              ? upcalls.locateRemote(
                  context, address + at, count, MemPriv.REMOTE_READ, hazard, SLOT, slice)
              : requests.locate(number, at, count, hazard, SLOT, slice);
      if (access != AccessResult.OK) {
        return false;
      }
      hazard.publishFence();
      at += slice.length();
      return slice.isValid() && writer.put(slice);
    } finally {
      hazard.clear(SLOT);
    }
  }
}
