package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/** Keeps the turn's word off the line of whatever lies before it. */
abstract class TurnPadding {
  /** Fills the gap in front, or the work would be laid into it, on a line of its own. */
  int p00;

  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
}

/** The word that cores contend for, and what who has won it needs next, side by side. */
abstract class TurnState extends TurnPadding {
  volatile long state;
  final Turn.Work first;
  final Turn.Work second;

  TurnState(Turn.Work first, Turn.Work second) {
    this.first = first;
    this.second = second;
  }
}

/**
 * The right to work on one direction of a connection: a try-lock with a "more work" bit. Who finds
 * it taken sets the bit and leaves, the holder loops; nobody waits. No two turns are taken nested:
 * what a turn's work makes necessary elsewhere is done in {@link Work#afterwards()}.
 */
public final class Turn extends TurnState {

  /** What the holder does. */
  public interface Work {

    /**
     * One round. Called by the holder only, again while more work was announced. Must not throw.
     *
     * @param turn the turn held
     */
    void work(Turn turn);

    /** Called when the turn was given up: wakes waiters, kicks other turns. Must not throw. */
    void afterwards();
  }

  private static final long FREE = 0;
  private static final long HELD = 1;
  private static final long MORE = 2;
  private static final VarHandle STATE =
      FieldHandles.find(MethodHandles.lookup(), TurnState.class, "state", long.class);

  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  /**
   * A turn over one side's work.
   *
   * @param work what the holder does
   */
  public Turn(Work work) {
    this(work, null);
  }

  /**
   * A turn over the sender's transmit work and the receiver's receive work, where both are one
   * direction of a connection inside a process.
   *
   * @param first done first in each round
   * @param second done second, or null
   */
  public Turn(Work first, Work second) {
    super(first, second);
  }

  /**
   * Does the work now, or leaves it to the present holder. Never waits.
   *
   * @return false when it was left to another thread, which may not be running just now
   */
  public boolean kick() {
    if (!enter()) {
      return false;
    }
    try {
      do {
        first.work(this);
        if (second != null) {
          second.work(this);
        }
      } while (!exit());
    } catch (RuntimeException | Error e) {
      state = FREE;
      throw e;
    }
    first.afterwards();
    if (second != null) {
      second.afterwards();
    }
    return true;
  }

  /** Whether somebody works at this moment. */
  boolean isHeld() {
    return state != FREE;
  }

  private boolean enter() {
    for (; ; ) {
      long now = state;
      if (now == FREE) {
        if (STATE.compareAndSet(this, FREE, HELD)) {
          return true;
        }
      } else if (STATE.compareAndSet(this, now, MORE)) {
        // Also where more is announced already: what was made visible just before must be so to
        // the holder, who may be about to look for the last time.
        return false;
      }
    }
  }

  private boolean exit() {
    if (STATE.compareAndSet(this, HELD, FREE)) {
      return true;
    }
    STATE.getAndSet(this, HELD);
    return false;
  }
}
