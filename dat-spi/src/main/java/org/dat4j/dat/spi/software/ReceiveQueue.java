package org.dat4j.dat.spi.software;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;

/**
 * Receives of one endpoint, in posting order. Whoever holds its receive turn claims, locates and
 * completes; {@link BorrowedReceives} gets them from a shared queue instead of posts.
 */
class ReceiveQueue extends Iovs {

  /** Slots made at once. */
  private static final int FEW = 4;

  /**
   * Six words are used, a line's worth is left free: wherever the array lies, the core that posts
   * the next receive and the one that takes this one never share a line.
   */
  private static final int SHIFT = 4;

  private static final int FLAGS_SHIFT = 32;

  /** What was claimed last, and one more; under the receive turn. */
  long claimed;

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
    this(regions, limit, maxSegments, FEW);
  }

  ReceiveQueue(ContextTable<Region> regions, int limit, int maxSegments, int few) {
    super(regions, limit, maxSegments, few, SHIFT);
  }

  final boolean post(
      LmrIov iov, int lmrContext, long address, long length, long cookie, int flags) {
    long claim = claimSlot();
    if (claim < 0) {
      return false;
    }
    long position = position(claim);
    long[] slots = slots(claim);
    int count = putSegments(slots, position, iov, lmrContext, address);
    put(slots, position, INFO, count | (long) flags << FLAGS_SHIFT);
    put(slots, position, COOKIE, cookie);
    put(slots, position, LENGTH, length);
    publish(slots, position);
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
  final long oldest() {
    long position = completed();
    return isPublished(position) ? position : -1;
  }

  final long cookie(long position) {
    return get(position, COOKIE);
  }

  /** Whether its poster wants nobody woken. */
  final boolean isUnsignalled(long position) {
    return (get(position, INFO) >>> FLAGS_SHIFT & CompletionFlags.UNSIGNALLED) != 0;
  }

  /** Gives the oldest slot back. */
  final void complete() {
    advance();
    if (claimed < completed()) {
      claimed = completed();
      seen = 0;
    }
  }

  /** Fetches the next slot while nobody waits for it: behind the publication of a completion. */
  final void fetchNext() {
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

  /**
   * Takes over what an earlier queue of the endpoint holds; nobody else uses either.
   *
   * @param from has as many segments per receive or fewer, and no more receives than fit
   */
  void adopt(ReceiveQueue from) {
    for (long old = from.completed(); old < from.tail; old++) {
      long claim = claimSlot();
      copy(from, old, slots(claim), position(claim));
      publish(slots(claim), position(claim));
    }
  }

  /** Names the shared queue that the receives come from, or null. */
  SharedReceives source() {
    return null;
  }

  /**
   * Says who is to be woken when a receive was wanted and comes later by another way than a post.
   *
   * @param kick kicks the receive turn of the present connection
   */
  void connect(Runnable kick) {}

  /** The connection takes nothing any more; under the receive turn. */
  void disconnect() {}
}
