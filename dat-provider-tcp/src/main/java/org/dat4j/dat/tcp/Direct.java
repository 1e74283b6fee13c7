package org.dat4j.dat.tcp;

import java.util.Arrays;

/**
 * The connections of one driver, which are read without asking the selector as long as they are
 * few, and else one at a time, see {@link Expected}. By the driving thread, except where said.
 *
 * <p>While one thread polls all the time the selector need not look for their input: each segment
 * that arrives would go through its list of what is ready, within the sender's write. That costs
 * 0.17 us of the 5.5 us of half a trip where it was measured (ADR-0001).
 */
final class Direct {

  /** Up to this many connections are read directly. */
  private static final int FEW = 8;

  /** Where one connection has input after every yield, the others are read at every so many. */
  private static final int ALL_EVERY = 4;

  private static final Polled[] NONE = {};

  private final Buffers buffers;
  private volatile Polled[] wires = NONE;

  /** Which of the connections had input last after a yield. */
  private int latest;

  /** Yields in a row after which no other was read. */
  private int alone;

  /** The connections that the selector does not look after; by who has the selector. */
  private Polled[] unselected = NONE;

  /**
   * Begins without a connection.
   *
   * @param buffers told how many there are
   */
  Direct(Buffers buffers) {
    this.buffers = buffers;
  }

  /** Adds a connection; any thread. */
  synchronized void add(Polled wire) {
    Polled[] more = Arrays.copyOf(wires, wires.length + 1);
    more[wires.length] = wire;
    wire.placed(wires.length);
    wires = more;
    buffers.connections(wires.length);
  }

  /** Ends the reading of a connection, if it was added; another gets its position. Any thread. */
  synchronized void remove(Polled wire) {
    int at = Arrays.asList(wires).indexOf(wire);
    if (at < 0) {
      return;
    }
    int last = wires.length - 1;
    Polled[] less = Arrays.copyOf(wires, last);
    if (at < last) {
      less[at] = wires[last];
      less[at].placed(at);
    }
    wires = less;
    buffers.connections(last);
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return wires.length == 0;
  }

  /** Whether there are too many to read them all. */
  boolean areMany() {
    return wires.length > FEW;
  }

  // --- reading

  /** Reads the one at a position, if there is one; how much was done. */
  int read(int at) {
    Polled[] now = wires;
    return at < now.length ? now[at].poll() : 0;
  }

  /** Reads all; how much was done. */
  int readAll() {
    int done = 0;
    for (Polled wire : wires) {
      done += wire.poll();
    }
    return done;
  }

  /**
   * Reads the connection first that had input last; the others when it has none, or too often. Who
   * polls all the time finds an input no sooner so, and loses where the order shifts its looks.
   */
  int readLatestFirst() {
    Polled[] now = wires;
    int first = latest < now.length ? latest : 0;
    int done = 0;
    for (int i = 0; i < now.length; i++) {
      int at = first + i < now.length ? first + i : first + i - now.length;
      int here = now[at].poll();
      if (here > 0) {
        done += here;
        latest = at;
        if (i == 0 && ++alone < ALL_EVERY) {
          return done;
        }
      }
    }
    alone = 0;
    return done;
  }

  // --- the selector, by who has it

  /** Lets the selector look for the input of all again; before a thread blocks in it. */
  void selectAll() {
    if (unselected != NONE) {
      for (Polled wire : unselected) {
        wire.select(true);
      }
      unselected = NONE;
    }
  }

  /** Lets the selector look for nobody's input. */
  void selectNone() {
    Polled[] now = wires;
    if (unselected != now) {
      for (Polled wire : now) {
        wire.select(false);
      }
      unselected = now;
    }
  }
}
