package org.dat4j.dat.spi.software;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Memory found valid behind a sealed hazard is not given back before the hazard is cleared. */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Revoked before.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Touched while it was there.")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "Touched after the free had returned.")
@State
public class HazardRevoke {
  private static final Hazards HAZARDS = new Hazards();
  private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(64);

  private final Region region = new Region(HAZARDS, MEMORY, 0, 64, 0, null);

  /** 1 when the free has returned: what the mover must not see. */
  private int gone;

  /** Touches the memory as a mover does. */
  @Actor
  public void mover(I_Result r) {
    Hazard hazard = HAZARDS.mine();
    hazard.publish(0, region);
    hazard.seal();
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
