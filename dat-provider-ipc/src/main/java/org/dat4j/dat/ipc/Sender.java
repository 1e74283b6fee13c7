package org.dat4j.dat.ipc;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.ipc.ring.RingWriter;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.GuardedCopy;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The transmit direction of an ipc connection: copies requests, and answers to the peer's Reads,
 * into the ring that the peer reads. Used under the transmit turn only.
 */
final class Sender {

  /** The state in which a round of sending stopped. */
  enum Result {
    /** Nothing is left to send. */
    IDLE,
    /** The budget is used up. */
    BUDGET,
    /** The ring is full. */
    BLOCKED,
    /** The peer was told why the connection ends. */
    REFUSED,
    /** Memory of this side can no longer be read. */
    NO_ACCESS
  }

  private static final int SLOT = 0;

  private final RingWriter writer;
  private final WireUpcalls upcalls;
  private final TurnHandover exchange;
  private final Runnable published;
  private final PendingWrites pending;
  private final RegionSlice slice = new RegionSlice();

  /** Payload of a record at most, so that both sides copy at the same time. */
  private final int mostPayload;

  private int requestsLeft;
  private boolean endsWithBye;

  /** Set when the last record of the connection is put. */
  private boolean isOver;

  /** Set while records were put that the peer may not know of. */
  private boolean isUntold;

  /** The message that is being sent; bytes from {@link #at} on are left. */
  private RecordType type = RecordType.NONE;

  private int flags;
  private long number;
  private long length;
  private long at;
  private int context;
  private long address;

  /** Whether a record of the message is still to be put. */
  private boolean inMessage;

  /** Whether the first record of the message was put. */
  private boolean isBegun;

  /**
   * Makes the direction.
   *
   * @param published tells the peer, if need be, that records were put
   */
  Sender(
      RingWriter writer,
      int ringBytes,
      WireUpcalls upcalls,
      TurnHandover exchange,
      Runnable published) {
    this.writer = writer;
    this.upcalls = upcalls;
    this.exchange = exchange;
    this.published = published;
    this.pending = new PendingWrites(writer);
    this.mostPayload = ringBytes / 8;
  }

  /** The number of the own request, or of the peer's Read, whose message was begun last. */
  long number() {
    return number;
  }

  /** Whether that message answers a Read of the peer. */
  boolean isAnswer() {
    return type == RecordType.DATA;
  }

  /** Whether a Read of the peer has not all of its data yet. */
  boolean hasAnswer() {
    return inMessage && isAnswer() || exchange.nextRead() >= 0;
  }

  /** Whether the peer was asked to ring, and has read that far; any thread. */
  boolean isReached() {
    return writer.isReached();
  }

  /** Reports the requests that are complete. */
  void report(RequestQueue requests) {
    pending.report(requests);
  }

  /** Sends until nothing is left, the budget is used up, or the ring is full. */
  Result send(RequestQueue requests, int budget) {
    requestsLeft = budget;
    pending.report(requests);
    for (; ; ) {
      Result result = fill(requests);
      announceRecords();
      pending.report(requests);
      if (result == Result.REFUSED || result == Result.NO_ACCESS || result == Result.BUDGET) {
        return result;
      }
      if (awaitsPeer(result == Result.BLOCKED)) {
        return result;
      }
    }
  }

  /** Asks the peer to ring; false when it has read so far already. */
  private boolean awaitsPeer(boolean blocked) {
    long position = pending.awaited();
    if (blocked && (position == 0 || position > writer.half())) {
      position = writer.half();
    }
    if (position == 0) {
      writer.wantNothing();
      return true;
    }
    writer.want(position);
    VarHandle.fullFence();
    return !writer.isRead(position);
  }

  private void announceRecords() {
    if (isUntold) {
      isUntold = false;
      published.run();
    }
  }

  private Result fill(RequestQueue requests) {
    for (; ; ) {
      if (inMessage) {
        Result stopped = putRecord(requests);
        if (stopped != null) {
          return stopped;
        }
      } else if (isOver) {
        return exchange.refusal == null ? Result.IDLE : Result.REFUSED;
      } else if (!beginAnswer() && !beginRefusal()) {
        if (requests.next()) {
          if (requestsLeft-- == 0) {
            return Result.BUDGET;
          }
          beginRequest(requests);
        } else if (endsWithBye) {
          beginLast(RecordType.BYE, 0, 0);
        } else {
          return Result.IDLE;
        }
      }
    }
  }

  /** Lets the connection end with a good-bye when nothing else is left to send. */
  void endWithBye() {
    endsWithBye = true;
  }

  /** Says good-bye now if the ring has room: no request follows. */
  void sendBye() {
    if (!inMessage && !isOver) {
      beginLast(RecordType.BYE, 0, 0);
      putRecord(null);
      announceRecords();
    }
  }

  /** Begins the answer to a Read of the peer. */
  private boolean beginAnswer() {
    int read = exchange.nextRead();
    if (read < 0) {
      return false;
    }
    begin(RecordType.DATA, 0, exchange.read(read), exchange.read(read + 1));
    context = (int) exchange.read(read + 2);
    address = exchange.read(read + 3);
    exchange.takeRead();
    return true;
  }

  private boolean beginRefusal() {
    TurnHandover.Refusal refusal = exchange.refusal;
    if (refusal == null) {
      return false;
    }
    beginLast(RecordType.REFUSAL, refusal.status().value(), refusal.number());
    // No payload follows: the field tells the cause, which an earlier version leaves 0.
    length = refusal.causeNumber();
    return true;
  }

  private void beginRequest(RequestQueue requests) {
    DtoOp op = requests.op();
    begin(
        op == DtoOp.SEND
            ? RecordType.SEND
            : op == DtoOp.RDMA_READ ? RecordType.READ : RecordType.WRITE,
        requests.flags() & CompletionFlags.SOLICITED_WAIT,
        requests.number(),
        requests.length());
    context = requests.remoteContext();
    address = requests.remoteAddress();
    if (type == RecordType.READ) {
      exchange.readSent(number, length);
    }
    requests.take();
  }

  private void beginLast(RecordType last, int newFlags, long newNumber) {
    isOver = true;
    begin(last, newFlags, newNumber, 0);
  }

  private void begin(RecordType newType, int newFlags, long newNumber, long newLength) {
    type = newType;
    flags = newFlags;
    number = newNumber;
    length = newLength;
    at = 0;
    isBegun = false;
    inMessage = true;
  }

  /** Puts the next record of the message; null when that is done. */
  private Result putRecord(RequestQueue requests) {
    long left = type.hasPayload() ? length - at : 0;
    int wish = (int) Math.min(left, mostPayload);
    int count = Math.min(writer.room(wish), wish);
    if (count < 0) {
      return Result.BLOCKED;
    }
    if (!copy(requests, count)) {
      return Result.NO_ACCESS;
    }
    RecordType kind = isBegun ? RecordType.CONTINUATION : type;
    writer.put(kind, flags, number, length, context, address, count);
    isBegun = true;
    isUntold = true;
    at += count;
    if (count < left) {
      announceRecords();
      return null;
    }
    inMessage = false;
    if (type == RecordType.SEND || type == RecordType.WRITE || type == RecordType.READ) {
      pending.copied(number, type == RecordType.WRITE);
    }
    return null;
  }

  /** Copies the next bytes of a message from registered memory; false when it cannot be read. */
  private boolean copy(RequestQueue requests, int count) {
    if (count == 0) {
      return true;
    }
    HazardPointers hazard = upcalls.hazard();
    try {
      for (int done = 0; done < count; done += slice.length()) {
        AccessResult access = locate(requests, at + done, count - done, hazard);
        if (access != AccessResult.OK) {
          return false;
        }
        hazard.publishFence();
        int to = writer.payloadIndex() + done;
        if (!slice.isValid()
            || !GuardedCopy.read(
                slice.buffer(), slice.index(), writer.memory(), to, slice.length())) {
          return false;
        }
      }
      return true;
    } finally {
      hazard.clear(SLOT);
    }
  }

  private AccessResult locate(
      RequestQueue requests, long offset, int count, HazardPointers hazard) {
    return type == RecordType.DATA
        ? upcalls.locateRemote(
            context, address + offset, count, MemPriv.REMOTE_READ, hazard, SLOT, slice)
        : requests.locate(number, offset, count, hazard, SLOT, slice);
  }
}
