package org.dat4j.dat.tcp.connection;

import java.nio.ByteBuffer;
import org.dat4j.dat.tcp.wire.Fpdu;

/**
 * A Terminate message that an iWARP connection has yet to send: its error code, and the header of
 * the segment that caused it. Set once by one direction's turn, read by the transmit turn.
 */
final class PendingTerminate {

  private static final int MAX_HEADER = Fpdu.UNTAGGED_PAYLOAD + Fpdu.READ_HEADER;

  private ByteBuffer header;
  private volatile int fault;

  /** Sets a fault without a segment. */
  void set(int newFault) {
    fault = newFault;
  }

  /** Sets a fault with the segment that begins at from. */
  void set(int newFault, ByteBuffer staged, int from, int to) {
    int length = Math.min(MAX_HEADER, to - from);
    if (length > 0) {
      header = ByteBuffer.allocate(length).put(0, staged, from, length);
    }
    fault = newFault;
  }

  /** Sets a fault with the Read Request whose response cannot be completed. */
  void set(int newFault, Outbound outbound) {
    header = ByteBuffer.allocate(MAX_HEADER);
    outbound.putRefusedRead(header);
    fault = newFault;
  }

  boolean isSet() {
    return fault != 0;
  }

  /** Returns the fault, 0 for none. */
  int fault() {
    return fault;
  }

  /** Returns the header from the length field on, null when none is shown. Read the fault first. */
  ByteBuffer header() {
    return header;
  }
}
