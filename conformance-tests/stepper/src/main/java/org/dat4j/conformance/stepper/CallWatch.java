package org.dat4j.conformance.stepper;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;

/**
 * Watches the calls that several threads of a stepper make, and finds one that does not return. It
 * reads the time only in {@link #hanging}. Thread-safe; one thread calls that method.
 */
public final class CallWatch {
  private static final long HANG_MILLIS = 30_000;
  private static final int LINES = 12;

  /** The call that a thread is making. */
  private record Running(String text, long since, Thread thread) {}

  private final AtomicReferenceArray<Running> running;
  private final PauseTolerantTimeLimit clock = new PauseTolerantTimeLimit(HANG_MILLIS);
  private volatile long now;

  /**
   * Makes a watch.
   *
   * @param threads how many threads call
   */
  public CallWatch(int threads) {
    running = new AtomicReferenceArray<>(threads);
  }

  /**
   * Notes that the calling thread begins a call.
   *
   * @param index of the thread
   * @param text the call in words
   */
  public void begins(int index, String text) {
    running.set(index, new Running(text, now, Thread.currentThread()));
  }

  /**
   * Notes that the call of a thread has returned.
   *
   * @param index of the thread
   */
  public void ends(int index) {
    running.set(index, null);
  }

  /**
   * Finds a call that has been running for too long; to be called every 50 ms or so.
   *
   * @return what it is and where, or null
   */
  public Difference hanging() {
    now = clock.look();
    for (int i = 0; i < running.length(); i++) {
      Running each = running.get(i);
      if (each != null && now - each.since() > TimeFactor.nanos(HANG_MILLIS)) {
        return hang(each);
      }
    }
    return null;
  }

  private Difference hang(Running each) {
    StringBuilder stack = new StringBuilder();
    StackTraceElement[] frames = each.thread().getStackTrace();
    for (int f = 0; f < Math.min(LINES, frames.length); f++) {
      stack.append("\n  at ").append(frames[f]);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(now - each.since());
    return new Difference(
        "hang", each.text() + " has not returned after " + millis + " ms" + stack);
  }
}
