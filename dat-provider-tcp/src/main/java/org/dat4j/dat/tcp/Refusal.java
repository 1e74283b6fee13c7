package org.dat4j.dat.tcp;

import java.nio.ByteBuffer;
import org.dat4j.dat.tcp.wire.Fpdu;

/**
 * Why a Terminate is due, and the header of the segment it is about. Set once by one direction's
 * turn, read by the transmit turn.
 */
final class Refusal {

  private static final int HEADER = Fpdu.UNTAGGED_PAYLOAD + Fpdu.READ_HEADER;

  private ByteBuffer header;
  private volatile int fault;

  /** An error that no segment is to be shown for. */
  void set(int newFault) {
    fault = newFault;
  }

  /** An error of a segment that begins at from. */
  void set(int newFault, ByteBuffer staged, int from, int to) {
    int octets = Math.min(HEADER, to - from);
    if (octets > 0) {
      header = ByteBuffer.allocate(octets).put(0, staged, from, octets);
    }
    fault = newFault;
  }

  /** An answer that cannot be given to its end. */
  void set(int newFault, Outbound answering) {
    header = ByteBuffer.allocate(HEADER);
    answering.refusedRead(header);
    fault = newFault;
  }

  boolean isSet() {
    return fault != 0;
  }

  /** The error, 0 for none. */
  int fault() {
    return fault;
  }

  /** From the length field on; null when nothing is to be shown. Ask for the fault first. */
  ByteBuffer header() {
    return header;
  }
}
