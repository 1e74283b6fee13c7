package org.dat4j.dat.spi.software.memory;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Concurrency test of hazard pointers: a free of memory does not return while a thread touches that
 * memory.
 */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Revoked before.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Touched while it was there.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "Touched after the free had returned.")
@State
public class HazardRevoke {
  private static final HazardDomain HAZARDS = new HazardDomain();
  private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(64);

  private final MemoryRegion region = new MemoryRegion(HAZARDS, MEMORY, 0, 64, 0, null);

  /** 1 when the free has returned: what the mover must not see. */
  private int gone;

  /** Touches the memory as a mover does. */
  @Actor
  public void mover(I_Result r) {
    HazardPointers hazard = HAZARDS.mine();
    hazard.publish(0, region);
    hazard.publishFence();
    r.r1 = region.isValid() ? gone : -1;
    hazard.clear(0);
  }

  /** Frees. */
  @Actor
  public void freer() {
    region.revoke();
    gone = 1;
  }
}
