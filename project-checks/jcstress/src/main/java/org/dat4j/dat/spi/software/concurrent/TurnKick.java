package org.dat4j.dat.spi.software.concurrent;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of {@code Turn.runOrHandOff}: the work sees what each thread has published
 * before its call, and no two threads work at a time. The rounds of work are counted without
 * synchronisation, so an overlap would show.
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

  /** What the rounds have seen as published; written by the holder of the turn. */
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
  public void afterRelease() {
    // Nobody else is to be told.
  }

  /** Publishes, then runs the work or hands it off. */
  @Actor
  public void one() {
    first = 1;
    turn.runOrHandOff();
  }

  /** Publishes, then runs the work or hands it off. */
  @Actor
  public void two() {
    second = 2;
    turn.runOrHandOff();
  }

  /** Reports what the rounds have seen. */
  @Arbiter
  public void after(II_Result r) {
    r.r1 = order;
    r.r2 = overlaps;
  }
}
