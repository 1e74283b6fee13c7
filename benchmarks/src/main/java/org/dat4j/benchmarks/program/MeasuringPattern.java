package org.dat4j.benchmarks.program;

import org.HdrHistogram.Histogram;

/**
 * The base class of the measuring sides of all benchmarks: warms up, marks for both sides when to
 * begin to count, measures, and stops.
 */
abstract class MeasuringPattern implements TrafficPattern {

  private static final long MAX_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  final Transport transport;
  private final Phases phases;
  private final WarmUp warmUp;
  private final Histogram roundTrips = new Histogram(MAX_NANOS, DIGITS);
  private State state = State.WARMING_UP;
  private long measureEnd;
  private long begin;
  private long count;
  private Sample result;
  private ResourceUse use;

  private enum State {
    WARMING_UP,
    MARK_DUE,
    MARKED,
    MEASURING,
    STOP_DUE,
    STOPPED,
    DONE
  }

  MeasuringPattern(Transport transport, Phases phases) {
    this(transport, phases, 0);
  }

  /** Warms up for at least that many sends, too. */
  MeasuringPattern(Transport transport, Phases phases, long leastSends) {
    this.transport = transport;
    this.phases = phases;
    this.warmUp = new WarmUp(phases.warmUpNanos(), leastSends);
  }

  /** Takes a message other than a mark or stop. */
  abstract void echoed(int connection, long stamp);

  /** Says whether nothing is under way. */
  abstract boolean isIdle();

  /** Says whether there is something to send, so that the clock is not read for nothing. */
  abstract boolean canSend();

  /** Sends what is due. */
  abstract void send();

  /** Counts messages; those of the warm-up are not part of the result. */
  final void count(long messages) {
    count += messages;
  }

  /** Counts a message and records its time. */
  final void recordRoundTrip(long nanos) {
    count++;
    roundTrips.recordValue(nanos < MAX_NANOS ? nanos : MAX_NANOS);
  }

  /** Reports the figures of this side, after the last step. */
  final Sample result() {
    return result;
  }

  @Override
  public final void received(int connection, long stamp) {
    if (stamp == MARK) {
      count = 0;
      roundTrips.reset();
      use = ResourceUse.now();
      begin = System.nanoTime();
      measureEnd = begin + phases.measureNanos();
      state = State.MEASURING;
    } else if (stamp == STOP) {
      state = State.DONE;
    } else {
      echoed(connection, stamp);
    }
  }

  @Override
  public final boolean step() {
    switch (state) {
      case WARMING_UP, MEASURING -> {
        if (!canSend()) {
          return true;
        }
        boolean isWarm = state == State.MEASURING;
        if (isWarm ? System.nanoTime() - measureEnd < 0 : !warmUp.isOver()) {
          send();
        } else {
          state = isWarm ? State.STOP_DUE : State.MARK_DUE;
          // A transport that blocks takes the next step after a message only.
          return step();
        }
      }
      case MARK_DUE -> {
        if (isIdle() && transport.send(0, MARK)) {
          transport.flush();
          state = State.MARKED;
        }
      }
      case STOP_DUE -> {
        if (isIdle()) {
          if (result == null) {
            long nanos = System.nanoTime() - begin;
            result = Sample.of(count, nanos, use.sinceThen(), roundTrips);
          }
          if (transport.send(0, STOP)) {
            transport.flush();
            state = State.STOPPED;
          }
        }
      }
      case MARKED, STOPPED -> {}
      case DONE -> {
        return false;
      }
    }
    return true;
  }
}
