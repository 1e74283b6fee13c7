package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.Opcode;
import org.dat4j.dat.tcp.wire.TerminateCode;
import org.dat4j.dat.tcp.wire.TerminateView;

/**
 * A handler of the end of an iWARP connection: decides which event the endpoint gets, which request
 * failed, and which Terminate the peer gets.
 */
final class TerminationHandler {

  private final WireUpcalls upcalls;
  private final Outbound outbound;
  private final RefusedRequestFinder refusedRequests;

  /** The Terminate for what the peer has sent. */
  private final PendingTerminate inputTerminate = new PendingTerminate();

  /** The Terminate for what this end cannot send; under the transmit turn. */
  private final PendingTerminate outputTerminate = new PendingTerminate();

  /** The failed write; reported after the peer's earlier input is read. */
  private volatile IOException outputFailure;

  TerminationHandler(WireUpcalls upcalls, Outbound outbound, RefusedRequestFinder refusedRequests) {
    this.upcalls = upcalls;
    this.outbound = outbound;
    this.refusedRequests = refusedRequests;
  }

  private void broken(String detail) {
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, detail);
  }

  private static String sentText(int fault) {
    return "Terminate sent: " + TerminateCode.describe(fault);
  }

  // --- under the transmit turn

  /** Records that nothing can be written. */
  void outputFailed(IOException e) {
    outputFailure = e;
  }

  /** Returns why nothing can be written, or null. Any thread. */
  IOException outputFailure() {
    return outputFailure;
  }

  /** Tells whether the peer's input was refused. */
  boolean isInputRefused() {
    return inputTerminate.isSet();
  }

  /** Returns the Terminate that the peer has to get. */
  PendingTerminate pendingTerminate() {
    return outputTerminate.isSet() ? outputTerminate : inputTerminate;
  }

  /** Ends the connection because memory to be sent cannot be read. */
  void localMemoryRefused() {
    AccessResult reason = outbound.refusal();
    if (outbound.requestUnderWay()) {
      upcalls.failed(outbound.request(), DtoStatus.ERR_LOCAL_PROTECTION);
      outputTerminate.set(TerminateCode.DDP_LOCAL_CATASTROPHIC.fault());
    } else {
      outputTerminate.set(TerminateMapping.ofRead(reason), outbound);
    }
    String action =
        outbound.endsWithTerminate() ? sentText(outputTerminate.fault()) : "reset within a segment";
    broken(action + ": " + reason.text());
  }

  /**
   * Ends the connection because the next request is a Read and the peer serves none (RFC 6581: no
   * more Reads than its inbound depth). It ends as if the peer had refused the Read, and at once: a
   * Read held back would never complete, nor would later requests.
   */
  void readNotSupported(long read) {
    upcalls.failed(read, DtoStatus.ERR_REMOTE_RESPONDER);
    outputTerminate.set(TerminateCode.DDP_LOCAL_CATASTROPHIC.fault());
    broken(
        sentText(outputTerminate.fault()) + ": the peer serves no RDMA Reads, its read depth is 0");
  }

  /** Ends the connection because the peer does not take what is written. */
  void writeTimedOut() {
    upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
    broken("reset: the peer did not take a write within the setting progress");
  }

  // --- under the receive turn

  /**
   * Ends the connection because a segment of the peer was refused.
   *
   * @param fault the error code that the Terminate tells the peer
   * @param why the same in the words of this end, or null
   * @param staged buffer with the refused segment
   * @param from index of the segment
   * @param to index after the last byte read
   */
  void peerFault(int fault, String why, ByteBuffer staged, int from, int to) {
    inputTerminate.set(fault, staged, from, to);
    broken(why == null ? sentText(fault) : why + "; " + sentText(fault));
  }

  /** Ends the connection because the peer does not finish a segment. */
  void segmentTimedOut() {
    int fault = TerminateCode.RDMAP_OPERATION_UNSPECIFIED.fault();
    inputTerminate.set(fault);
    upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
    broken(sentText(fault) + ": the peer did not finish a segment within the setting progress");
  }

  /** Ends the connection because the peer has sent a Terminate. */
  void terminateReceived(FpduParser message) {
    TerminateView view = message.terminate();
    int fault = view.fault();
    DtoStatus status = TerminateMapping.status(fault);
    // Not every peer shows what it has refused.
    boolean read =
        view.hasReadHeader()
            || (view.hasDdpHeader()
                ? view.opcode() == Opcode.READ_REQUEST
                : TerminateMapping.refusesRead(fault));
    boolean any = status == DtoStatus.ERR_TRANSPORT || TerminateMapping.isCatastrophic(fault);
    long[] refused =
        read
            ? refusedRequests.findReads(view)
            : any ? new long[0] : refusedRequests.findOthers(view);
    if (refused.length > 0) {
      upcalls.oneFailed(refused, status);
    } else if (read || any) {
      upcalls.failed(-1, status);
    }
    broken(
        "Terminate received: "
            + TerminateCode.describe(fault)
            + TerminateMapping.explanation(fault));
  }

  /** Ends the connection because the peer will send no more. */
  void endOfInput(boolean betweenMessages, IOException cause) {
    IOException failure = cause == null ? outputFailure : cause;
    if (betweenMessages && failure == null) {
      // A process that was killed ends so, too: the system closes its sockets.
      upcalls.ended(
          EventNumber.CONNECTION_EVENT_DISCONNECTED, "the peer has closed the connection");
    } else {
      upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
      broken(
          failure == null
              ? "the peer's stream ended inside a message"
              : "TCP: " + failure.getMessage());
    }
  }
}
