package org.dat4j.dat.spi.software.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Concurrency test of {@code Turn.runOrHandOff}: the work sees what was published before the call,
 * also when more work is announced already.
 */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Seen.")
@State
public class TurnPublish {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] slots = new long[1];
  private final Turn turn =
      new Turn(
          new Turn.Work() {
            @Override
            public void work(Turn held) {
              if (!announced) {
                announced = true;
                held.runOrHandOff();
              }
              seen |= (long) SLOT.getAcquire(slots, 0);
            }

            @Override
            public void afterRelease() {}
          });
  private boolean announced;
  private long seen;

  /** Holds the turn and announces more work by itself. */
  @Actor
  public void holder() {
    turn.runOrHandOff();
  }

  /** Publishes, then runs the work or hands it off. */
  @Actor
  public void poster() {
    SLOT.setRelease(slots, 0, 1L);
    turn.runOrHandOff();
  }

  /** Reports what the rounds have seen. */
  @Arbiter
  public void rounds(J_Result r) {
    r.r1 = seen;
  }
}
