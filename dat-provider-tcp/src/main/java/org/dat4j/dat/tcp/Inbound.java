package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.Hazard;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.InboundChecks;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.TerminateCode;

/**
 * The receive direction of a connection: reads into a staging buffer, checks each segment and only
 * then places its payload. Under the receive turn, except where said.
 */
final class Inbound {

  /** Where the outcome goes that ends a connection. */
  interface Sink {
    /** The peer did something wrong; a Terminate is due. The refused segment begins at from. */
    void fault(int fault, ByteBuffer staged, int from, int to);

    /** The peer has sent a Terminate. */
    void terminated(FpduParser message);

    /** The peer will send no more. */
    void endOfInput(boolean betweenMessages, IOException cause);

    /** Nothing more is read until a receive is posted, or reading goes on. */
    void stalled(boolean now);

    /** The first octets arrived: this end may speak. */
    void peerReady();
  }

  /** Of {@link #awaitFirst}: no message will come, and there is nobody to tell. */
  static final int NEVER = -1;

  /** Reads per call, for fairness between connections. */
  private static final int READS = 4;

  /** Reads of a segment each per call. */
  private static final int STRAIGHT_READS = 16;

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final Sink sink;
  private final ReadsOut readsOut;
  private final ReadsIn readsIn;
  private final Proofs proofs;
  private final Buffers buffers;
  private final boolean crc;

  /** Null where there is nothing in it and others may need it. */
  private Staging lent;

  /** Of what is lent. */
  private ByteBuffer staging;

  /** Of what is lent. */
  private FpduParser fpdu;

  private final InboundChecks checks = new InboundChecks();
  private final Span span = new Span();

  /** Null with CRC. */
  private final Straight straight;

  /** Whether the present segment's payload goes from the socket to its memory. */
  private boolean isStraight;

  private int head;
  private int tail;
  private boolean checked;
  private boolean stalled;
  private boolean heard;
  private long receive = -1;
  private long handled;
  private volatile boolean closed;
  private volatile RequestQueue requests;

  Inbound(
      SocketChannel channel,
      WireUpcalls upcalls,
      boolean crc,
      ReadsOut readsOut,
      ReadsIn readsIn,
      Proofs proofs,
      Buffers buffers,
      Sink sink) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.sink = sink;
    this.readsOut = readsOut;
    this.readsIn = readsIn;
    this.proofs = proofs;
    this.buffers = buffers;
    this.crc = crc;
    this.straight = crc ? null : new Straight(channel, upcalls);
  }

  private void borrow() {
    if (lent == null) {
      lent = buffers.stagings().take();
      staging = lent.buffer();
      fpdu = lent.parser(crc);
    }
  }

  /** Gives the staging buffer back when nothing in it is needed any more. */
  private void giveBack() {
    if (lent != null && (head == tail && buffers.areScarce() || closed)) {
      head = 0;
      tail = 0;
      buffers.stagings().give(lent);
      lent = null;
      staging = null;
      fpdu = null;
    }
  }

  /** Transmit side: where the requests are that reads belong to; before the first is sent. */
  void requests(RequestQueue queue) {
    requests = queue;
  }

  /** Where the requests are; null until the first is sent. */
  RequestQueue requests() {
    return requests;
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
    borrow();
    staging.limit(Staging.SIZE).position(tail);
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
   * Handles what is staged and what the socket has.
   *
   * @return segments handled
   */
  int progress() {
    long before = handled;
    borrow();
    try {
      parse();
      for (int reads = 0; reads < most() && !closed && !stalled; reads++) {
        if (!(isStraight ? readStraight() : read())) {
          break;
        }
        parse();
      }
    } catch (IOException e) {
      end(e);
    }
    giveBack();
    return (int) (handled - before);
  }

  private int most() {
    return isStraight ? STRAIGHT_READS : READS;
  }

  /** Reads once; true when there may be more. */
  private boolean read() throws IOException {
    if (head == tail) {
      head = 0;
      tail = 0;
    } else if (head > 0 && Staging.SIZE - head < fpdu.needed()) {
      staging.limit(tail).position(head);
      staging.compact();
      tail -= head;
      head = 0;
    }
    int room = Staging.SIZE - tail;
    staging.limit(Staging.SIZE).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      end(null);
      return false;
    }
    tail += count;
    if (count < room) {
      parse();
      return false;
    }
    return true;
  }

  /** Reads more of the present segment; true when there may be more. */
  private boolean readStraight() throws IOException {
    int missing = straight.missing();
    int count = straight.read(staging, tail);
    if (count == Straight.REFUSED) {
      fail(Faults.ofWrite(straight.refusal()));
      return false;
    }
    if (count < 0) {
      end(null);
      return false;
    }
    tail += count;
    boolean more = count > 0 || straight.missing() < missing;
    if (straight.isComplete(tail)) {
      isStraight = false;
      checked = false;
      head = straight.end();
      handled++;
    }
    return more;
  }

  /** Places what is there of a segment and reads the rest into its memory. */
  private void goStraight() {
    int fault = checks.check(fpdu);
    if (fault != FpduParser.OK) {
      fail(fault);
      return;
    }
    checked = true;
    hear();
    Hazard hazard = upcalls.hazard();
    Access access =
        upcalls.locateRemote(
            fpdu.stag(),
            fpdu.taggedOffset(),
            fpdu.payloadLength(),
            MemPriv.REMOTE_WRITE,
            hazard,
            SLOT,
            span);
    if (access == Access.OK) {
      access = place(fpdu.payloadOffset(), fpdu.payloadPresent(), hazard);
    }
    if (access != Access.OK) {
      fail(Faults.ofWrite(access));
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
    sink.endOfInput(cause == null && head == tail && checks.betweenMessages(), cause);
  }

  private void parse() {
    while (head < tail && !closed && !isStraight) {
      int result = fpdu.parse(head, tail);
      if (result == FpduParser.PARTIAL
          && fpdu.opcode() == Opcode.WRITE
          && fpdu.payloadMissing() >= Straight.WORTH) {
        goStraight();
        return;
      }
      if (result == FpduParser.NEED_MORE || result == FpduParser.PARTIAL) {
        return;
      }
      if (result == FpduParser.OK && !checked) {
        result = checks.check(fpdu);
      }
      if (result != FpduParser.OK) {
        fail(result);
        return;
      }
      checked = true;
      hear();
      if (!handle()) {
        return;
      }
      checked = false;
      head = fpdu.end();
      handled++;
    }
  }

  private void fail(int fault) {
    closed = true;
    sink.fault(fault, staging, head, tail);
  }

  /** False when the connection is over or has to wait. */
  private boolean handle() {
    int opcode = fpdu.opcode();
    return switch (opcode) {
      case Opcode.WRITE -> write();
      case Opcode.READ_REQUEST -> readRequest();
      case Opcode.READ_RESPONSE -> readResponse();
      case Opcode.TERMINATE -> {
        closed = true;
        sink.terminated(fpdu);
        yield false;
      }
      default -> send(opcode);
    };
  }

  private boolean write() {
    int length = fpdu.payloadLength();
    if (length == 0) {
      return true;
    }
    Hazard hazard = upcalls.hazard();
    Access access =
        upcalls.locateRemote(
            fpdu.stag(), fpdu.taggedOffset(), length, MemPriv.REMOTE_WRITE, hazard, SLOT, span);
    if (access == Access.OK) {
      access = placeInOrder(fpdu.payloadOffset(), hazard);
    }
    if (access != Access.OK) {
      fail(Faults.ofWrite(access));
      return false;
    }
    return true;
  }

  /** Copies staged payload where somebody may poll the last octet, and ends the span's use. */
  private Access placeInOrder(int from, Hazard hazard) {
    hazard.seal();
    boolean placed = span.isValid() && span.copyInOrder(staging, from);
    hazard.clear(SLOT);
    return placed ? Access.OK : Access.REVOKED;
  }

  /** Copies staged payload into the span's memory and ends its use. */
  private Access place(int from, Hazard hazard) {
    return place(from, span.length(), hazard);
  }

  private Access place(int from, int length, Hazard hazard) {
    hazard.seal();
    try {
      if (!span.isValid()) {
        return Access.REVOKED;
      }
      span.buffer().put(span.index(), staging, from, length);
      return Access.OK;
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      return Access.REVOKED;
    } finally {
      hazard.clear(SLOT);
    }
  }

  private boolean send(int opcode) {
    if (receive < 0) {
      long claimed = upcalls.claimReceive();
      if (claimed == WireUpcalls.NOT_READY) {
        stall(true);
        return false;
      }
      if (claimed == WireUpcalls.NEVER_READY) {
        fail(TerminateCode.DDP_NO_BUFFER.fault());
        return false;
      }
      stall(false);
      receive = claimed;
    }
    int length = fpdu.payloadLength();
    Hazard hazard = upcalls.hazard();
    for (int done = 0; done < length; done += span.length()) {
      long at = checks.messageOffset() + done;
      Access access = upcalls.locateReceive(receive, at, length - done, hazard, SLOT, span);
      if (access == Access.OK) {
        access = place(fpdu.payloadOffset() + done, hazard);
      }
      if (access != Access.OK) {
        refuseSend(access);
        return false;
      }
    }
    if (!checks.endsMessage()) {
      return true;
    }
    if (Opcode.invalidates(opcode)) {
      return refuseInvalidate();
    }
    long finished = receive;
    receive = -1;
    upcalls.received(
        finished, checks.messageLength(), DtoStatus.SUCCESS, Opcode.isSolicited(opcode));
    return true;
  }

  private void stall(boolean now) {
    if (stalled != now) {
      stalled = now;
      sink.stalled(now);
    }
  }

  private void refuseSend(Access access) {
    boolean tooLong = access == Access.TOO_LONG;
    upcalls.received(
        receive, 0, tooLong ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_LOCAL_PROTECTION, false);
    fail(
        tooLong
            ? TerminateCode.DDP_MESSAGE_TOO_LONG.fault()
            : TerminateCode.DDP_LOCAL_CATASTROPHIC.fault());
  }

  /** No memory of this adapter may be invalidated by a peer: contexts are shared by connections. */
  private boolean refuseInvalidate() {
    Access access = upcalls.locateRemote(fpdu.stag(), 0, 1, 0, upcalls.hazard(), SLOT, span);
    upcalls.hazard().clear(SLOT);
    upcalls.received(receive, 0, DtoStatus.ERR_BAD_RESPONSE, false);
    fail(
        access == Access.UNKNOWN
            ? TerminateCode.RDMAP_UNKNOWN_STAG.fault()
            : TerminateCode.RDMAP_PROTECTED_STAG.fault());
    return false;
  }

  private boolean readRequest() {
    long size = fpdu.readSize();
    if (size > 0) {
      Hazard hazard = upcalls.hazard();
      Access access =
          size > Integer.MAX_VALUE
              ? Access.OUT_OF_BOUNDS
              : upcalls.locateRemote(
                  fpdu.sourceStag(),
                  fpdu.sourceOffset(),
                  size,
                  MemPriv.REMOTE_READ,
                  hazard,
                  SLOT,
                  span);
      hazard.clear(SLOT);
      if (access != Access.OK) {
        fail(Faults.ofRead(access));
        return false;
      }
    }
    boolean refused = size > 0 && upcalls.attr().maxRdmaReadIn() == 0;
    if (refused
        || !readsIn.add(
            fpdu.sinkStag(), fpdu.sinkOffset(), size, fpdu.sourceStag(), fpdu.sourceOffset())) {
      fail(TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault());
      return false;
    }
    upcalls.moreToTransmit();
    return true;
  }

  private boolean readResponse() {
    if (readsOut.isEmpty()) {
      // A sink is good for one response: this one names none.
      return badResponse(TerminateCode.DDP_INVALID_STAG.fault());
    }
    long size = readsOut.length();
    int length = fpdu.payloadLength();
    long at = checks.messageOffset();
    if (size > 0 && fpdu.stag() != readsOut.sink()) {
      return badResponse(TerminateCode.DDP_INVALID_STAG.fault());
    }
    boolean fits = at + length <= size && (!checks.endsMessage() || at + length == size);
    if (!fits || length > 0 && fpdu.taggedOffset() != at) {
      return badResponse(TerminateCode.DDP_BASE_OR_BOUNDS.fault());
    }
    long request = readsOut.request();
    Hazard hazard = upcalls.hazard();
    for (int done = 0; done < length; done += span.length()) {
      Access access = requests.locate(request, at + done, length - done, hazard, SLOT, span);
      if (access == Access.OK) {
        access = place(fpdu.payloadOffset() + done, hazard);
      }
      if (access != Access.OK) {
        upcalls.failed(request, DtoStatus.ERR_LOCAL_PROTECTION);
        fail(TerminateCode.DDP_INVALID_STAG.fault());
        return false;
      }
    }
    if (checks.endsMessage()) {
      readsOut.remove();
      if (request >= 0) {
        upcalls.readDone();
      } else {
        if (request == ReadsOut.FLUSH) {
          proofs.flushed();
        }
        upcalls.moreToTransmit();
      }
    }
    return true;
  }

  private boolean badResponse(int fault) {
    if (!readsOut.isEmpty()) {
      upcalls.failed(readsOut.request(), DtoStatus.ERR_BAD_RESPONSE);
    }
    fail(fault);
    return false;
  }
}
