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
    REFUSED,
    /** All in front of it is out, and the next request is a Read, of which the peer takes none. */
    UNSERVED
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
  private final boolean withCrc;
  private final int taggedPayload;
  private final int untaggedPayload;
  private final ReadsOut readsOut;
  private final ReadsIn readsIn;
  private final int readDepth;

  /** Null when a Write completes as soon as TCP has its octets. */
  private final Proofs proofs;

  /** Whether a Write may be left to prove: where none is, nobody need look. */
  private boolean unproven;

  private final Buffers buffers;

  /**
   * Null where there is nothing in it and others may need it. What is only used for a while is not
   * stored: each store of a reference is a collector's barrier.
   */
  private Batch lent;

  private RequestQueue requests;
  private int sendMsn = 1;
  private int readMsn = 1;
  private int answersInRow;
  private volatile boolean blocked;
  private volatile boolean reminding;
  private boolean ready;
  private long jam;
  private long lastTaken = -1;
  private long lastOut = -1;
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
  private int answerMsn;

  Outbound(
      SocketChannel channel,
      WireUpcalls upcalls,
      Terms terms,
      ReadsOut readsOut,
      ReadsIn readsIn,
      Proofs proofs,
      Buffers buffers) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.withCrc = terms.crc();
    this.taggedPayload = Mulpdu.taggedPayload(terms.mulpdu());
    this.untaggedPayload = Mulpdu.untaggedPayload(terms.mulpdu());
    this.readDepth = terms.ord();
    this.proofs = proofs;
    this.readsOut = readsOut;
    this.readsIn = readsIn;
    this.buffers = buffers;
  }

  private Batch borrow() {
    return lent == null ? buffers.batches().take() : lent;
  }

  /** Gives the batch back when nothing in it is needed any more. */
  private void giveBack(Batch batch) {
    boolean empty = batch.isEmpty() && buffers.areScarce();
    Batch kept = empty ? null : batch;
    if (lent != kept) {
      lent = kept;
    }
    if (empty) {
      buffers.batches().give(batch);
    }
  }

  /**
   * Before the turns are in force: sends the ready-to-receive message.
   *
   * @param kind {@link Opcode#WRITE} or {@link Opcode#READ_REQUEST}
   */
  void sendReady(int kind) throws IOException {
    ready = true;
    Batch batch = borrow();
    if (kind == Opcode.WRITE) {
      emptyWrite(batch);
    } else {
      readRequest(batch, ReadsOut.NO_REQUEST, 0, 1, 0);
    }
    flush(batch, null);
    giveBack(batch);
  }

  /** Null where segments have none. */
  private Crc32c crc(Batch batch) {
    return withCrc ? batch.crc() : null;
  }

  private void emptyWrite(Batch batch) {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    FpduEncoder.write(slab, at, true, 1, 0, 0);
    batch.addSlab(FpduEncoder.seal(slab, at, crc(batch)));
  }

  /**
   * Any thread: the next round sends an empty Write behind what was sent before, if anything was.
   */
  void remind() {
    reminding = true;
  }

  /**
   * Sends what may be sent.
   *
   * @param queue the endpoint's requests
   * @param budget messages after which no new write is begun
   */
  Result transmit(RequestQueue queue, int budget) throws IOException {
    if (requests != queue) { // a store of a reference is a collector's barrier
      requests = queue;
    }
    Batch batch = borrow();
    try {
      return transmit(batch, budget);
    } finally {
      giveBack(batch);
    }
  }

  private Result transmit(Batch batch, int budget) throws IOException {
    Hazard hazard = upcalls.hazard();
    int taken = 0;
    if (unproven) {
      reportSent();
    }
    for (; ; ) {
      if (blocked && !flush(batch, hazard)) {
        return stopped();
      }
      if (opcode == NOTHING) {
        if (taken >= budget && batch.isEmpty() || !begin()) {
          break;
        }
        taken++;
      }
      Access access = build(batch, hazard);
      if (access != Access.OK) {
        cutPayload(batch);
        flush(batch, hazard);
        refusal = access;
        return Result.REFUSED;
      }
      if ((!complete || batch.hasPayload()) && !flush(batch, hazard)) {
        return stopped();
      }
      if (complete) {
        finish(batch);
        if (unproven && proofs.isFlushUrgent() && !prove(batch, hazard)) {
          return stopped();
        }
      }
    }
    if (unproven && proofs.isFlushDue() && !prove(batch, hazard)) {
      return stopped();
    }
    if (reminding) {
      reminding = false;
      if ((ready || lastTaken >= 0) && batch.hasRoom(SEGMENT)) {
        emptyWrite(batch);
      }
    }
    if (!flush(batch, hazard)) {
      return stopped();
    }
    if (taken >= budget) {
      return Result.BUDGET;
    }
    return readDepth == 0 && requests.next() && requests.op() == DtoOp.RDMA_READ
        ? Result.UNSERVED
        : Result.IDLE;
  }

  private Result stopped() {
    return refusal == Access.OK ? Result.BLOCKED : Result.REFUSED;
  }

  /** Whether the socket was full at the last try. Any thread: a hint. */
  boolean isBlocked() {
    return blocked;
  }

  /** Changes whenever the socket has become full or has taken all that it was full for. */
  long jam() {
    return jam;
  }

  /** Whether nothing is under way and nothing to be answered. */
  boolean isDrained() {
    return opcode == NOTHING && isEmpty() && readsIn.isEmpty();
  }

  /**
   * Whether a Terminate may follow what was written so far: at the end of a message, or of a
   * segment of a tagged one, since a receiver keeps track of tagged and untagged messages apart.
   */
  boolean mayTerminate() {
    boolean begun = opcode != NOTHING && (offset > 0 || complete);
    return isEmpty() && (!begun || Opcode.isTagged(opcode));
  }

  /**
   * Writes down the Read Request that cannot be answered to its end, updated to how far the answer
   * got.
   *
   * @param header for its octets from the length field on
   */
  void refusedRead(ByteBuffer header) {
    FpduEncoder.readRequest(
        header.clear(),
        0,
        answerMsn,
        stag,
        taggedOffset + offset,
        (int) (length - offset),
        answerStag,
        answerOffset + offset);
  }

  private boolean isEmpty() {
    return lent == null || lent.isEmpty();
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
    Batch batch = borrow();
    ByteBuffer slab = batch.slab();
    Terminate.encode(slab, 0, fault, offending, 0);
    batch.addSlab(FpduEncoder.seal(slab, 0, crc(batch)));
    flush(batch, null);
    giveBack(batch);
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
      answerMsn = readsIn.msn();
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

  /** A read of the queue leaves one of the peer's places to the flush, if there are two. */
  private boolean mayRequest() {
    if (!requests.next()) {
      return false;
    }
    return requests.op() != DtoOp.RDMA_READ || readsOut.size() < readDepth;
  }

  /** Asks the peer for a proof of the Writes so far if it may be asked now; false when stopped. */
  private boolean prove(Batch batch, Hazard hazard) throws IOException {
    if (readsOut.size() == readDepth) {
      return true;
    }
    if (!batch.hasRoom(SEGMENT) && !flush(batch, hazard)) {
      return false;
    }
    proofs.flushing();
    readRequest(batch, ReadsOut.FLUSH, 0, 1, 0);
    return true;
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

  private void finish(Batch batch) {
    if (opcode != Opcode.READ_RESPONSE) {
      requests.take();
      lastTaken = request;
      if (proofs != null && opcode == Opcode.WRITE) {
        proofs.written(request, length);
        unproven = true;
      }
      if (batch.isEmpty()) {
        lastOut = lastTaken;
        reportSent();
      }
    }
    opcode = NOTHING;
  }

  // --- segments

  /** Adds segments of the current message until it is complete or the batch is full. */
  private Access build(Batch batch, Hazard hazard) {
    while (!complete && batch.hasRoom(SEGMENT)) {
      if (opcode == Opcode.READ_REQUEST) {
        int source = length == 0 ? 1 : requests.remoteContext();
        long sourceOffset = length == 0 ? 0 : requests.remoteAddress();
        readRequest(batch, request, (int) length, source, sourceOffset);
        complete = true;
      } else {
        Access access = segment(batch, hazard);
        if (access != Access.OK) {
          return access;
        }
      }
    }
    return Access.OK;
  }

  private void readRequest(Batch batch, long number, int octets, int source, long sourceOffset) {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    int sink = readsOut.add(number, octets, source, sourceOffset);
    FpduEncoder.readRequest(slab, at, readMsn++, sink, 0, octets, source, sourceOffset);
    batch.addSlab(FpduEncoder.seal(slab, at, crc(batch)));
  }

  private Access segment(Batch batch, Hazard hazard) {
    int most = Opcode.isTagged(opcode) ? taggedPayload : untaggedPayload;
    long left = length - offset;
    int wanted = left <= most ? (int) left : Mulpdu.stride(most);
    if (wanted <= COPY) {
      return copied(batch, wanted, hazard);
    }
    Span span = batch.found();
    Access access = locate(offset, wanted, hazard, LOCAL, span);
    if (access != Access.OK) {
      return access;
    }
    int piece = span.length();
    if (piece <= COPY) {
      hazard.clear(LOCAL);
      return copied(batch, COPY, hazard);
    }
    access = inPlace(batch, piece, hazard);
    hazard.clear(LOCAL);
    return access;
  }

  /** A segment whose payload is copied into the slab. */
  private Access copied(Batch batch, int payload, Hazard hazard) {
    ByteBuffer slab = batch.slab();
    Span span = batch.found();
    int at = batch.tail();
    int header = header(slab, at, payload);
    int to = at + header;
    for (int done = 0; done < payload; ) {
      Access access = locate(offset + done, payload - done, hazard, LOCAL, span);
      if (access != Access.OK) {
        return access;
      }
      hazard.seal();
      boolean good = span.isValid() && copy(span, slab, to + done);
      hazard.clear(LOCAL);
      if (!good) {
        return Access.REVOKED;
      }
      done += span.length();
    }
    batch.addSlab(FpduEncoder.seal(slab, at, header + payload, crc(batch)));
    advance(payload);
    return Access.OK;
  }

  private static boolean copy(Span span, ByteBuffer slab, int at) {
    try {
      slab.put(at, span.buffer(), span.index(), span.length());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** A segment whose payload is written from the memory just found. */
  private Access inPlace(Batch batch, int payload, Hazard hazard) {
    ByteBuffer slab = batch.slab();
    int at = batch.tail();
    int header = header(slab, at, payload);
    int value = 0;
    int pad = -(header + payload) & 3;
    if (withCrc) {
      Crc32c crc = batch.crc();
      Span span = batch.found();
      crc.reset();
      crc.update(slab, at, header);
      hazard.seal();
      if (!span.isValid() || !add(span, crc)) {
        return Access.REVOKED;
      }
      crc.updateZeros(pad);
      value = crc.value();
    }
    batch.addSlab(header);
    batch.addPayload(offset, payload, header);
    batch.addSlab(FpduEncoder.trailer(slab, batch.tail(), pad, value));
    advance(payload);
    return Access.OK;
  }

  private static boolean add(Span span, Crc32c crc) {
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
    if (complete && opcode == Opcode.READ_RESPONSE) {
      readsIn.remove();
    }
  }

  @Override
  public Access locate(long at, long octets, Hazard hazard, int slot, Span out) {
    return opcode == Opcode.READ_RESPONSE
        ? upcalls.locateRemote(
            answerStag, answerOffset + at, octets, MemPriv.REMOTE_READ, hazard, slot, out)
        : requests.locate(request, at, octets, hazard, slot, out);
  }

  /** Writes until all is out; false when the socket is full or memory is gone. */
  private boolean flush(Batch batch, Hazard hazard) throws IOException {
    if (batch.isEmpty()) {
      return true;
    }
    int result = batch.write(channel, this, hazard);
    if (result == Batch.REFUSED) {
      refusal = batch.refusal();
      cutPayload(batch);
      batch.write(channel, this, hazard);
      return false;
    }
    boolean done = result == Batch.DONE;
    if (blocked == done) {
      blocked = !done;
      jam++;
    }
    if (done) {
      lastOut = lastTaken;
      reportSent();
    }
    return done;
  }

  /** What cannot be read any more is not sent; what is in front of it may be, and ends there. */
  private void cutPayload(Batch batch) {
    long cut = batch.cutPayload();
    if (cut >= 0) {
      offset = cut;
      complete = false;
    }
  }

  /** Lets the requests complete whose octets are out, up to a Write that is not proven. */
  private void reportSent() {
    unproven = unproven && !proofs.isSettled();
    long through = unproven ? proofs.through(lastOut) : lastOut;
    if (through > lastSent) {
      lastSent = through;
      requests.sent(through);
    }
  }
}
