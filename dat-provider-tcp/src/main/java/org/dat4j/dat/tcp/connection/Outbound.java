package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.GuardedCopy;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.dat4j.dat.tcp.buffer.GatherBuffer;
import org.dat4j.dat.tcp.buffer.SharedBuffers;
import org.dat4j.dat.tcp.wire.Crc32c;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduEncoder;
import org.dat4j.dat.tcp.wire.Mulpdu;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.Terminate;

/**
 * The transmit direction of an iWARP connection: makes segments of posted requests and of responses
 * to RDMA Reads, and writes them to the socket. Used under the transmit turn, except where noted.
 *
 * <p>Messages go out whole and in order. Small payload is copied next to its header, so that many
 * messages are one piece of one write. Large payload is written from the memory itself. A request
 * is reported as sent when the socket has taken all of it.
 */
public final class Outbound implements GatherBuffer.Payload {

  /** Result of one transmit call. */
  enum Result {
    /** Nothing is left that may be sent now. */
    IDLE,
    /** The budget is used up. */
    BUDGET,
    /** The socket is full. */
    BLOCKED,
    /** No buffer is available now. */
    NO_BUFFER,
    /** The memory of the current message cannot be read, see {@link #refusal}. */
    REFUSED,
    /**
     * All earlier requests are sent, and the next one is a Read, which the peer does not support.
     */
    READ_NOT_SUPPORTED
  }

  /** Payload up to this is copied: above, a piece of its own is cheaper than the copy. */
  static final int MAX_COPY = 4096;

  /** Slab bytes of the largest segment: header, copied payload, pad and CRC. */
  private static final int MAX_SEGMENT = Fpdu.UNTAGGED_PAYLOAD + MAX_COPY + 3 + Fpdu.CRC_FIELD;

  /** Responses in a row while own requests wait. */
  private static final int MAX_CONSECUTIVE_RESPONSES = 4;

  private static final int LOCAL_SLOT = 0;
  private static final int NONE = -1;

  private final SocketChannel channel;
  private final WireUpcalls upcalls;
  private final boolean withCrc;
  private final int taggedPayload;
  private final int untaggedPayload;
  private final OutboundReads outboundReads;
  private final InboundReads inboundReads;
  private final int readDepth;

  /** Null when a Write completes as soon as TCP has its bytes. */
  private final WriteFlushTracker flushTracker;

  /** Whether a Write may need a flush; false saves the check for connections without Writes. */
  private boolean unflushed;

  private final SharedBuffers buffers;
  private final BufferQuota.Share quota;

  /**
   * Buffer kept between two calls; null where it is empty and others may need it. A buffer used
   * within one call only is not stored: each store of a reference costs a write barrier of the
   * collector.
   */
  private GatherBuffer cached;

  private RequestQueue requests;
  private int sendMsn = 1;
  private int readMsn = 1;
  private int consecutiveResponses;
  private volatile boolean blocked;
  private volatile boolean probing;
  private boolean readySent;
  private long stallEpoch;
  private long lastTaken = -1;
  private long lastWritten = -1;
  private long lastReported = -1;
  private AccessResult refusal = AccessResult.OK;

  /** Opcode of the current message, {@link #NONE} between messages. */
  private int opcode = NONE;

  private boolean complete;
  private long request;
  private long length;
  private long offset;
  private int stag;
  private long taggedOffset;
  private int msn;
  private int responseStag;
  private long responseOffset;
  private int responseMsn;

  Outbound(
      SocketChannel channel,
      WireUpcalls upcalls,
      NegotiatedParams params,
      OutboundReads outboundReads,
      InboundReads inboundReads,
      WriteFlushTracker flushTracker,
      SharedBuffers buffers,
      BufferQuota.Share quota) {
    this.channel = channel;
    this.upcalls = upcalls;
    this.withCrc = params.crc();
    this.taggedPayload = Mulpdu.taggedPayload(params.mulpdu());
    this.untaggedPayload = Mulpdu.untaggedPayload(params.mulpdu());
    this.readDepth = params.ord();
    this.flushTracker = flushTracker;
    this.outboundReads = outboundReads;
    this.inboundReads = inboundReads;
    this.buffers = buffers;
    this.quota = quota;
  }

  /** Returns a buffer for what is sent without a request; never null. */
  private GatherBuffer acquireBuffer() throws IOException {
    GatherBuffer buffer = cached == null ? buffers.gatherBuffers().acquire() : cached;
    if (buffer == null) {
      throw new IOException(Shortage.DIRECT_MEMORY.text());
    }
    return buffer;
  }

  /** Returns the buffer to the pool when nothing in it is needed. */
  private void returnBuffer(GatherBuffer buffer) {
    boolean holds = !buffer.isEmpty();
    quota.setHeld(holds);
    boolean empty = !holds && buffers.shouldReturnIdle();
    GatherBuffer kept = empty ? null : buffer;
    if (cached != kept) {
      cached = kept;
    }
    if (empty) {
      buffers.gatherBuffers().release(buffer);
    }
  }

  /** Returns the kept buffer to the pool when the connection is over. */
  void releaseBuffer() {
    GatherBuffer buffer = cached;
    if (buffer != null) {
      cached = null;
      buffer.clear();
      buffers.gatherBuffers().release(buffer);
    }
    quota.close();
  }

  /**
   * Sends the ready-to-receive message, before the turns are in force.
   *
   * @param kind {@link Opcode#WRITE} or {@link Opcode#READ_REQUEST}
   * @throws IOException if the socket fails
   */
  public void sendReady(int kind) throws IOException {
    readySent = true;
    GatherBuffer buffer = acquireBuffer();
    if (kind == Opcode.WRITE) {
      addEmptyWrite(buffer);
    } else {
      addReadRequest(buffer, OutboundReads.NO_REQUEST, 0, 1, 0);
    }
    flush(buffer, null);
    returnBuffer(buffer);
  }

  /** Returns the CRC of the buffer, null where segments have none. */
  private Crc32c crc(GatherBuffer buffer) {
    return withCrc ? buffer.crc() : null;
  }

  private void addEmptyWrite(GatherBuffer buffer) {
    ByteBuffer slab = buffer.slab();
    int at = buffer.tail();
    FpduEncoder.write(slab, at, true, 1, 0, 0);
    buffer.addSlab(FpduEncoder.seal(slab, at, crc(buffer)));
  }

  /** Makes the next call send an empty Write, if anything was sent before. Any thread. */
  void probe() {
    probing = true;
  }

  /**
   * Sends what may be sent.
   *
   * @param queue requests of the endpoint
   * @param budget messages after which no new write begins
   */
  Result transmit(RequestQueue queue, int budget) throws IOException {
    if (requests != queue) { // storing a reference costs a write barrier of the collector
      requests = queue;
    }
    GatherBuffer buffer = cached;
    if (buffer == null && quota.hasRoom()) {
      buffer = buffers.gatherBuffers().acquire();
    }
    quota.setWaiting(buffer == null);
    if (buffer == null) {
      return Result.NO_BUFFER;
    }
    try {
      Result result = transmit(buffer, budget);
      quota.setWaiting(result == Result.NO_BUFFER);
      return result;
    } finally {
      returnBuffer(buffer);
    }
  }

  private Result transmit(GatherBuffer buffer, int budget) throws IOException {
    HazardPointers hazard = upcalls.hazard();
    int taken = 0;
    if (unflushed) {
      reportSent();
    }
    for (; ; ) {
      if (blocked && !flush(buffer, hazard)) {
        return blockedOrRefused();
      }
      if (opcode == NONE) {
        if (buffer.isEmpty() && quota.isHeld() && quota.isContended()) {
          return Result.NO_BUFFER;
        }
        if (taken >= budget && buffer.isEmpty() || !beginMessage()) {
          break;
        }
        taken++;
      }
      AccessResult access = addSegments(buffer, hazard);
      if (access != AccessResult.OK) {
        dropPayload(buffer);
        flush(buffer, hazard);
        refusal = access;
        return Result.REFUSED;
      }
      if ((!complete || buffer.hasPayload()) && !flush(buffer, hazard)) {
        return blockedOrRefused();
      }
      if (complete) {
        finishMessage(buffer);
        if (unflushed && flushTracker.isFlushUrgent() && !sendFlush(buffer, hazard)) {
          return blockedOrRefused();
        }
      }
    }
    if (unflushed && flushTracker.isFlushDue() && !sendFlush(buffer, hazard)) {
      return blockedOrRefused();
    }
    if (probing) {
      probing = false;
      if ((readySent || lastTaken >= 0) && buffer.hasRoom(MAX_SEGMENT)) {
        addEmptyWrite(buffer);
      }
    }
    if (!flush(buffer, hazard)) {
      return blockedOrRefused();
    }
    if (taken >= budget) {
      return Result.BUDGET;
    }
    return readDepth == 0 && requests.next() && requests.op() == DtoOp.RDMA_READ
        ? Result.READ_NOT_SUPPORTED
        : Result.IDLE;
  }

  private Result blockedOrRefused() {
    return refusal == AccessResult.OK ? Result.BLOCKED : Result.REFUSED;
  }

  /** Tells whether the socket was full at the last try. Any thread: a hint. */
  boolean isBlocked() {
    return blocked;
  }

  /** Returns a number that changes when the socket becomes full, and when it has taken the rest. */
  long stallEpoch() {
    return stallEpoch;
  }

  /** Tells whether no message is under way and no response is due. */
  boolean isDrained() {
    return opcode == NONE && isEmpty() && inboundReads.isEmpty();
  }

  /**
   * Tells whether a Terminate may follow what was written so far: at the end of a message, or at
   * the end of a segment of a tagged one. A receiver tracks tagged and untagged messages
   * separately.
   */
  boolean mayTerminate() {
    boolean begun = opcode != NONE && (offset > 0 || complete);
    return isEmpty() && (!begun || Opcode.isTagged(opcode));
  }

  /**
   * Tells whether a Terminate will end the output: at once, or behind what the socket has still to
   * take.
   */
  boolean endsWithTerminate() {
    return mayTerminate() || !cutsMessage() && !isEmpty() && !cached.hasPayload();
  }

  /** Tells whether the end of the segments that are begun would be in the midst of a message. */
  private boolean cutsMessage() {
    return opcode != NONE && !Opcode.isTagged(opcode) && !complete;
  }

  /**
   * Copies what is left of the segment that the socket has taken in part, and adds a Terminate.
   *
   * @param fault the error
   * @param offending header of the refused segment, or null
   * @return the bytes that end the output; null where no Terminate may follow
   */
  ByteBuffer copyLastOutput(int fault, ByteBuffer offending) {
    boolean cuts = opcode != NONE && Opcode.isTagged(opcode);
    if (cached == null || cutsMessage()) {
      // Without a buffer an Error has come between the message and its end.
      return null;
    }
    ByteBuffer last =
        cached.copyRemainder(cuts, this, upcalls.hazard(), Terminate.MAX_SIZE + Fpdu.CRC_FIELD);
    if (last != null) {
      int at = last.position();
      Terminate.encode(last, at, fault, offending, 0);
      last.position(at + FpduEncoder.seal(last, at, crc(cached))).flip();
    }
    return last;
  }

  /**
   * Encodes the Read Request that cannot be answered to its end, advanced by the part already
   * answered.
   *
   * @param header receives its bytes from the length field on
   */
  void putRefusedRead(ByteBuffer header) {
    FpduEncoder.readRequest(
        header.clear(),
        0,
        responseMsn,
        stag,
        taggedOffset + offset,
        (int) (length - offset),
        responseStag,
        responseOffset + offset);
  }

  private boolean isEmpty() {
    return cached == null || cached.isEmpty();
  }

  /** Returns the reason of {@link Result#REFUSED}. */
  AccessResult refusal() {
    return refusal;
  }

  /** Tells whether the current message is a request, and not a response to the peer. */
  boolean requestUnderWay() {
    return opcode != NONE && opcode != Opcode.READ_RESPONSE;
  }

  /** Returns the number of the current or the last request. */
  long request() {
    return request;
  }

  /** Returns the number of the Send that is being sent, else -1. */
  long sendUnderWay() {
    return opcode != NONE && Opcode.isSend(opcode) ? request : -1;
  }

  /** Returns the message sequence number of the Send that is being sent. */
  int sendMsnUnderWay() {
    return msn;
  }

  /** Returns the fewest bytes that a segment of an RDMA Write has, unless it is the last one. */
  int smallestSegment() {
    return Math.min(Mulpdu.stride(taggedPayload), MAX_COPY);
  }

  /**
   * Sends a Terminate as the last message; the caller has checked that it cuts none.
   *
   * @param fault the error
   * @param offending header of the refused segment, or null
   * @throws IOException if the socket fails
   */
  public void sendTerminate(int fault, ByteBuffer offending) throws IOException {
    GatherBuffer buffer = acquireBuffer();
    ByteBuffer slab = buffer.slab();
    Terminate.encode(slab, 0, fault, offending, 0);
    buffer.addSlab(FpduEncoder.seal(slab, 0, crc(buffer)));
    flush(buffer, null);
    returnBuffer(buffer);
  }

  // --- messages

  private boolean beginMessage() {
    boolean response = !inboundReads.isEmpty();
    if (response && (consecutiveResponses < MAX_CONSECUTIVE_RESPONSES || !mayRequest())) {
      consecutiveResponses++;
      opcode = Opcode.READ_RESPONSE;
      length = inboundReads.length();
      stag = inboundReads.sink();
      taggedOffset = inboundReads.sinkOffset();
      responseStag = inboundReads.source();
      responseOffset = inboundReads.sourceOffset();
      responseMsn = inboundReads.msn();
    } else if (mayRequest()) {
      consecutiveResponses = 0;
      beginRequest();
    } else {
      return false;
    }
    offset = 0;
    complete = false;
    return true;
  }

  /**
   * Tells whether a request may be sent now. Of a read depth of two or more, one Read is reserved
   * for the flush.
   */
  private boolean mayRequest() {
    if (!requests.next()) {
      return false;
    }
    return requests.op() != DtoOp.RDMA_READ || outboundReads.size() < readDepth;
  }

  /**
   * Sends a flush for the Writes so far if the read depth allows it; false when the socket is full
   * or memory is refused.
   */
  private boolean sendFlush(GatherBuffer buffer, HazardPointers hazard) throws IOException {
    if (outboundReads.size() == readDepth) {
      return true;
    }
    if (!buffer.hasRoom(MAX_SEGMENT) && !flush(buffer, hazard)) {
      return false;
    }
    flushTracker.flushSent();
    addReadRequest(buffer, OutboundReads.FLUSH, 0, 1, 0);
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

  private void finishMessage(GatherBuffer buffer) {
    if (opcode != Opcode.READ_RESPONSE) {
      requests.take();
      lastTaken = request;
      if (flushTracker != null && opcode == Opcode.WRITE) {
        flushTracker.recordWrite(request, length);
        unflushed = true;
      }
      if (buffer.isEmpty()) {
        lastWritten = lastTaken;
        reportSent();
      }
    }
    opcode = NONE;
  }

  // --- segments

  /** Adds segments of the current message until it is complete or the buffer is full. */
  private AccessResult addSegments(GatherBuffer buffer, HazardPointers hazard) {
    while (!complete && buffer.hasRoom(MAX_SEGMENT)) {
      if (opcode == Opcode.READ_REQUEST) {
        int source = length == 0 ? 1 : requests.remoteContext();
        long sourceOffset = length == 0 ? 0 : requests.remoteAddress();
        addReadRequest(buffer, request, (int) length, source, sourceOffset);
        complete = true;
      } else {
        AccessResult access = addSegment(buffer, hazard);
        if (access != AccessResult.OK) {
          return access;
        }
      }
    }
    return AccessResult.OK;
  }

  private void addReadRequest(
      GatherBuffer buffer, long number, int length, int source, long sourceOffset) {
    ByteBuffer slab = buffer.slab();
    int at = buffer.tail();
    int sink = outboundReads.add(number, length, source, sourceOffset);
    FpduEncoder.readRequest(slab, at, readMsn++, sink, 0, length, source, sourceOffset);
    buffer.addSlab(FpduEncoder.seal(slab, at, crc(buffer)));
  }

  private AccessResult addSegment(GatherBuffer buffer, HazardPointers hazard) {
    int maxPayload = Opcode.isTagged(opcode) ? taggedPayload : untaggedPayload;
    long left = length - offset;
    int payload = left <= maxPayload ? (int) left : Mulpdu.stride(maxPayload);
    if (payload <= MAX_COPY) {
      return addCopiedSegment(buffer, payload, hazard);
    }
    if (withCrc && opcode == Opcode.READ_RESPONSE) {
      // The program may change memory that a peer reads: the CRC is that of what is sent.
      int room = buffer.slabRoom() - (MAX_SEGMENT - MAX_COPY);
      return addCopiedSegment(buffer, Math.min(payload, Mulpdu.stride(room)), hazard);
    }
    RegionSlice slice = buffer.slice();
    AccessResult access = locate(offset, payload, hazard, LOCAL_SLOT, slice);
    if (access != AccessResult.OK) {
      return access;
    }
    int piece = slice.length();
    if (piece <= MAX_COPY) {
      hazard.clear(LOCAL_SLOT);
      return addCopiedSegment(buffer, MAX_COPY, hazard);
    }
    try {
      return addInPlaceSegment(buffer, piece, hazard);
    } finally {
      hazard.clear(LOCAL_SLOT);
    }
  }

  /** Adds a segment whose payload is copied into the slab. */
  private AccessResult addCopiedSegment(GatherBuffer buffer, int payload, HazardPointers hazard) {
    ByteBuffer slab = buffer.slab();
    RegionSlice slice = buffer.slice();
    int at = buffer.tail();
    int header = putHeader(slab, at, payload);
    int to = at + header;
    for (int done = 0; done < payload; ) {
      AccessResult access = locate(offset + done, payload - done, hazard, LOCAL_SLOT, slice);
      if (access != AccessResult.OK) {
        return access;
      }
      hazard.publishFence();
      try {
        if (!slice.isValid()
            || !GuardedCopy.read(slice.buffer(), slice.index(), slab, to + done, slice.length())) {
          return AccessResult.REVOKED;
        }
      } finally {
        hazard.clear(LOCAL_SLOT);
      }
      done += slice.length();
    }
    buffer.addSlab(FpduEncoder.seal(slab, at, header + payload, crc(buffer)));
    advance(payload);
    return AccessResult.OK;
  }

  /** Adds a segment whose payload is written from the memory just found. */
  private AccessResult addInPlaceSegment(GatherBuffer buffer, int payload, HazardPointers hazard) {
    ByteBuffer slab = buffer.slab();
    int at = buffer.tail();
    int header = putHeader(slab, at, payload);
    int value = 0;
    int pad = -(header + payload) & 3;
    if (withCrc) {
      Crc32c crc = buffer.crc();
      RegionSlice slice = buffer.slice();
      crc.reset();
      crc.update(slab, at, header);
      hazard.publishFence();
      if (!slice.isValid() || !updateCrc(slice, crc, buffer.crcChunk())) {
        return AccessResult.REVOKED;
      }
      crc.updateZeros(pad);
      value = crc.value();
    }
    buffer.addSlab(header);
    buffer.addPayload(offset, payload, header);
    buffer.addSlab(FpduEncoder.trailer(slab, buffer.tail(), pad, value));
    advance(payload);
    return AccessResult.OK;
  }

  /**
   * Adds a piece of memory to a CRC, through a copy that stays in the processor's cache. A CRC over
   * memory that is truncated meanwhile would end the process.
   */
  private static boolean updateCrc(RegionSlice slice, Crc32c crc, ByteBuffer piece) {
    int maxPayload = piece.capacity();
    int left = slice.length();
    for (int at = slice.index(); left > 0; at += maxPayload, left -= maxPayload) {
      int count = Math.min(maxPayload, left);
      if (!GuardedCopy.read(slice.buffer(), at, piece, 0, count)) {
        return false;
      }
      crc.update(piece, 0, count);
    }
    return true;
  }

  private int putHeader(ByteBuffer slab, int at, int payload) {
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
      inboundReads.remove();
    }
  }

  @Override
  public AccessResult locate(
      long at, long length, HazardPointers hazard, int slot, RegionSlice out) {
    return opcode == Opcode.READ_RESPONSE
        ? upcalls.locateRemote(
            responseStag, responseOffset + at, length, MemPriv.REMOTE_READ, hazard, slot, out)
        : requests.locate(request, at, length, hazard, slot, out);
  }

  /** Writes until all is sent; false when the socket is full or memory is refused. */
  private boolean flush(GatherBuffer buffer, HazardPointers hazard) throws IOException {
    if (buffer.isEmpty()) {
      return true;
    }
    int result = buffer.write(channel, this, hazard);
    if (result == GatherBuffer.REFUSED) {
      refusal = buffer.refusal();
      dropPayload(buffer);
      buffer.write(channel, this, hazard);
      return false;
    }
    boolean done = result == GatherBuffer.DONE;
    if (blocked == done) {
      blocked = !done;
      stallEpoch++;
    }
    if (done) {
      lastWritten = lastTaken;
      reportSent();
    }
    return done;
  }

  /** Drops segments of memory that cannot be read; what precedes them may still be sent. */
  private void dropPayload(GatherBuffer buffer) {
    long droppedFrom = buffer.dropPayload();
    if (droppedFrom >= 0) {
      offset = droppedFrom;
      complete = false;
    }
  }

  /** Completes the requests that the socket has taken, up to the first unflushed Write. */
  private void reportSent() {
    unflushed = unflushed && !flushTracker.isSettled();
    long through = unflushed ? flushTracker.completableThrough(lastWritten) : lastWritten;
    if (through > lastReported) {
      lastReported = through;
      requests.sent(through);
    }
  }
}
