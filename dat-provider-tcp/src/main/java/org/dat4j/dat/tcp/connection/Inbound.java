package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.dat4j.dat.tcp.buffer.ReceiveBuffer;
import org.dat4j.dat.tcp.buffer.SharedBuffers;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.InboundChecks;
import org.dat4j.dat.tcp.wire.Opcode;

/**
 * The receive direction of an iWARP connection: reads the socket into a receive buffer, and checks
 * each segment before it is processed. Used under the receive turn, except where noted.
 */
public final class Inbound {

  /** Callbacks for events that do not end the connection. */
  interface Events {
    /** Reports that reading stops until a Receive is posted, or continues. */
    void stalled(boolean now);

    /** Reports that reading stops until a buffer is available, or continues. */
    void waitingForBuffer(boolean now);

    /** Reports that the first bytes have arrived: this end may send. */
    void peerActive();
  }

  /** Result of {@link #awaitFirst}: no message will come, and no peer is left to notify. */
  public static final int NO_MESSAGE = -1;

  /** Result of {@link #awaitFirst}: no buffer is available now. */
  public static final int NO_BUFFER = -2;

  /** Most bytes at the end of a call that are saved without a buffer, such as part of a header. */
  private static final int MAX_SAVED = 256;

  /** Most bytes read per call, for fairness between connections. */
  private static final int MAX_BYTES_PER_ROUND = ReceiveBuffer.SIZE;

  private final SocketChannel channel;
  private final TerminationHandler termination;
  private final Events events;
  private final SharedBuffers buffers;
  private final boolean crc;
  private final InboundChecks checks;
  private final SegmentProcessor processor;
  private final Watchdog.Watch watch;
  private final Watchdog.Watch bufferRetry;
  private final BufferQuota.Share quota;

  /** Bytes between head and tail while no buffer is kept; null before the first. */
  private byte[] saved;

  /** Whether reading waits for a buffer. */
  private boolean waitingForBuffer;

  /**
   * Buffer kept between two calls; null where it is empty and others may need it. A buffer used
   * within one call only is not stored: each store of a reference costs a write barrier of the
   * collector.
   */
  private ReceiveBuffer cached;

  /** Null when a CRC is in use. */
  private final DirectPlacement directPlacement;

  /** Whether the current segment's payload is read from the socket into its memory. */
  private boolean placingDirectly;

  private int head;
  private int tail;
  private boolean checked;
  private boolean stalled;
  private boolean peerActive;

  /** Whether the last call has read all that the socket had. */
  private boolean drained;

  /** Whether the last call stopped at the end of a segment for other connections. */
  private boolean yielding;

  private long handled;
  private volatile boolean closed;

  /** Creates the direction; directPlacement is null when a CRC is in use. */
  Inbound(
      SocketChannel channel,
      InboundChecks checks,
      SegmentProcessor processor,
      DirectPlacement directPlacement,
      SharedBuffers buffers,
      Watchdog.Watch watch,
      Watchdog.Watch bufferRetry,
      BufferQuota.Share quota,
      TerminationHandler termination,
      Events events) {
    this.channel = channel;
    this.checks = checks;
    this.processor = processor;
    this.directPlacement = directPlacement;
    this.buffers = buffers;
    this.watch = watch;
    this.bufferRetry = bufferRetry;
    this.quota = quota;
    this.termination = termination;
    this.events = events;
    this.crc = directPlacement == null;
  }

  /** Returns a buffer with the saved bytes; null when none is available. */
  private ReceiveBuffer acquireBuffer() {
    ReceiveBuffer buffer = cached;
    if (buffer == null && quota.hasRoom()) {
      buffer = buffers.receiveBuffers().acquire();
      if (buffer != null && tail > 0) {
        buffer.buffer().clear().put(0, saved, 0, tail);
      }
    }
    return buffer;
  }

  /** Returns the buffer to the pool when little in it is needed. */
  private void returnBuffer(ReceiveBuffer buffer) {
    int left = closed ? 0 : tail - head;
    boolean back = closed || left <= MAX_SAVED && buffers.shouldReturnIdle();
    quota.setHeld(left > MAX_SAVED);
    ReceiveBuffer kept = back ? null : buffer;
    if (cached != kept) {
      cached = kept;
    }
    if (back) {
      if (left > 0) {
        save(buffer.buffer(), left);
      }
      head = 0;
      tail = left;
      buffers.receiveBuffers().release(buffer);
    }
  }

  private void save(ByteBuffer staging, int left) {
    if (saved == null) {
      saved = new byte[MAX_SAVED];
    }
    staging.clear().get(head, saved, 0, left);
  }

  /** Returns the kept buffer to the pool when the connection is over. */
  void releaseBuffer() {
    ReceiveBuffer buffer = cached;
    if (buffer != null) {
      returnBuffer(buffer);
    }
    quota.close();
  }

  /** Stops reading until a buffer is available. */
  private void waitForBuffer() {
    quota.setWaiting(true);
    if (!waitingForBuffer) {
      waitingForBuffer = true;
      events.waitingForBuffer(true);
    }
    bufferRetry.wakeLater();
  }

  private void resume() {
    if (waitingForBuffer) {
      waitingForBuffer = false;
      quota.setWaiting(false);
      events.waitingForBuffer(false);
    }
  }

  /** Stops placing and delivering after the current segment. Any thread. */
  void close() {
    closed = true;
  }

  /** Tells whether nothing is left to be read, or nothing may be read for now. */
  boolean isIdle() {
    return stalled || drained || waitingForBuffer;
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns the number of messages and segments handled so far; any thread, a hint. */
  long handled() {
    return handled;
  }

  /**
   * Reads the peer's first message, before the turns are in force.
   *
   * @return {@link FpduParser#OK} when it is, {@link FpduParser#NEED_MORE} when not yet, {@link
   *     #NO_BUFFER} when nothing can be read, {@link #NO_MESSAGE} when the peer has ended the
   *     stream or refuses, a fault when it is none
   * @throws IOException if the socket fails
   */
  public int awaitFirst() throws IOException {
    ReceiveBuffer buffer = acquireBuffer();
    if (buffer == null) {
      return NO_BUFFER;
    }
    try {
      return awaitFirst(buffer);
    } finally {
      returnBuffer(buffer);
    }
  }

  private int awaitFirst(ReceiveBuffer buffer) throws IOException {
    ByteBuffer staging = buffer.buffer();
    FpduParser fpdu = buffer.parser(crc);
    staging.limit(ReceiveBuffer.FULL).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      return NO_MESSAGE;
    }
    tail += count;
    int result = fpdu.parse(head, tail);
    if (result == FpduParser.OK && fpdu.opcode() == Opcode.TERMINATE) {
      return NO_MESSAGE;
    }
    return result == FpduParser.PARTIAL ? FpduParser.OK : result;
  }

  /**
   * Handles buffered bytes and what the socket has, the latter up to a limit.
   *
   * @return segments handled
   */
  int progress() {
    long before = handled;
    ReceiveBuffer buffer = acquireBuffer();
    if (buffer == null) {
      waitForBuffer();
      return 0;
    }
    resume();
    try {
      progress(buffer);
    } finally {
      returnBuffer(buffer);
    }
    if (yielding && !closed) {
      waitForBuffer();
    }
    return (int) (handled - before);
  }

  private void progress(ReceiveBuffer buffer) {
    drained = false;
    yielding = false;
    try {
      parse(buffer);
      int left = MAX_BYTES_PER_ROUND;
      while (left > 0 && !closed && !stalled) {
        if (head == tail && !placingDirectly && isBufferContended()) {
          yielding = true;
          break;
        }
        int count = placingDirectly ? readDirectly(buffer.buffer()) : read(left, buffer);
        if (count <= 0) {
          drained = true;
          break;
        }
        left -= count;
        parse(buffer);
      }
    } catch (IOException e) {
      end(e);
    }
    if ((placingDirectly || head < tail && !stalled) && !closed && watch.isTooLong(handled)) {
      closed = true;
      termination.segmentTimedOut();
    }
  }

  /** Tells whether another connection waits for the buffer that this one has kept. */
  private boolean isBufferContended() {
    return quota.isHeld() && quota.isContended();
  }

  /** Reads once; returns the number of bytes, 0 when there are no more now. */
  private int read(int limit, ReceiveBuffer buffer) throws IOException {
    ByteBuffer staging = buffer.buffer();
    if (head == tail) {
      head = 0;
      tail = 0;
    }
    int free = ReceiveBuffer.FULL - tail;
    boolean oneSegment = free <= 0 || head < tail && isBufferContended();
    int wanted = oneSegment ? buffer.parser(crc).needed() - (tail - head) : Math.min(limit, free);
    staging.limit(tail + wanted).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      end(null);
      return 0;
    }
    tail += count;
    if (count < wanted) {
      parse(buffer);
      return 0;
    }
    return count;
  }

  /**
   * Reads more of the current segment; returns the number of bytes, 0 when there are no more now.
   */
  private int readDirectly(ByteBuffer staging) throws IOException {
    int missing = directPlacement.missing();
    int count = directPlacement.read(staging, tail);
    if (count == DirectPlacement.REFUSED) {
      fail(processor.refuseWrite(directPlacement.refusal()), staging);
      return 0;
    }
    if (count < 0) {
      end(null);
      return 0;
    }
    tail += count;
    if (directPlacement.isComplete(tail)) {
      placingDirectly = false;
      checked = false;
      head = directPlacement.end();
      handled++;
    }
    return count + missing - directPlacement.missing();
  }

  /** Places the buffered part of a segment; the rest is then read into its memory. */
  private void startDirectPlacement(FpduParser fpdu, ReceiveBuffer buffer) {
    ByteBuffer staging = buffer.buffer();
    int fault = checks.check(fpdu);
    if (fault == FpduParser.OK) {
      checked = true;
      markPeerActive();
      fault = processor.beginWrite(fpdu, buffer);
    }
    if (fault != FpduParser.OK) {
      fail(fault, staging);
      return;
    }
    directPlacement.begin(fpdu, staging);
    head = 0;
    tail = Fpdu.TAGGED_PAYLOAD;
    placingDirectly = true;
  }

  private void markPeerActive() {
    if (!peerActive) {
      peerActive = true;
      events.peerActive();
    }
  }

  private void end(IOException cause) {
    closed = true;
    termination.endOfInput(cause == null && head == tail && checks.betweenMessages(), cause);
  }

  private void parse(ReceiveBuffer buffer) {
    ByteBuffer staging = buffer.buffer();
    FpduParser fpdu = buffer.parser(crc);
    while (head < tail && !closed && !placingDirectly) {
      int result = fpdu.parse(head, tail);
      if (result == FpduParser.PARTIAL
          && fpdu.opcode() == Opcode.WRITE
          && fpdu.payloadMissing() >= DirectPlacement.MIN_BYTES) {
        startDirectPlacement(fpdu, buffer);
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
      markPeerActive();
      if (fpdu.opcode() == Opcode.TERMINATE) {
        closed = true;
        termination.terminateReceived(fpdu);
        return;
      }
      result = processor.handle(fpdu, buffer);
      setStalled(result == SegmentProcessor.NOT_READY);
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

  private void setStalled(boolean value) {
    if (stalled != value) {
      stalled = value;
      events.stalled(value);
    }
  }

  private void fail(int fault, ByteBuffer staging) {
    closed = true;
    termination.peerFault(fault, processor.refusalDetail(), staging, head, tail);
  }
}
