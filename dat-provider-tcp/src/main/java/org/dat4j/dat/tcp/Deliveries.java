package org.dat4j.dat.tcp;

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
 * What segments of the peer do that are whole and in order: the access check, the payload's place,
 * receives and reads. Under the receive turn, except where said.
 *
 * <p>Answers are faults as {@link TerminateCode} packs them, {@link FpduParser#OK} or {@link
 * #NOT_READY}.
 */
final class Deliveries {

  /** Nothing was done: the segment is to be given again when a receive is posted. */
  static final int NOT_READY = -1;

  private static final int SLOT = 0;

  private final WireUpcalls upcalls;
  private final InboundChecks checks;
  private final ReadsOut readsOut;
  private final ReadsIn readsIn;

  /** Null where a Write needs no proof. */
  private final Proofs proofs;

  /**
   * Whether the answer to a proof (see {@link Proofs}), a Read of no octets, may have some.
   *
   * <p>Linux's soft iWARP (siw, 6.1) answers such a Read that finds it sending with the first piece
   * of memory of what it sent last. The answer proves as much as an empty one, since it is made
   * after what came before the Read was placed; its octets are to be dropped. They are never more
   * than {@link #longest}; more is no such answer.
   */
  private final boolean surplus;

  /** Octets of the longest message the peer has sent or Read it has asked for. */
  private long longest;

  private final Runnable guessed;

  private long receive = -1;
  private volatile RequestQueue requests;

  Deliveries(
      WireUpcalls upcalls,
      InboundChecks checks,
      ReadsOut readsOut,
      ReadsIn readsIn,
      Proofs proofs,
      boolean surplus,
      Runnable guessed) {
    this.upcalls = upcalls;
    this.checks = checks;
    this.readsOut = readsOut;
    this.readsIn = readsIn;
    this.proofs = proofs;
    this.surplus = surplus;
    this.guessed = guessed;
  }

  /** Transmit side: where the requests are that reads belong to; before the first is sent. */
  void requests(RequestQueue queue) {
    requests = queue;
  }

  /** Any thread: where the requests are; null until the first is sent. */
  RequestQueue requests() {
    return requests;
  }

  /**
   * Does what a segment is for.
   *
   * @param fpdu checked, no Terminate
   * @param room where it is
   */
  int handle(FpduParser fpdu, Staging room) {
    int opcode = fpdu.opcode();
    return switch (opcode) {
      case Opcode.WRITE -> write(fpdu, room);
      case Opcode.READ_REQUEST -> readRequest(fpdu, room);
      case Opcode.READ_RESPONSE -> readResponse(fpdu, room);
      default -> send(fpdu, room, opcode);
    };
  }

  /** Places what is there of a Write's segment, of which the rest is to come. */
  int beginWrite(FpduParser fpdu, Staging room) {
    heard(checks.messageLength());
    Hazard hazard = upcalls.hazard();
    Access access = locateWrite(fpdu, hazard, room.found());
    if (access == Access.OK) {
      access = place(room, fpdu.payloadOffset(), fpdu.payloadPresent(), hazard);
    }
    return access == Access.OK ? FpduParser.OK : refuseWrite(access);
  }

  private int write(FpduParser fpdu, Staging room) {
    if (fpdu.payloadLength() == 0) {
      return FpduParser.OK;
    }
    heard(checks.messageLength());
    Hazard hazard = upcalls.hazard();
    Access access = locateWrite(fpdu, hazard, room.found());
    if (access == Access.OK) {
      access = placeInOrder(room, fpdu.payloadOffset(), hazard);
    }
    return access == Access.OK ? FpduParser.OK : refuseWrite(access);
  }

  private int refuseWrite(Access access) {
    count(access);
    return Faults.ofWrite(access);
  }

  private void count(Access refused) {
    if (Faults.isGuess(refused)) {
      guessed.run();
    }
  }

  private Access locateWrite(FpduParser fpdu, Hazard hazard, Span span) {
    return upcalls.locateRemote(
        fpdu.stag(),
        fpdu.taggedOffset(),
        fpdu.payloadLength(),
        MemPriv.REMOTE_WRITE,
        hazard,
        SLOT,
        span);
  }

  /** Copies staged payload where somebody may poll the last octet, and ends the memory's use. */
  private static Access placeInOrder(Staging room, int from, Hazard hazard) {
    Span span = room.found();
    hazard.seal();
    boolean placed = span.isValid() && span.copyInOrder(room.buffer(), from);
    hazard.clear(SLOT);
    return placed ? Access.OK : Access.REVOKED;
  }

  /** Copies staged payload into the memory found and ends its use. */
  private static Access place(Staging room, int from, int length, Hazard hazard) {
    Span span = room.found();
    hazard.seal();
    try {
      if (!span.isValid()) {
        return Access.REVOKED;
      }
      span.buffer().put(span.index(), room.buffer(), from, length);
      return Access.OK;
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      return Access.REVOKED;
    } finally {
      hazard.clear(SLOT);
    }
  }

  private int send(FpduParser fpdu, Staging room, int opcode) {
    if (receive < 0) {
      long claimed = upcalls.claimReceive();
      if (claimed < 0) {
        return claimed == WireUpcalls.NOT_READY ? NOT_READY : TerminateCode.DDP_NO_BUFFER.fault();
      }
      receive = claimed;
    }
    int length = fpdu.payloadLength();
    heard(checks.messageLength());
    Hazard hazard = upcalls.hazard();
    Span span = room.found();
    for (int done = 0; done < length; done += span.length()) {
      long at = checks.messageOffset() + done;
      Access access = upcalls.locateReceive(receive, at, length - done, hazard, SLOT, span);
      if (access == Access.OK) {
        access = place(room, fpdu.payloadOffset() + done, span.length(), hazard);
      }
      if (access == Access.TOO_LONG) {
        return refuseSend(DtoStatus.ERR_LOCAL_LENGTH, TerminateCode.DDP_MESSAGE_TOO_LONG);
      }
      if (access != Access.OK) {
        return refuseSend(DtoStatus.ERR_LOCAL_PROTECTION, TerminateCode.DDP_LOCAL_CATASTROPHIC);
      }
    }
    return checks.endsMessage() ? deliver(fpdu, opcode) : FpduParser.OK;
  }

  private int deliver(FpduParser fpdu, int opcode) {
    if (Opcode.invalidates(opcode)) {
      // Who ends the use of memory waits for all who have published it, the calling thread
      // included.
      upcalls.hazard().clear(SLOT);
      Access access = upcalls.invalidate(fpdu.stag());
      if (access != Access.OK) {
        // Also of what exists and is not the peer's: it could tell a live context from others.
        guessed.run();
        return refuseSend(
            DtoStatus.ERR_BAD_RESPONSE,
            access == Access.UNKNOWN
                ? TerminateCode.RDMAP_UNKNOWN_STAG
                : TerminateCode.RDMAP_PROTECTED_STAG);
      }
    }
    long finished = receive;
    receive = -1;
    upcalls.received(
        finished, checks.messageLength(), DtoStatus.SUCCESS, Opcode.isSolicited(opcode));
    return FpduParser.OK;
  }

  private int refuseSend(DtoStatus status, TerminateCode code) {
    upcalls.received(receive, 0, status, false);
    return code.fault();
  }

  private int readRequest(FpduParser fpdu, Staging room) {
    long size = fpdu.readSize();
    if (size > 0) {
      Access access = locateSource(fpdu, size, room.found());
      if (access != Access.OK) {
        count(access);
        return Faults.ofRead(access);
      }
    }
    boolean refused = size > 0 && upcalls.attr().maxRdmaReadIn() == 0;
    if (refused
        || !readsIn.add(
            fpdu.sinkStag(), fpdu.sinkOffset(), size, fpdu.sourceStag(), fpdu.sourceOffset())) {
      return TerminateCode.RDMAP_CATASTROPHIC_STREAM.fault();
    }
    heard(size);
    upcalls.moreToTransmit();
    return FpduParser.OK;
  }

  private Access locateSource(FpduParser fpdu, long size, Span span) {
    if (size > Integer.MAX_VALUE) {
      return Access.OUT_OF_BOUNDS;
    }
    Hazard hazard = upcalls.hazard();
    Access access =
        upcalls.locateRemote(
            fpdu.sourceStag(), fpdu.sourceOffset(), size, MemPriv.REMOTE_READ, hazard, SLOT, span);
    hazard.clear(SLOT);
    return access;
  }

  private int readResponse(FpduParser fpdu, Staging room) {
    if (readsOut.isEmpty()) {
      // A sink is good for one response: this one names none.
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    long size = readsOut.length();
    int length = fpdu.payloadLength();
    long at = checks.messageOffset();
    if (surplus && at + length > size && readsOut.request() == ReadsOut.FLUSH) {
      return drop(fpdu, at);
    }
    if (size > 0 && fpdu.stag() != readsOut.sink()) {
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    boolean fits = at + length <= size && (!checks.endsMessage() || at + length == size);
    if (!fits || length > 0 && fpdu.taggedOffset() != at) {
      return badResponse(TerminateCode.DDP_BASE_OR_BOUNDS);
    }
    heard(at + length);
    long request = readsOut.request();
    Hazard hazard = upcalls.hazard();
    Span span = room.found();
    for (int done = 0; done < length; done += span.length()) {
      Access access = requests.locate(request, at + done, length - done, hazard, SLOT, span);
      if (access == Access.OK) {
        access = place(room, fpdu.payloadOffset() + done, span.length(), hazard);
      }
      if (access != Access.OK) {
        upcalls.failed(request, DtoStatus.ERR_LOCAL_PROTECTION);
        return TerminateCode.DDP_INVALID_STAG.fault();
      }
    }
    if (checks.endsMessage()) {
      answered(request);
    }
    return FpduParser.OK;
  }

  /** Octets in the answer to a proof are for nobody: they go nowhere. */
  private int drop(FpduParser fpdu, long at) {
    if (fpdu.stag() != readsOut.sink()) {
      return badResponse(TerminateCode.DDP_INVALID_STAG);
    }
    if (fpdu.taggedOffset() != at || checks.messageLength() > longest) {
      return badResponse(TerminateCode.DDP_BASE_OR_BOUNDS);
    }
    if (checks.endsMessage()) {
      answered(ReadsOut.FLUSH);
    }
    return FpduParser.OK;
  }

  private void heard(long octets) {
    longest = Math.max(longest, octets);
  }

  private void answered(long request) {
    readsOut.remove();
    if (request >= 0) {
      upcalls.readDone();
      return;
    }
    if (request == ReadsOut.FLUSH) {
      proofs.flushed();
    }
    upcalls.moreToTransmit();
  }

  private int badResponse(TerminateCode code) {
    if (!readsOut.isEmpty()) {
      upcalls.failed(readsOut.request(), DtoStatus.ERR_BAD_RESPONSE);
    }
    return code.fault();
  }
}
