package org.dat4j.dat.tcp.connection;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.tcp.buffer.ReceiveBuffer;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.InboundChecks;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.TerminateCode;

/**
 * A processor of the segments that an iWARP connection receives: checks access to memory, places
 * payload, completes Receives and queues the peer's RDMA Reads. It gets segments complete and in
 * order. Used under the receive turn, except where noted.
 *
 * <p>Results are faults as {@link TerminateCode} packs them, {@link FpduParser#OK} or {@link
 * #NOT_READY}.
 */
final class SegmentProcessor {

  /** Result: nothing was done; the segment has to be passed again when a receive is posted. */
  static final int NOT_READY = -1;

  private static final int SLOT = 0;

  private final WireUpcalls upcalls;
  private final InboundChecks checks;
  private final OutboundReads outboundReads;
  private final InboundReads inboundReads;

  /** Null where a Write needs no flush. */
  private final WriteFlushTracker flushTracker;

  /**
   * Whether the response to a flush (see {@link WriteFlushTracker}), a Read of no bytes, may have
   * payload.
   *
   * <p>Linux's soft iWARP (siw, 6.1) answers such a Read that finds it sending with the first piece
   * of memory of what it sent last. The response confirms as much as an empty one, since it is made
   * after earlier input was placed. Its payload is dropped. It is never longer than {@link
   * #maxPeerMessage}; a longer one is refused.
   */
  private final boolean toleratesFlushPayload;

  /** Bytes of the longest message the peer has sent or Read it has requested. */
  private long maxPeerMessage;

  private final Runnable invalidAccessListener;

  private String refusalDetail;
  private long claimedReceive = -1;
  private volatile RequestQueue requests;

  SegmentProcessor(
      WireUpcalls upcalls,
      InboundChecks checks,
      OutboundReads outboundReads,
      InboundReads inboundReads,
      WriteFlushTracker flushTracker,
      boolean toleratesFlushPayload,
      Runnable invalidAccessListener) {
    this.upcalls = upcalls;
    this.checks = checks;
    this.outboundReads = outboundReads;
    this.inboundReads = inboundReads;
    this.flushTracker = flushTracker;
    this.toleratesFlushPayload = toleratesFlushPayload;
    this.invalidAccessListener = invalidAccessListener;
  }

  /**
   * Sets the queue of the requests that Reads belong to; by the transmit side, before the first is
   * sent.
   */
  void requests(RequestQueue queue) {
    requests = queue;
  }

  /** Returns the queue of requests, null until the first is sent. Any thread. */
  RequestQueue requests() {
    return requests;
  }

  /**
   * Processes a segment.
   *
   * @param fpdu checked segment, no Terminate
   * @param buffer holds the segment
   */
  int handle(FpduParser fpdu, ReceiveBuffer buffer) {
    int opcode = fpdu.opcode();
    return switch (opcode) {
      case Opcode.WRITE -> write(fpdu, buffer);
      case Opcode.READ_REQUEST -> readRequest(fpdu, buffer);
      case Opcode.READ_RESPONSE -> readResponse(fpdu, buffer);
      default -> send(fpdu, buffer, opcode);
    };
  }

  /**
   * Returns why the last message was refused, in the words of this end; null when the code says it
   * all.
   */
  String refusalDetail() {
    return refusalDetail;
  }

  /** Places the received part of a Write's segment; the rest is still to come. */
  int beginWrite(FpduParser fpdu, ReceiveBuffer buffer) {
    notePeerMessage(checks.messageLength());
    HazardPointers hazard = upcalls.hazard();
    AccessResult access = locateWrite(fpdu, hazard, buffer.slice());
    if (access == AccessResult.OK) {
      access = place(buffer, fpdu.payloadOffset(), fpdu.payloadPresent(), hazard);
    }
    return access == AccessResult.OK ? FpduParser.OK : refuseWrite(access);
  }

  private int write(FpduParser fpdu, ReceiveBuffer buffer) {
    if (fpdu.payloadLength() == 0) {
      return FpduParser.OK;
    }
    notePeerMessage(checks.messageLength());
    HazardPointers hazard = upcalls.hazard();
    AccessResult access = locateWrite(fpdu, hazard, buffer.slice());
    if (access == AccessResult.OK) {
      access = placeInOrder(buffer, fpdu.payloadOffset(), hazard);
    }
    return access == AccessResult.OK ? FpduParser.OK : refuseWrite(access);
  }

  int refuseWrite(AccessResult access) {
    countInvalidAccess(access);
    refusalDetail = "the peer's RDMA Write was refused: " + access.text();
    return TerminateMapping.ofWrite(access);
  }

  private void countInvalidAccess(AccessResult refused) {
    if (TerminateMapping.isInvalidAccess(refused)) {
      invalidAccessListener.run();
    }
  }

  private AccessResult locateWrite(FpduParser fpdu, HazardPointers hazard, RegionSlice slice) {
    return upcalls.locateRemote(
        fpdu.stag(),
        fpdu.taggedOffset(),
        fpdu.payloadLength(),
        MemPriv.REMOTE_WRITE,
        hazard,
        SLOT,
        slice);
  }

  /**
   * Copies received payload in order, as a program may poll the last byte; ends the memory's use.
   */
  private static AccessResult placeInOrder(ReceiveBuffer buffer, int from, HazardPointers hazard) {
    RegionSlice slice = buffer.slice();
    hazard.publishFence();
    try {
      boolean placed = slice.isValid() && slice.copyInOrder(buffer.buffer(), from);
      return placed ? AccessResult.OK : AccessResult.REVOKED;
    } finally {
      hazard.clear(SLOT);
    }
  }

  /** Copies received payload into the memory found, and ends its use. */
  private static AccessResult place(
      ReceiveBuffer buffer, int from, int length, HazardPointers hazard) {
    RegionSlice slice = buffer.slice();
    hazard.publishFence();
    try {
      boolean placed = slice.isValid() && slice.copyFrom(buffer.buffer(), from, length);
      return placed ? AccessResult.OK : AccessResult.REVOKED;
    } finally {
      hazard.clear(SLOT);
    }
  }

  private int send(FpduParser fpdu, ReceiveBuffer buffer, int opcode) {
    if (claimedReceive < 0) {
      long claimed = upcalls.claimReceive();
      if (claimed < 0) {
        if (claimed == WireUpcalls.NOT_READY) {
          return NOT_READY;
        }
        refusalDetail = "no receive was posted here in time";
        return TerminateCode.DDP_NO_BUFFER.fault();
      }
      claimedReceive = claimed;
    }
    int length = fpdu.payloadLength();
    notePeerMessage(checks.messageLength());
    HazardPointers hazard = upcalls.hazard();
    RegionSlice slice = buffer.slice();
    for (int done = 0; done < length; done += slice.length()) {
      long at = checks.messageOffset() + done;
      AccessResult access =
          upcalls.locateReceive(claimedReceive, at, length - done, hazard, SLOT, slice);
      if (access == AccessResult.OK) {
        access = place(buffer, fpdu.payloadOffset() + done, slice.length(), hazard);
      }
      if (access != AccessResult.OK) {
        refusalDetail =
            "the peer's message cannot be placed in the Receive posted here: " + access.text();
      }
      if (access == AccessResult.TOO_LONG) {
        return refuseSend(DtoStatus.ERR_LOCAL_LENGTH, TerminateCode.DDP_MESSAGE_TOO_LONG);
      }
      if (access != AccessResult.OK) {
        return refuseSend(DtoStatus.ERR_LOCAL_PROTECTION, TerminateCode.DDP_LOCAL_CATASTROPHIC);
      }
    }
    return checks.endsMessage() ? deliver(fpdu, opcode) : FpduParser.OK;
  }

  private int deliver(FpduParser fpdu, int opcode) {
    if (Opcode.invalidates(opcode)) {
      // Revoking memory waits for all threads that have published it, including this one.
      upcalls.hazard().clear(SLOT);
      AccessResult access = upcalls.invalidate(fpdu.stag());
      if (access != AccessResult.OK) {
        // Also counts a context that exists and is not the peer's: otherwise the peer could find
        // live ones.
        invalidAccessListener.run();
        refusalDetail = "the peer must not invalidate this context: " + access.text();
        return refuseSend(
            DtoStatus.ERR_BAD_RESPONSE,
            access == AccessResult.UNKNOWN
                ? TerminateCode.RDMAP_UNKNOWN_STAG
                : TerminateCode.RDMAP_PROTECTED_STAG);
      }
    }
    long finished = claimedReceive;
    claimedReceive = -1;
    upcalls.received(
        finished, checks.messageLength(), DtoStatus.SUCCESS, Opcode.isSolicited(opcode));
    return FpduParser.OK;
  }

  private int refuseSend(DtoStatus status, TerminateCode code) {
    upcalls.received(claimedReceive, 0, status, false);
    return code.fault();
  }

  private int readRequest(FpduParser fpdu, ReceiveBuffer buffer) {
    long size = fpdu.readSize();
    if (size > 0) {
      AccessResult access = locateSource(fpdu, size, buffer.slice());
      if (access != AccessResult.OK) {
        countInvalidAccess(access);
        refusalDetail = "the peer's RDMA Read was refused: " + access.text();
        return TerminateMapping.ofRead(access);
      }
    }
    boolean refused = size > 0 && upcalls.attr().maxRdmaReadIn() == 0;
    if (refused
        || !inboundReads.add(
            fpdu.sinkStag(), fpdu.sinkOffset(), size, fpdu.sourceStag(), fpdu.sourceOffset())) {
      return TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault();
    }
    notePeerMessage(size);
    upcalls.moreToTransmit();
    return FpduParser.OK;
  }

  private AccessResult locateSource(FpduParser fpdu, long size, RegionSlice slice) {
    if (size > Integer.MAX_VALUE) {
      return AccessResult.OUT_OF_BOUNDS;
    }
    HazardPointers hazard = upcalls.hazard();
    AccessResult access =
        upcalls.locateRemote(
            fpdu.sourceStag(), fpdu.sourceOffset(), size, MemPriv.REMOTE_READ, hazard, SLOT, slice);
    hazard.clear(SLOT);
    return access;
  }

  private int readResponse(FpduParser fpdu, ReceiveBuffer buffer) {
    if (outboundReads.isEmpty()) {
      // A sink STag is valid for one response: this one names no Read.
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    long size = outboundReads.length();
    int length = fpdu.payloadLength();
    long at = checks.messageOffset();
    if (toleratesFlushPayload
        && at + length > size
        && outboundReads.request() == OutboundReads.FLUSH) {
      return dropFlushPayload(fpdu, at);
    }
    if (size > 0 && fpdu.stag() != outboundReads.sink()) {
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    boolean fits = at + length <= size && (!checks.endsMessage() || at + length == size);
    if (!fits || length > 0 && fpdu.taggedOffset() != at) {
      return badResponse(TerminateCode.DDP_BASE_OR_BOUNDS);
    }
    notePeerMessage(at + length);
    long request = outboundReads.request();
    HazardPointers hazard = upcalls.hazard();
    RegionSlice slice = buffer.slice();
    for (int done = 0; done < length; done += slice.length()) {
      AccessResult access = requests.locate(request, at + done, length - done, hazard, SLOT, slice);
      if (access == AccessResult.OK) {
        access = place(buffer, fpdu.payloadOffset() + done, slice.length(), hazard);
      }
      if (access != AccessResult.OK) {
        upcalls.failed(request, DtoStatus.ERR_LOCAL_PROTECTION);
        return TerminateCode.DDP_INVALID_STAG.fault();
      }
    }
    if (checks.endsMessage()) {
      readAnswered(request);
    }
    return FpduParser.OK;
  }

  /** Drops the payload of a flush response: it belongs to no memory. */
  private int dropFlushPayload(FpduParser fpdu, long at) {
    if (fpdu.stag() != outboundReads.sink()) {
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    if (fpdu.taggedOffset() != at || checks.messageLength() > maxPeerMessage) {
      return badResponse(TerminateCode.DDP_BASE_OR_BOUNDS);
    }
    if (checks.endsMessage()) {
      readAnswered(OutboundReads.FLUSH);
    }
    return FpduParser.OK;
  }

  private void notePeerMessage(long length) {
    maxPeerMessage = Math.max(maxPeerMessage, length);
  }

  private void readAnswered(long request) {
    outboundReads.remove();
    if (request >= 0) {
      upcalls.readDone();
      return;
    }
    if (request == OutboundReads.FLUSH) {
      flushTracker.flushAnswered();
    }
    upcalls.moreToTransmit();
  }

  private int badResponse(TerminateCode code) {
    if (!outboundReads.isEmpty()) {
      upcalls.failed(outboundReads.request(), DtoStatus.ERR_BAD_RESPONSE);
    }
    return code.fault();
  }
}
