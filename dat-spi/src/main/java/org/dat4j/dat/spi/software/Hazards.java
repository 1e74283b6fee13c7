package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The hazards of all threads that move data for one provider. */
public final class Hazards {

  private final CopyOnWriteArrayList<Hazard> all = new CopyOnWriteArrayList<>();
  private final ThreadLocal<Hazard> mine = ThreadLocal.withInitial(this::enroll);

  private final AtomicLong regions = new AtomicLong();

  /** Creates an empty set. */
  public Hazards() {}

  /**
   * The calling thread's hazard.
   *
   * @return always the same for one thread
   */
  public Hazard mine() {
    return mine.get();
  }

  /** A number for a new region, never 0. */
  long nextRegion() {
    return regions.incrementAndGet();
  }

  private Hazard enroll() {
    all.removeIf(Hazard::ownerGone);
    Hazard hazard = new Hazard();
    all.add(hazard);
    return hazard;
  }

  /**
   * Waits until no thread touches a region that was marked invalid before. Movers hold it for one
   * copy or one non-blocking call, so this spins.
   */
  void awaitUnused(Region region) {
    VarHandle.fullFence();
    for (Hazard hazard : all) {
      while (hazard.uses(region) && !hazard.ownerGone()) {
        Thread.onSpinWait();
      }
    }
  }
}
