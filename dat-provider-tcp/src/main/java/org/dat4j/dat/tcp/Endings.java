package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.TerminateCode;
import org.dat4j.dat.tcp.wire.TerminateView;

/**
 * Why a connection ends: what the endpoint is told and which request it is blamed on, and what the
 * peer has to be told.
 */
final class Endings {

  private final WireUpcalls upcalls;
  private final Outbound outbound;
  private final Deliveries deliveries;
  private final ReadsOut readsOut;

  /** Null where a Write needs no proof. */
  private final Proofs proofs;

  /** Of what the peer has sent. */
  private final Refusal refusedInput = new Refusal();

  /** Of what this end has to send; under the transmit turn. */
  private final Refusal refusedOutput = new Refusal();

  /** Writing failed; what the peer sent before is read first, then the failure is reported. */
  private volatile IOException outputDead;

  Endings(
      WireUpcalls upcalls,
      Outbound outbound,
      Deliveries deliveries,
      ReadsOut readsOut,
      Proofs proofs) {
    this.upcalls = upcalls;
    this.outbound = outbound;
    this.deliveries = deliveries;
    this.readsOut = readsOut;
    this.proofs = proofs;
  }

  private void broken(String detail) {
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, detail);
  }

  private static String sent(int fault) {
    return "Terminate sent: " + TerminateCode.describe(fault);
  }

  // --- under the transmit turn

  /** Nothing can be written any more. */
  void outputFailed(IOException e) {
    outputDead = e;
  }

  /** Any thread: why nothing can be written any more, or null. */
  IOException outputDead() {
    return outputDead;
  }

  /** Whether the peer's input was refused. */
  boolean isInputRefused() {
    return refusedInput.isSet();
  }

  /** What the peer is to be told. */
  Refusal due() {
    return refusedOutput.isSet() ? refusedOutput : refusedInput;
  }

  /** What is to be sent cannot be read any more. */
  void refused() {
    Access reason = outbound.refusal();
    if (outbound.requestUnderWay()) {
      upcalls.failed(outbound.request(), DtoStatus.ERR_LOCAL_PROTECTION);
      refusedOutput.set(TerminateCode.DDP_LOCAL_CATASTROPHIC.fault());
    } else {
      refusedOutput.set(Faults.ofRead(reason), outbound);
    }
    String told = outbound.mayTerminate() ? sent(refusedOutput.fault()) : "reset within a segment";
    broken(told + ": " + reason.text());
  }

  /**
   * The next request is a Read and the peer has said that it serves none (RFC 6581: no more Reads
   * than its inbound depth). Ends as if the peer had refused it, and at once: held back, it would
   * never complete, nor would what is behind it.
   */
  void unserved(long read) {
    upcalls.failed(read, DtoStatus.ERR_REMOTE_RESPONDER);
    refusedOutput.set(TerminateCode.DDP_LOCAL_CATASTROPHIC.fault());
    broken(sent(refusedOutput.fault()) + ": the peer serves no RDMA Reads, its read depth is 0");
  }

  /** The peer does not take what is written. */
  void jammed() {
    upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
    broken("reset: the peer did not take a write within the setting progress");
  }

  // --- under the receive turn

  /** The peer did something wrong. The refused segment begins at from. */
  void fault(int fault, ByteBuffer staged, int from, int to) {
    refusedInput.set(fault, staged, from, to);
    broken(sent(fault));
  }

  /** The peer does not come to the end of a segment. */
  void unfinished() {
    int fault = TerminateCode.RDMAP_OPERATION_UNSPECIFIED.fault();
    refusedInput.set(fault);
    upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
    broken(sent(fault) + ": the peer did not finish a segment within the setting progress");
  }

  /** The peer has sent a Terminate. */
  void terminated(FpduParser message) {
    TerminateView view = message.terminate();
    int fault = view.fault();
    DtoStatus status = Faults.status(fault);
    // Not every peer shows what it has refused.
    boolean read =
        view.hasReadHeader()
            || (view.hasDdpHeader()
                ? view.opcode() == Opcode.READ_REQUEST
                : Faults.refusesRead(fault));
    if (read) {
      upcalls.failed(readsOut.find(view.sourceStag(), view.sourceOffset()), status);
    } else if (status == DtoStatus.ERR_TRANSPORT || Faults.isCatastrophic(fault)) {
      upcalls.failed(-1, status);
    } else {
      long request = blamed(view);
      if (request >= 0) {
        upcalls.failed(request, status);
      }
    }
    broken("Terminate received: " + TerminateCode.describe(fault));
  }

  /** The Send or Write that a Terminate is about, as far as it can be told; else -1. */
  private long blamed(TerminateView view) {
    RequestQueue sent = deliveries.requests();
    if (proofs != null && sent != null && view.hasDdpHeader() && view.tagged()) {
      long write = sent.findWrite(view.stag(), view.taggedOffset());
      if (write >= 0) {
        return write;
      }
    }
    return outbound.requestUnderWay(Faults.refusesSend(view.fault()));
  }

  /** The peer will send no more. */
  void endOfInput(boolean betweenMessages, IOException cause) {
    IOException dead = cause == null ? outputDead : cause;
    if (betweenMessages && dead == null) {
      upcalls.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
    } else {
      upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
      broken(
          dead == null ? "the peer's stream ended inside a message" : "TCP: " + dead.getMessage());
    }
  }
}
