package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractLmr;

/**
 * One bind of a window, from its post to its end.
 *
 * @param rmr the window's object
 * @param ep where it is posted
 * @param lmr memory it lies in, in use by this bind; null to unbind
 * @param address first octet
 * @param length octets
 * @param privileges remote ones
 * @param window the memory; null to unbind
 * @param context of the window
 */
record Binding(
    SoftRmr rmr,
    WireUpcalls ep,
    AbstractLmr lmr,
    long address,
    long length,
    int privileges,
    Region window,
    int context) {

  /** Its turn on the request queue has come; false when that ends the connection. */
  boolean reached(long request) {
    if (rmr.reached(this)) {
      return true;
    }
    ep.failed(request, DtoStatus.RMR_OPERATION_FAILED);
    ep.ended(EventNumber.CONNECTION_EVENT_BROKEN, rmr + " was freed before its bind was reached");
    return false;
  }

  /** The peer of its connection ends the use of its window; whether it may. */
  Access invalidate() {
    return rmr.invalidate(this);
  }

  /** It completes badly. */
  void flushed() {
    rmr.flushed(this);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
