package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.WindowBind;

/**
 * One bind of a software backend's remote memory region (RMR), from its post to its end.
 *
 * @param rmr the window's object
 * @param ep the connection of the endpoint it is posted to
 * @param lmr memory it lies in, in use by this bind; null to unbind
 * @param address first byte
 * @param length bytes
 * @param privileges remote ones
 * @param window the memory; null to unbind
 * @param context of the window
 */
record RmrBind(
    SoftRmr rmr,
    Connection ep,
    AbstractLmr lmr,
    long address,
    long length,
    int privileges,
    MemoryRegion window,
    int context)
    implements WindowBind {

  /** Its turn on the request queue has come; false when that ends the connection. */
  boolean reached(long request) {
    if (rmr.reached(this)) {
      return true;
    }
    ep.failed(request, DtoStatus.RMR_OPERATION_FAILED);
    ep.ended(EventNumber.CONNECTION_EVENT_BROKEN, rmr + " was freed before its bind was reached");
    return false;
  }

  @Override
  public AccessResult invalidate(Object connection) {
    return connection == ep ? rmr.invalidate(this) : AccessResult.NO_RIGHT;
  }

  /** Its completion was taken from the EVD, or will never be. */
  void release() {
    ep.requests().release();
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
