package org.dat4j.conformance.stepper.pairs;

/**
 * The moment at which the second JVM has to make the next call of this thread, and the time stamps
 * of that call. Both JVMs of one machine have the same clock. Confined to one thread.
 */
final class FarMoment {
  private static final ThreadLocal<FarMoment> NEXT = new ThreadLocal<>();

  private final long due;
  private long began;
  private long ended;

  private FarMoment(long due) {
    this.due = due;
    began = due;
    ended = due;
  }

  /** Sets the moment of this thread's next call in the second JVM. */
  static FarMoment set(long due) {
    FarMoment moment = new FarMoment(due);
    NEXT.set(moment);
    return moment;
  }

  /** Returns the moment for the call that this thread makes now; null for at once. */
  static FarMoment take() {
    FarMoment moment = NEXT.get();
    NEXT.remove();
    return moment;
  }

  /** Notes when the call was made. */
  void stamp(long begin, long end) {
    began = begin;
    ended = end;
  }

  long due() {
    return due;
  }

  long began() {
    return began;
  }

  long ended() {
    return ended;
  }
}
