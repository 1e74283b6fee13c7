package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.rsm.dat.message.Message;

/**
 * The protection zone (PZ) that an exporting process of RSM over DAT makes for one importing
 * process, which so reaches only the segments that it imports. Each of them is registered there
 * once. Contexts of other zones do not work there. It is freed when its connection and all its
 * windows have ended.
 */
final class PeerZone {
  private final LocalProcess process;
  private final ProtectionZone zone;
  private final Lmr flush;
  private final Map<SegmentMemory, Share> shares = new IdentityHashMap<>();
  private int holders = 1;

  /** The registration of a segment's memory in this PZ, with a count of the RMRs over it. */
  private static final class Share {
    final Lmr lmr;
    int rmrs;

    Share(Lmr lmr) {
      this.lmr = lmr;
    }
  }

  /**
   * Makes a PZ with one holder.
   *
   * @param process the exporting process
   * @param flushed memory that the importing process may read in order to flush its writes
   */
  PeerZone(LocalProcess process, ByteBuffer flushed) {
    this.process = process;
    zone = process.adapter().createZone();
    Lmr made = null;
    try {
      made = zone.register(flushed, MemPriv.LOCAL_READ | MemPriv.REMOTE_READ);
    } finally {
      if (made == null) {
        zone.free();
      }
    }
    flush = made;
  }

  ProtectionZone zone() {
    return zone;
  }

  Message.Welcome welcome() {
    return new Message.Welcome(flush.rmrContext(), flush.registeredAddress());
  }

  /** Counts one more holder, which keeps the PZ. */
  synchronized void hold() {
    holders++;
  }

  /** Counts one holder less; the last one frees the PZ. */
  synchronized void release() {
    holders--;
    if (holders == 0) {
      process.free(flush);
      zone.free();
    }
  }

  /**
   * Returns the registration of a segment's memory for one more RMR, which {@link #giveBack} ends.
   */
  synchronized Lmr share(SegmentMemory backing) {
    Share share = shares.get(backing);
    if (share == null) {
      share = new Share(zone.register(backing.memory(), SegmentMemory.LOCAL));
      shares.put(backing, share);
    }
    share.rmrs++;
    holders++;
    return share.lmr;
  }

  /** Ends the use of a segment's registration by one RMR. */
  synchronized void giveBack(SegmentMemory backing) {
    Share share = shares.get(backing);
    share.rmrs--;
    if (share.rmrs == 0) {
      shares.remove(backing);
      process.free(share.lmr);
    }
    release();
  }
}
