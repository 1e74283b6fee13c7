package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.Hazard;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.tcp.wire.Crc32c;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduEncoder;
import org.dat4j.dat.tcp.wire.Mulpdu;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.Terminate;

/**
 * The transmit direction of a connection: makes segments of requests and of the answers to the
 * peer's RDMA Reads, and writes them. Under the transmit turn, except where said.
 *
 * <p>Messages go out whole and in order. Small payload is copied next to its header, so that many
 * messages are one piece of one write; large payload is written from the memory itself. A request
 * is reported as sent when the socket has taken all of it.
 */
final class Outbound implements Batch.Payload {

  /** What a round came to. */
  enum Result {
    /** Nothing is left that may be sent now. */
    IDLE,
    /** The budget is used up. */
    BUDGET,
    /** The socket is full. */
    BLOCKED,
    /** The memory of the current message cannot be read, see {@link #refusal}. */
    REFUSED
  }

  /** Payload up to this is copied; measured: above, a piece of its own is cheaper than the copy. */
  static final int COPY = 4096;

  /** Slab octets of the largest segment: header, copied payload, pad and CRC. */
  private static final int SEGMENT = Fpdu.UNTAGGED_PAYLOAD + COPY + 3 + Fpdu.CRC_FIELD;

  /** Answers in a row while own requests wait. */
  private static final int ANSWERS = 4;

  private static final int LOCAL = 0;
  private static final int NOTHING = -1;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final Crc32c crc;
  private final int taggedPayload;
  private final int untaggedPayload;
  private final ReadsOut readsOut;
  private final ReadsIn readsIn;
  private final Batch batch = new Batch();
  private final Span span = new Span();

  private RequestQueue requests;
  private int sendMsn = 1;
  private int readMsn = 1;
  private int answersInRow;
  private volatile boolean blocked;
  private long lastTaken = -1;
  private long lastSent = -1;
  private Access refusal = Access.OK;

  /** Opcode of the current message, {@link #NOTHING} between messages. */
  private int opcode = NOTHING;

  private boolean complete;
  private long request;
  private long length;
  private long offset;
  private int stag;
  private long taggedOffset;
  private int msn;
  private int answerStag;
  private long answerOffset;

  Outbound(
      SocketChannel channel,
      WireUpcalls upcalls,
      boolean crc,
      int mulpdu,
      ReadsOut readsOut,
      ReadsIn readsIn) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.crc = crc ? new Crc32c() : null;
    this.taggedPayload = Mulpdu.taggedPayload(mulpdu);
    this.untaggedPayload = Mulpdu.untaggedPayload(mulpdu);
    this.readsOut = readsOut;
    this.readsIn = readsIn;
  }

  /**
   * Before the turns are in force: sends the ready-to-receive message.
   *
   * @param kind {@link Opcode#WRITE} or {@link Opcode#READ_REQUEST}
   */
  void sendReady(int kind) throws IOException {
    ByteBuffer slab = batch.slab();
    if (kind == Opcode.WRITE) {
      FpduEncoder.write(slab, 0, true, 1, 0, 0);
    } else {
      int sink = readsOut.add(ReadsOut.NO_REQUEST, 0, 1, 0);
      FpduEncoder.readRequest(slab, 0, readMsn++, sink, 0, 0, 1, 0);
    }
    batch.addSlab(FpduEncoder.seal(slab, 0, crc));
    flush(null);
  }

  /**
   * Sends what may be sent.
   *
   * @param queue the endpoint's requests
   * @param budget most messages
   */
  Result transmit(RequestQueue queue, int budget) throws IOException {
    requests = queue;
    Hazard hazard = upcalls.hazard();
    int taken = 0;
    for (; ; ) {
      if (blocked && !flush(hazard)) {
        return stopped();
      }
      if (opcode == NOTHING) {
        if (taken >= budget || !begin()) {
          break;
        }
        taken++;
      }
      Access access = build(hazard);
      if (access != Access.OK) {
        if (!batch.hasPayload()) {
          flush(hazard);
        }
        refusal = access;
        return Result.REFUSED;
      }
      if ((!complete || batch.hasPayload()) && !flush(hazard)) {
        return stopped();
      }
      if (complete) {
        finish();
      }
    }
    if (!flush(hazard)) {
      return stopped();
    }
    return taken >= budget ? Result.BUDGET : Result.IDLE;
  }

  private Result stopped() {
    return refusal == Access.OK ? Result.BLOCKED : Result.REFUSED;
  }

  /** Whether the socket was full at the last try. Any thread: a hint. */
  boolean isBlocked() {
    return blocked;
  }

  /** Whether nothing is under way and nothing to be answered. */
  boolean isDrained() {
    return opcode == NOTHING && batch.isEmpty() && readsIn.isEmpty();
  }

  /** Whether what was written so far ends at the end of a message. */
  boolean isBetweenMessages() {
    return batch.isEmpty() && (opcode == NOTHING || offset == 0 && !complete);
  }

  /** Why {@link Result#REFUSED}. */
  Access refusal() {
    return refusal;
  }

  /** Whether the current message is a request, and not an answer to the peer. */
  boolean requestUnderWay() {
    return opcode != NOTHING && opcode != Opcode.READ_RESPONSE;
  }

  /** Number of the request under way. */
  long request() {
    return request;
  }

  /** Number of the request under way if it is of a kind, else -1. */
  long requestUnderWay(boolean sends) {
    boolean same = sends ? opcode != NOTHING && Opcode.isSend(opcode) : opcode == Opcode.WRITE;
    return same ? request : -1;
  }

  /**
   * Sends a Terminate if no message is cut by it; at the end of all.
   *
   * @param fault the error
   * @param offending header of the refused segment, or null
   */
  void sendTerminate(int fault, ByteBuffer offending) throws IOException {
    ByteBuffer slab = batch.slab();
    Terminate.encode(slab, 0, fault, offending, 0);
    batch.addSlab(FpduEncoder.seal(slab, 0, crc));
    flush(null);
  }

  // --- messages

  private boolean begin() {
    boolean answer = !readsIn.isEmpty();
    if (answer && (answersInRow < ANSWERS || !mayRequest())) {
      answersInRow++;
      opcode = Opcode.READ_RESPONSE;
      length = readsIn.length();
      stag = readsIn.sink();
      taggedOffset = readsIn.sinkOffset();
      answerStag = readsIn.source();
      answerOffset = readsIn.sourceOffset();
      readsIn.remove();
    } else if (mayRequest()) {
      answersInRow = 0;
      beginRequest();
    } else {
      return false;
    }
    offset = 0;
    complete = false;
    return true;
  }

  private boolean mayRequest() {
    if (!requests.next()) {
      return false;
    }
    // The read that made the connection ready counts for the peer, but not for the queue.
    return requests.op() != DtoOp.RDMA_READ
        || readsOut.isEmpty()
        || readsOut.request() != ReadsOut.NO_REQUEST;
  }

  private void beginRequest() {
    request = requests.number();
    length = requests.length();
    switch (requests.op()) {
      case SEND -> {
        boolean solicited = (requests.flags() & CompletionFlags.SOLICITED_WAIT) != 0;
        opcode = solicited ? Opcode.SEND_SOLICITED : Opcode.SEND;
        msn = sendMsn++;
      }
      case RDMA_WRITE -> {
        opcode = Opcode.WRITE;
        stag = length == 0 ? 1 : requests.remoteContext();
        taggedOffset = length == 0 ? 0 : requests.remoteAddress();
      }
      default -> opcode = Opcode.READ_REQUEST;
    }
  }

  private void finish() {
    if (opcode != Opcode.READ_RESPONSE) {
      requests.take();
      lastTaken = request;
      if (batch.isEmpty()) {
        reportSent();
      }
    }
    opcode = NOTHING;
  }

  // --- segments

  /** Adds segments of the current message until it is complete or the batch is full. */
  private Access build(Hazard hazard) {
    while (!complete && batch.hasRoom(SEGMENT)) {
      if (opcode == Opcode.READ_REQUEST) {
        readRequest();
      } else {
        Access access = segment(hazard);
        if (access != Access.OK) {
          return access;
        }
      }
    }
    return Access.OK;
  }

  private void readRequest() {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    int source = length == 0 ? 1 : requests.remoteContext();
    long sourceOffset = length == 0 ? 0 : requests.remoteAddress();
    int sink = readsOut.add(request, length, source, sourceOffset);
    FpduEncoder.readRequest(slab, at, readMsn++, sink, 0, (int) length, source, sourceOffset);
    batch.addSlab(FpduEncoder.seal(slab, at, crc));
    complete = true;
  }

  private Access segment(Hazard hazard) {
    int most = Opcode.isTagged(opcode) ? taggedPayload : untaggedPayload;
    long left = length - offset;
    int wanted = left <= most ? (int) left : Mulpdu.stride(most);
    if (wanted <= COPY) {
      return copied(wanted, hazard);
    }
    Access access = locate(offset, wanted, hazard, LOCAL, span);
    if (access != Access.OK) {
      return access;
    }
    int piece = span.length();
    if (piece <= COPY) {
      hazard.clear(LOCAL);
      return copied(COPY, hazard);
    }
    access = inPlace(piece, hazard);
    hazard.clear(LOCAL);
    return access;
  }

  /** A segment whose payload is copied into the slab. */
  private Access copied(int payload, Hazard hazard) {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    int to = at + header(slab, at, payload);
    for (int done = 0; done < payload; ) {
      Access access = locate(offset + done, payload - done, hazard, LOCAL, span);
      if (access != Access.OK) {
        return access;
      }
      hazard.seal();
      boolean good = span.isValid() && copy(slab, to + done);
      hazard.clear(LOCAL);
      if (!good) {
        return Access.REVOKED;
      }
      done += span.length();
    }
    batch.addSlab(FpduEncoder.seal(slab, at, crc));
    advance(payload);
    return Access.OK;
  }

  private boolean copy(ByteBuffer slab, int at) {
    try {
      slab.put(at, span.buffer(), span.index(), span.length());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** A segment whose payload is written from the memory found in the span. */
  private Access inPlace(int payload, Hazard hazard) {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    int header = header(slab, at, payload);
    int value = 0;
    int pad = -(header + payload) & 3;
    if (crc != null) {
      crc.reset();
      crc.update(slab, at, header);
      hazard.seal();
      if (!span.isValid() || !addToCrc()) {
        return Access.REVOKED;
      }
      crc.updateZeros(pad);
      value = crc.value();
    }
    batch.addSlab(header);
    batch.addPayload(offset, payload);
    batch.addSlab(FpduEncoder.trailer(slab, batch.tail(), pad, value));
    advance(payload);
    return Access.OK;
  }

  private boolean addToCrc() {
    ByteBuffer view = span.lendView();
    try {
      crc.update(view, span.index(), span.length());
      return true;
    } catch (RuntimeException e) {
      return false;
    } finally {
      span.returnView(view);
    }
  }

  private int header(ByteBuffer slab, int at, int payload) {
    boolean last = offset + payload == length;
    return switch (opcode) {
      case Opcode.SEND -> FpduEncoder.send(slab, at, last, msn, (int) offset, payload);
      case Opcode.SEND_SOLICITED ->
          FpduEncoder.sendSolicited(slab, at, last, msn, (int) offset, payload);
      case Opcode.WRITE -> FpduEncoder.write(slab, at, last, stag, taggedOffset + offset, payload);
      default -> FpduEncoder.readResponse(slab, at, last, stag, taggedOffset + offset, payload);
    };
  }

  private void advance(int payload) {
    offset += payload;
    complete = offset == length;
  }

  @Override
  public Access locate(long at, long octets, Hazard hazard, int slot, Span out) {
    return opcode == Opcode.READ_RESPONSE
        ? upcalls.locateRemote(
            answerStag, answerOffset + at, octets, MemPriv.REMOTE_READ, hazard, slot, out)
        : requests.locate(request, at, octets, hazard, slot, out);
  }

  /** Writes until all is out; false when the socket is full or memory is gone. */
  private boolean flush(Hazard hazard) throws IOException {
    if (batch.isEmpty()) {
      return true;
    }
    int result = batch.write(channel, this, hazard);
    if (result == Batch.REFUSED) {
      refusal = batch.refusal();
    }
    boolean done = result == Batch.DONE;
    if (blocked == done) {
      blocked = !done;
    }
    if (done) {
      reportSent();
    }
    return done;
  }

  /** All octets of the requests taken so far are out. */
  private void reportSent() {
    if (lastSent != lastTaken) {
      lastSent = lastTaken;
      requests.sent(lastTaken);
    }
  }
}
