package org.dat4j.dat.spi.software.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/** The padding between an object's header, or what lies before it, and a turn's word. */
abstract class TurnPrePad {
  /** Fills the gap behind the header, or the turn's references would be laid into it. */
  int p000;

  long p001, p002, p003, p004, p005, p006, p007;
}

/** The word of a turn that cores contend for, with the work that its new holder needs next. */
abstract class TurnData extends TurnPrePad {
  volatile long state;
  final Turn.Work first;
  final Turn.Work second;

  TurnData(Turn.Work first, Turn.Work second) {
    this.first = first;
    this.second = second;
  }
}

/** The padding between a turn's word and what follows it. */
abstract class TurnPostPad extends TurnData {
  long p011, p012, p013, p014, p015, p016, p017;

  TurnPostPad(Turn.Work first, Turn.Work second) {
    super(first, second);
  }
}

/**
 * The right of one thread to work on one direction of a connection: a try-lock with a bit "more
 * work". A thread that finds it taken sets the bit and leaves, and the holder works another round:
 * no thread waits. A thread holds one turn at a time: work for another turn is left to {@link
 * Work#afterRelease()}, or to another thread.
 */
public final class Turn extends TurnPostPad {

  /** The work of one direction, done by the thread that holds the turn. */
  public interface Work {

    /**
     * Works one round. Only the holder calls it, and again while more work is announced. Must not
     * throw.
     *
     * @param turn the turn held
     */
    void work(Turn turn);

    /** Wakes waiters and runs other turns, after this turn was released. Must not throw. */
    void afterRelease();
  }

  private static final long FREE = 0;
  private static final long HELD = 1;
  private static final long MORE = 2;
  private static final VarHandle STATE =
      FieldHandles.find(MethodHandles.lookup(), TurnData.class, "state", long.class);

  /** The exception or Error of the last failed round; null if none failed. */
  private volatile Throwable roundFailure;

  /** Raised when a round fails; there are two where both ends are in this process. */
  private volatile RepairFlag owner;

  private volatile RepairFlag otherOwner;

  /**
   * Makes a turn over one side's work.
   *
   * @param work what the holder does
   */
  public Turn(Work work) {
    this(work, null);
  }

  /**
   * Makes a turn over the sender's transmit work and the receiver's receive work, where both are
   * one direction of a connection inside a process. Each run does both works. So a run of the
   * receiver's receive turn, such as for a posted Receive, runs the sender's transmit as well.
   *
   * @param first done first in each round
   * @param second done second, or null
   */
  public Turn(Work first, Work second) {
    super(first, second);
  }

  /**
   * Does the work now, or hands it off to the present holder. Never waits. Called by a thread that
   * holds no turn: never inside of a wire's {@code transmit}, {@code progress} and {@code
   * shutdown}.
   *
   * @return false when it was handed off to another thread, which may not be running just now
   */
  public boolean runOrHandOff() {
    if (!enter()) {
      return false;
    }
    boolean held = true;
    try {
      do {
        first.work(this);
        if (second != null) {
          second.work(this);
        }
      } while (!exit());
      held = false;
      try {
        first.afterRelease();
      } finally {
        if (second != null) {
          second.afterRelease();
        }
      }
    } catch (RuntimeException | Error e) {
      // Without a call: there may be no stack left for one.
      roundFailure = e;
      RepairFlag one = owner;
      RepairFlag other = otherOwner;
      if (one != null) {
        one.raised = true;
      }
      if (other != null) {
        other.raised = true;
      }
      if (held) {
        state = FREE;
      }
      throw e;
    }
    return true;
  }

  /**
   * Sets the flag to raise when an Error cuts off a round. Called by the software layer, and not by
   * a wire, before the turn is in use.
   *
   * @param adapter flag of an adapter whose endpoint works under this turn
   */
  public synchronized void ownedBy(RepairFlag adapter) {
    if (owner == null) {
      owner = adapter;
    } else if (owner != adapter) {
      otherOwner = adapter;
    }
  }

  /**
   * Returns what the last failed round threw.
   *
   * @return null if none failed
   */
  public Throwable roundFailure() {
    return roundFailure;
  }

  /**
   * Whether a thread works at this moment.
   *
   * @return whether the turn is held
   */
  public boolean isHeld() {
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
        // Also where more work is announced already: it orders what this thread has published
        // before the holder's last look.
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
