package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What was published before a kick is seen by a round of work after it, whoever holds the turn; and
 * no two threads work at a time: the rounds are counted without synchronisation.
 */
@JCStressTest
@Outcome(
    id = {"12, 0", "21, 0", "3, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "Both seen, in one round or in two.")
@State
public class TurnKick implements Turn.Work {
  private final Turn turn = new Turn(this);
  private volatile int first;
  private volatile int second;

  /** By the holder of the turn. */
  private int seen;

  private int order;
  private int inside;
  private int overlaps;

  @Override
  public void work(Turn held) {
    if (++inside != 1) {
      overlaps++;
    }
    int now = (first + second) & ~seen;
    if (now != 0) {
      order = order * 10 + now;
      seen |= now;
    }
    inside--;
  }

  @Override
  public void afterwards() {
    // Nobody else is to be told.
  }

  /** Publishes and kicks. */
  @Actor
  public void one() {
    first = 1;
    turn.kick();
  }

  /** Publishes and kicks. */
  @Actor
  public void two() {
    second = 2;
    turn.kick();
  }

  /** Looks at what the rounds have seen. */
  @Arbiter
  public void after(II_Result r) {
    r.r1 = order;
    r.r2 = overlaps;
  }
}
