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

  private static final int STAGING = 256 << 10;

  /** Reads per call, for fairness between connections. */
  private static final int READS = 4;

  private static final int SLOT = 0;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final Sink sink;
  private final ReadsOut readsOut;
  private final ReadsIn readsIn;
  private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING);
  private final FpduParser fpdu;
  private final InboundChecks checks = new InboundChecks();
  private final Span span = new Span();
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
      Sink sink) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.sink = sink;
    this.readsOut = readsOut;
    this.readsIn = readsIn;
    this.fpdu = new FpduParser(staging, crc);
  }

  /** Transmit side: where the requests are that reads belong to; before the first is sent. */
  void requests(RequestQueue queue) {
    requests = queue;
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
   * @return {@link FpduParser#OK} when it is, {@link FpduParser#NEED_MORE} when not yet, a fault
   *     when there will be none
   */
  int awaitFirst() throws IOException {
    staging.limit(STAGING).position(tail);
    int count = channel.read(staging);
    if (count < 0) {
      return TerminateCode.MPA_CONNECTION_LOST.fault();
    }
    tail += count;
    int result = fpdu.parse(head, tail);
    return result == FpduParser.PARTIAL ? FpduParser.OK : result;
  }

  /**
   * Handles what is staged and what the socket has.
   *
   * @return segments handled
   */
  int progress() {
    long before = handled;
    try {
      parse();
      for (int reads = 0; reads < READS && !closed && !stalled; reads++) {
        if (!read()) {
          break;
        }
        parse();
      }
    } catch (IOException e) {
      end(e);
    }
    return (int) (handled - before);
  }

  /** Reads once; true when there may be more. */
  private boolean read() throws IOException {
    if (head == tail) {
      head = 0;
      tail = 0;
    } else if (head > 0 && STAGING - head < fpdu.needed()) {
      staging.limit(tail).position(head);
      staging.compact();
      tail -= head;
      head = 0;
    }
    int room = STAGING - tail;
    staging.limit(STAGING).position(tail);
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

  private void end(IOException cause) {
    closed = true;
    sink.endOfInput(cause == null && head == tail && checks.betweenMessages(), cause);
  }

  private void parse() {
    while (head < tail && !closed) {
      int result = fpdu.parse(head, tail);
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
      if (!heard) {
        heard = true;
        sink.peerReady();
      }
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
      access = place(fpdu.payloadOffset(), hazard);
    }
    if (access != Access.OK) {
      fail(Faults.ofWrite(access));
      return false;
    }
    return true;
  }

  /** Copies staged payload into the span's memory and ends its use. */
  private Access place(int from, Hazard hazard) {
    hazard.seal();
    try {
      if (!span.isValid()) {
        return Access.REVOKED;
      }
      span.buffer().put(span.index(), staging, from, span.length());
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
    if (!readsIn.add(
        fpdu.sinkStag(), fpdu.sinkOffset(), size, fpdu.sourceStag(), fpdu.sourceOffset())) {
      fail(TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault());
      return false;
    }
    upcalls.moreToTransmit();
    return true;
  }

  private boolean readResponse() {
    if (readsOut.isEmpty()) {
      return badResponse(TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault());
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
      if (request == ReadsOut.NO_REQUEST) {
        upcalls.moreToTransmit();
      } else {
        upcalls.readDone();
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
