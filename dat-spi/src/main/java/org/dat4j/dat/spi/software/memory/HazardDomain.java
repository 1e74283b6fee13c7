package org.dat4j.dat.spi.software.memory;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;

/**
 * The hazard pointers of all threads that move data for one provider, which a free of memory checks
 * and waits for.
 */
public final class HazardDomain {

  private final CopyOnWriteArrayList<HazardPointers> all = new CopyOnWriteArrayList<>();
  private final ThreadLocal<HazardPointers> mine = ThreadLocal.withInitial(this::enroll);

  private final AtomicLong regions = new AtomicLong();

  /** Creates an empty set. */
  public HazardDomain() {}

  /**
   * Returns the calling thread's hazard pointers.
   *
   * @return always the same for one thread
   */
  public HazardPointers mine() {
    return mine.get();
  }

  /** Returns a number for a new region, never 0. */
  long nextRegion() {
    return regions.incrementAndGet();
  }

  private HazardPointers enroll() {
    all.removeIf(HazardPointers::ownerGone);
    HazardPointers hazard = new HazardPointers();
    all.add(hazard);
    return hazard;
  }

  /**
   * Waits until no thread touches a region that was marked invalid before. A thread touches it for
   * one copy or one non-blocking call.
   *
   * @throws org.dat4j.dat.DatException when that lasts too long; the wait can be begun again
   */
  void awaitUnused(MemoryRegion region) {
    awaitUnused(region, BoundedWait::new);
  }

  /** Waits with a limit of the caller's. */
  void awaitUnused(MemoryRegion region, Supplier<BoundedWait> limit) {
    VarHandle.fullFence();
    BoundedWait wait = null;
    for (HazardPointers hazard : all) {
      while (hazard.uses(region) && !hazard.ownerGone()) {
        if (wait == null) {
          wait = limit.get();
        }
        wait.orThrow(
            "revoking registered memory",
            "a thread that touches it",
            hazard.owner(),
            "a wire did not call HazardPointers.clear after its copy");
      }
    }
  }
}
