package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.InboundChecks;
import org.dat4j.dat.tcp.wire.Opcode;

/**
 * The receive direction of a connection: reads into a staging buffer, checks each segment and only
 * then has it delivered. Under the receive turn, except where said.
 */
final class Inbound {

  /** Where it goes what does not end a connection. */
  interface Sink {
    /** Nothing more is read until a receive is posted, or reading goes on. */
    void stalled(boolean now);

    /** The first octets arrived: this end may speak. */
    void peerReady();
  }

  /** Of {@link #awaitFirst}: no message will come, and there is nobody to tell. */
  static final int NEVER = -1;

  /** Most octets read per call, for fairness between connections. */
  private static final int TURN = Staging.SIZE;

  private final SocketChannel channel;
  private final Endings endings;
  private final Sink sink;
  private final Buffers buffers;
  private final boolean crc;
  private final InboundChecks checks;
  private final Deliveries deliveries;
  private final Watchdog.Watch watch;

  /**
   * Null where there is nothing in it and others may need it. What is only used for a while is not
   * stored: each store of a reference is a collector's barrier.
   */
  private Staging lent;

  /** Null with CRC. */
  private final Straight straight;

  /** Whether the present segment's payload goes from the socket to its memory. */
  private boolean isStraight;

  private int head;
  private int tail;
  private boolean checked;
  private boolean stalled;
  private boolean heard;
  private long handled;
  private volatile boolean closed;

  /** Makes the direction; without CRC there is a way straight to memory, and with CRC null. */
  Inbound(
      SocketChannel channel,
      InboundChecks checks,
      Deliveries deliveries,
      Straight straight,
      Buffers buffers,
      Watchdog.Watch watch,
      Endings endings,
      Sink sink) {
    this.channel = channel;
    this.checks = checks;
    this.deliveries = deliveries;
    this.straight = straight;
    this.buffers = buffers;
    this.watch = watch;
    this.endings = endings;
    this.sink = sink;
    this.crc = straight == null;
  }

  private Staging borrow() {
    return lent == null ? buffers.stagings().take() : lent;
  }

  /** Gives the staging buffer back when nothing in it is needed any more. */
  private void giveBack(Staging room) {
    boolean empty = head == tail && buffers.areScarce() || closed;
    Staging kept = empty ? null : room;
    if (lent != kept) {
      lent = kept;
    }
    if (empty) {
      head = 0;
      tail = 0;
      buffers.stagings().give(room);
    }
  }

  /** Any thread: nothing more is placed or delivered after the present segment. */
  void close() {
    closed = true;
  }

  boolean isStalled() {
    return stalled;
  }

  boolean isClosed() {
    return closed;
  }

  /** Messages and segments handled so far; any thread, a hint. */
  long handled() {
    return handled;
  }

  /**
   * Before the turns are in force: whether the peer's first message is there.
   *
   * @return {@link FpduParser#OK} when it is, {@link FpduParser#NEED_MORE} when not yet, {@link
   *     #NEVER} when the peer has ended the stream or refuses, a fault when it is none
   */
  int awaitFirst() throws IOException {
    lent = borrow();
    ByteBuffer staging = lent.buffer();
    FpduParser fpdu = lent.parser(crc);
    staging.limit(Staging.FULL).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      return NEVER;
    }
    tail += count;
    int result = fpdu.parse(head, tail);
    if (result == FpduParser.OK && fpdu.opcode() == Opcode.TERMINATE) {
      return NEVER;
    }
    return result == FpduParser.PARTIAL ? FpduParser.OK : result;
  }

  /**
   * Handles what is staged and what the socket has, the latter up to a bound.
   *
   * @return segments handled
   */
  int progress() {
    long before = handled;
    Staging room = borrow();
    try {
      progress(room);
    } finally {
      giveBack(room);
    }
    return (int) (handled - before);
  }

  private void progress(Staging room) {
    try {
      parse(room);
      int left = TURN;
      while (left > 0 && !closed && !stalled) {
        int count = isStraight ? readStraight(room.buffer()) : read(left, room);
        if (count <= 0) {
          break;
        }
        left -= count;
        parse(room);
      }
    } catch (IOException e) {
      end(e);
    }
    if ((isStraight || head < tail && !stalled) && !closed && watch.isTooLong(handled)) {
      closed = true;
      endings.unfinished();
    }
  }

  /** Reads once; octets, 0 when there are no more just now. */
  private int read(int most, Staging room) throws IOException {
    ByteBuffer staging = room.buffer();
    if (head == tail) {
      head = 0;
      tail = 0;
    }
    int free = Staging.FULL - tail;
    int wanted = free > 0 ? Math.min(most, free) : room.parser(crc).needed() - (tail - head);
    staging.limit(tail + wanted).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      end(null);
      return 0;
    }
    tail += count;
    if (count < wanted) {
      parse(room);
      return 0;
    }
    return count;
  }

  /** Reads more of the present segment; octets, 0 when there are no more just now. */
  private int readStraight(ByteBuffer staging) throws IOException {
    int missing = straight.missing();
    int count = straight.read(staging, tail);
    if (count == Straight.REFUSED) {
      fail(Faults.ofWrite(straight.refusal()), staging);
      return 0;
    }
    if (count < 0) {
      end(null);
      return 0;
    }
    tail += count;
    if (straight.isComplete(tail)) {
      isStraight = false;
      checked = false;
      head = straight.end();
      handled++;
    }
    return count + missing - straight.missing();
  }

  /** Places what is there of a segment and reads the rest into its memory. */
  private void goStraight(FpduParser fpdu, Staging room) {
    ByteBuffer staging = room.buffer();
    int fault = checks.check(fpdu);
    if (fault == FpduParser.OK) {
      checked = true;
      hear();
      fault = deliveries.beginWrite(fpdu, room);
    }
    if (fault != FpduParser.OK) {
      fail(fault, staging);
      return;
    }
    straight.begin(fpdu, staging);
    head = 0;
    tail = Fpdu.TAGGED_PAYLOAD;
    isStraight = true;
  }

  private void hear() {
    if (!heard) {
      heard = true;
      sink.peerReady();
    }
  }

  private void end(IOException cause) {
    closed = true;
    endings.endOfInput(cause == null && head == tail && checks.betweenMessages(), cause);
  }

  private void parse(Staging room) {
    ByteBuffer staging = room.buffer();
    FpduParser fpdu = room.parser(crc);
    while (head < tail && !closed && !isStraight) {
      int result = fpdu.parse(head, tail);
      if (result == FpduParser.PARTIAL
          && fpdu.opcode() == Opcode.WRITE
          && fpdu.payloadMissing() >= Straight.WORTH) {
        goStraight(fpdu, room);
        return;
      }
      if (result == FpduParser.NEED_MORE || result == FpduParser.PARTIAL) {
        return;
      }
      if (result == FpduParser.OK && !checked) {
        result = checks.check(fpdu);
      }
      if (result != FpduParser.OK) {
        fail(result, staging);
        return;
      }
      checked = true;
      hear();
      if (fpdu.opcode() == Opcode.TERMINATE) {
        closed = true;
        endings.terminated(fpdu);
        return;
      }
      result = deliveries.handle(fpdu, room);
      stall(result == Deliveries.NOT_READY);
      if (stalled) {
        return;
      }
      if (result != FpduParser.OK) {
        fail(result, staging);
        return;
      }
      checked = false;
      head = fpdu.end();
      handled++;
    }
  }

  private void stall(boolean now) {
    if (stalled != now) {
      stalled = now;
      sink.stalled(now);
    }
  }

  private void fail(int fault, ByteBuffer staging) {
    closed = true;
    endings.fault(fault, staging, head, tail);
  }
}
