package org.dat4j.rsm.dat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.dat.message.Message;

/**
 * The remote access that one importer has to an RSM segment over DAT: an RMR bound on its endpoint
 * with exactly its rights. On adapters without RMRs it is a registration of its own with those
 * rights.
 */
final class ImporterRmr {
  private static final AtomicLong COOKIES = new AtomicLong();

  private final LocalProcess process;
  private final PeerZone peerZone;

  /** The memory that the RMR covers; null for a registration of its own. */
  private final SegmentMemory backing;

  private final Rmr rmr;
  private final Lmr lmr;
  private final long base;
  private final long cookie = COOKIES.incrementAndGet();
  private final Consumer<ImporterRmr> then;
  private final CountDownLatch bindDone = new CountDownLatch(1);
  private final AtomicBoolean freed = new AtomicBoolean();
  private volatile boolean bound;
  private volatile int context;

  private ImporterRmr(
      LocalProcess process,
      PeerZone peerZone,
      SegmentMemory backing,
      Rmr rmr,
      Lmr lmr,
      long base,
      Consumer<ImporterRmr> then) {
    this.process = process;
    this.peerZone = peerZone;
    this.backing = backing;
    this.rmr = rmr;
    this.lmr = lmr;
    this.base = base;
    this.then = then;
  }

  /**
   * Opens an RMR over a whole segment.
   *
   * @param process the exporting process
   * @param peerZone PZ of the importing process
   * @param backing memory of the segment
   * @param perm rights of the importer
   * @param ep endpoint that is connected to the importing process
   * @param then called when the RMR is bound or its bind has failed; called before this method
   *     returns if there is nothing to await
   * @return the RMR
   */
  static ImporterRmr open(
      LocalProcess process,
      PeerZone peerZone,
      SegmentMemory backing,
      int perm,
      Ep ep,
      Consumer<ImporterRmr> then) {
    int remote =
        ((perm & Permission.READ) != 0 ? MemPriv.REMOTE_READ : 0)
            | ((perm & Permission.WRITE) != 0 ? MemPriv.REMOTE_WRITE : 0);
    if (!process.config().windows() || !process.adapter().hasRmrs()) {
      return openRegistration(process, peerZone, backing, remote, then);
    }
    Lmr whole;
    ImporterRmr opened;
    try {
      whole = peerZone.share(backing);
    } catch (DatException | OutOfMemoryError shortage) {
      return failed(process, then);
    }
    try {
      Rmr made = peerZone.zone().createRmr();
      opened =
          new ImporterRmr(process, peerZone, backing, made, null, whole.registeredAddress(), then);
    } catch (DatException | OutOfMemoryError shortage) {
      peerZone.giveBack(backing);
      return failed(process, then);
    }
    process.binding(opened);
    try {
      int code =
          opened.rmr.bind(
              whole.lmrContext(),
              whole.registeredAddress(),
              backing.length(),
              remote,
              ep,
              opened.cookie,
              CompletionFlags.DEFAULT);
      if (code == DatReturn.SUCCESS) {
        return opened;
      }
    } catch (DatException disconnected) {
      // This is treated as a failed bind.
    }
    process.forget(opened);
    opened.bound(false);
    return opened;
  }

  private static ImporterRmr openRegistration(
      LocalProcess process,
      PeerZone peerZone,
      SegmentMemory backing,
      int remote,
      Consumer<ImporterRmr> then) {
    peerZone.hold();
    try {
      Lmr own = peerZone.zone().register(backing.memory(), SegmentMemory.LOCAL | remote);
      ImporterRmr opened =
          new ImporterRmr(process, peerZone, null, null, own, own.registeredAddress(), then);
      opened.bound(true);
      return opened;
    } catch (DatException | OutOfMemoryError shortage) {
      peerZone.release();
      return failed(process, then);
    }
  }

  private static ImporterRmr failed(LocalProcess process, Consumer<ImporterRmr> then) {
    ImporterRmr opened = new ImporterRmr(process, null, null, null, null, 0, then);
    opened.bound(false);
    return opened;
  }

  long cookie() {
    return cookie;
  }

  /** Records the end of the bind and calls the callback. */
  void bound(boolean success) {
    if (success) {
      context = rmr != null ? rmr.rmrContext() : lmr.rmrContext();
    }
    bound = success;
    then.accept(this);
    bindDone.countDown();
  }

  boolean isBound() {
    return bound;
  }

  boolean await(long millis) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return bindDone.await(millis, TimeUnit.MILLISECONDS) && bound;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Message.MemoryLocation location(int generation) {
    return new Message.MemoryLocation(context, base, generation);
  }

  /** Closes the RMR; after the return no access uses it. */
  void free() {
    if (!freed.compareAndSet(false, true)) {
      return;
    }
    process.forget(this);
    try {
      if (rmr != null) {
        rmr.free();
      }
      if (lmr != null) {
        lmr.free();
      }
    } catch (DatException closed) {
      // The adapter is closed, which has freed it.
    }
    if (backing != null) {
      peerZone.giveBack(backing);
    } else if (peerZone != null) {
      peerZone.release();
    }
  }
}
