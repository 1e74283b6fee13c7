package org.dat4j.conformance.stepper.pairs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The two threads that make a stepper's pair of calls at once, and take time stamps of how the
 * calls overlapped. The second call has an offset. A call of the second JVM is sent there with its
 * moment, and its time stamps come from there. Used by the thread of the run.
 */
final class TwoThreads {
  /** How long both threads spin before the first call, so that both run by then. */
  private static final long LEAD_NANOS = 2_000;

  /** The least and the most time for a call's way to the second JVM, in nanoseconds. */
  private static final long MIN_FAR_LEAD = 50_000;

  private static final long MAX_FAR_LEAD = 2_000_000;

  /** How long a worker spins for the next step or the other worker before it gives way. */
  private static final long SPIN_NANOS = 30_000;

  /** How long a worker waits for the other one, which may have no processor. */
  private static final long ARRIVAL_NANOS = 20_000_000;

  /**
   * A call to make.
   *
   * @param call makes it
   * @param far whether the second JVM makes it
   */
  record Deed(Supplier<Answer> call, boolean far) {}

  /** The time that a call gets for its way to the second JVM: longer after one that came late. */
  private static final class FarLead {
    private volatile long nanos = 4 * MIN_FAR_LEAD;

    void learn(long late) {
      long next = late > LEAD_NANOS ? nanos * 3 / 2 : nanos - nanos / 64;
      nanos = Math.max(MIN_FAR_LEAD, Math.min(MAX_FAR_LEAD, next));
    }
  }

  /** One call of a step: what to make, and what came of it. */
  static final class ThreadCall {
    private final Deed deed;
    private final Gate gate;
    private final long delay;
    private final Thread waiter = Thread.currentThread();
    private long began;
    private long ended;
    private Answer answer;
    private Throwable thrown;
    private volatile boolean done;

    private ThreadCall(Deed deed, Gate gate, long delay) {
      this.deed = deed;
      this.gate = gate;
      this.delay = delay;
    }

    boolean isDone() {
      return done;
    }

    long began() {
      return began;
    }

    long ended() {
      return ended;
    }

    Answer answer() {
      return answer;
    }

    Throwable thrown() {
      return thrown;
    }

    private void make() {
      long due = gate.pass(delay);
      if (deed.far()) {
        FarMoment moment = FarMoment.set(due);
        call();
        began = moment.began();
        ended = moment.ended();
        gate.lead.learn(began - due);
      } else {
        while (System.nanoTime() - due < 0) {
          Thread.onSpinWait();
        }
        began = System.nanoTime();
        call();
        ended = System.nanoTime();
      }
      done = true;
      LockSupport.unpark(waiter);
    }

    private void call() {
      try {
        answer = deed.call().get();
      } catch (RuntimeException | Error e) {
        thrown = e;
      }
    }
  }

  /** The place where both threads wait for each other before they call. */
  private static final class Gate {
    private final AtomicInteger arrived = new AtomicInteger();
    private final FarLead lead;
    private final boolean far;
    private volatile long open;

    Gate(FarLead lead, boolean far) {
      this.lead = lead;
      this.far = far;
    }

    /** Waits for the other thread; returns when the call is due. */
    long pass(long delay) {
      if (arrived.incrementAndGet() == 2) {
        open = System.nanoTime() + (far ? lead.nanos : LEAD_NANOS);
      }
      long start = System.nanoTime();
      long now = start;
      while (open == 0 && now - start < ARRIVAL_NANOS) {
        if (now - start < SPIN_NANOS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
        now = System.nanoTime();
      }
      return (open == 0 ? now : open) + delay;
    }
  }

  /** A thread that makes one turn after the other. */
  private static final class Worker implements Runnable {
    private final Thread thread;
    private volatile ThreadCall next;
    private volatile boolean ended;

    Worker(String name) {
      thread = new Thread(this, name);
      thread.setDaemon(true);
      thread.start();
    }

    void give(ThreadCall turn) {
      next = turn;
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      long idle = System.nanoTime();
      while (!ended) {
        ThreadCall turn = next;
        if (turn != null) {
          next = null;
          turn.make();
          idle = System.nanoTime();
        } else if (System.nanoTime() - idle < SPIN_NANOS) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
        }
      }
    }

    void end() {
      ended = true;
      LockSupport.unpark(thread);
    }
  }

  private final Worker first = new Worker("pairs-first");
  private final Worker second = new Worker("pairs-second");
  private final FarLead lead = new FarLead();

  /**
   * Starts two calls.
   *
   * @param offset nanoseconds by which the second one begins later; negative for earlier
   * @return the two turns, in which the answers appear
   */
  ThreadCall[] start(Deed firstCall, Deed secondCall, long offset) {
    Gate gate = new Gate(lead, firstCall.far() || secondCall.far());
    ThreadCall[] turns = {
      new ThreadCall(firstCall, gate, Math.max(0, -offset)),
      new ThreadCall(secondCall, gate, Math.max(0, offset))
    };
    first.give(turns[0]);
    second.give(turns[1]);
    return turns;
  }

  /**
   * Returns whether the thread of a call is parked or waits for a lock; one inside a system call
   * does not count.
   */
  boolean isAsleep(int slot) {
    Thread.State state = thread(slot).getState();
    return state != Thread.State.RUNNABLE;
  }

  /** Returns the stack of a call, for a report. */
  StackTraceElement[] stack(int slot) {
    return thread(slot).getStackTrace();
  }

  private Thread thread(int slot) {
    return (slot == 0 ? first : second).thread;
  }

  /** Ends both threads once their calls return. */
  void end() {
    first.end();
    second.end();
  }
}
