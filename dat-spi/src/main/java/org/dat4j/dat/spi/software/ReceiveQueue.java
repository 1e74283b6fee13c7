package org.dat4j.dat.spi.software;

import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;

/** Receives posted to one endpoint, taken in posting order under its receive turn. */
final class ReceiveQueue extends Iovs {

  /**
   * Six words are used, a line's worth is left free: wherever the array lies, the core that posts
   * the next receive and the one that takes this one never share a line.
   */
  private static final int STRIDE = 14;

  private long claimed;

  /** Not 0 when the receive to be claimed next was seen, so its lines are in this core's cache. */
  private long seen;

  /** Keep what follows this object off the lines written here. */
  long p21;

  long p22;
  long p23;
  long p24;
  long p25;
  long p26;
  long p27;

  ReceiveQueue(ContextTable<Region> regions, int limit, int maxSegments) {
    super(regions, limit, maxSegments, STRIDE);
  }

  boolean post(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    long position = claimSlot();
    if (position < 0) {
      return false;
    }
    put(position, INFO, putSegments(position, iov, lmrContext, address));
    put(position, COOKIE, cookie);
    put(position, LENGTH, length);
    publish(position);
    return true;
  }

  /** Takes the next receive; -1 when there is none. */
  long claim() {
    long position = claimed;
    if (seen == 0 && !isPublished(position)) {
      return -1;
    }
    seen = 0;
    claimed = position + 1;
    return position;
  }

  /** The oldest receive that is not complete, taken or not; -1 when there is none. */
  long oldest() {
    long position = completed();
    return isPublished(position) ? position : -1;
  }

  long cookie(long position) {
    return get(position, COOKIE);
  }

  /** Gives the oldest slot back, and fetches the next one while nobody waits for it. */
  void complete() {
    advance();
    if (claimed < completed()) {
      claimed = completed();
    }
    seen = isPublished(claimed) ? get(claimed, ADDRESS) | 1 : 0;
  }

  Access locate(
      long position, long offset, long length, AbstractPz pz, Hazard hazard, int slot, Span out) {
    return locate(
        position,
        (int) get(position, INFO),
        get(position, LENGTH),
        offset,
        length,
        pz,
        MemPriv.LOCAL_WRITE,
        hazard,
        slot,
        out);
  }
}
