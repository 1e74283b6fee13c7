package org.dat4j.dat.tcp.progress;

import java.util.Arrays;
import org.dat4j.dat.tcp.buffer.SharedBuffers;

/**
 * The set of connections that an I/O driver of a tcp adapter polls directly, without the selector,
 * while they are few. Of many, one at a time is polled, see {@link InputPredictor}. Used by the
 * driving thread, except where noted.
 *
 * <p>While one thread polls all the time, the selector need not watch their input: the kernel would
 * add each arriving segment to the ready list, within the sender's write.
 */
public final class PolledConnections {

  /** Up to this many connections are polled without the selector. */
  private static final int POLL_LIMIT = 8;

  /**
   * Where one connection has input after every yield, the others are polled once per this many
   * yields.
   */
  private static final int POLL_ALL_EVERY = 4;

  private static final Pollable[] NONE = {};

  private final SharedBuffers buffers;
  private volatile Pollable[] connections = NONE;

  /** Index of the connection that had input last after a yield. */
  private int lastActive;

  /** Consecutive yields after which only that connection was polled. */
  private int consecutiveSingleHits;

  /** Connections that the selector does not watch; guarded by its lock. */
  private Pollable[] unselected = NONE;

  /**
   * Creates an empty set.
   *
   * @param buffers told how many connections there are
   */
  PolledConnections(SharedBuffers buffers) {
    this.buffers = buffers;
  }

  /**
   * Adds a connection; any thread.
   *
   * @param connection the connection
   */
  public synchronized void add(Pollable connection) {
    Pollable[] more = Arrays.copyOf(connections, connections.length + 1);
    more[connections.length] = connection;
    connection.onIndexAssigned(connections.length);
    connections = more;
    buffers.setConnectionCount(connections.length);
  }

  /**
   * Removes a connection, if it was added; another one gets its index. Any thread.
   *
   * @param connection the connection
   */
  public synchronized void remove(Pollable connection) {
    int at = Arrays.asList(connections).indexOf(connection);
    if (at < 0) {
      return;
    }
    int last = connections.length - 1;
    Pollable[] less = Arrays.copyOf(connections, last);
    if (at < last) {
      less[at] = connections[last];
      less[at].onIndexAssigned(at);
    }
    connections = less;
    buffers.setConnectionCount(last);
  }

  /** Tells whether there is no connection. */
  boolean isEmpty() {
    return connections.length == 0;
  }

  /** Tells whether there are too many connections to poll them all. */
  boolean exceedsPollLimit() {
    return connections.length > POLL_LIMIT;
  }

  // --- reading

  /** Polls the connection at an index, if there is one; returns units of work done. */
  int poll(int at) {
    Pollable[] current = connections;
    return at < current.length ? poll(current[at]) : 0;
  }

  /** Polls one connection. A failure ends that connection and no other, nor the caller. */
  private static int poll(Pollable connection) {
    try {
      return connection.poll();
    } catch (RuntimeException | Error e) {
      connection.failed(e);
      return 1;
    }
  }

  /** Polls all connections; returns units of work done. */
  int pollAll() {
    int done = 0;
    for (Pollable connection : connections) {
      done += poll(connection);
    }
    return done;
  }

  /**
   * Polls the connection that had input last, and the others when it has none or was preferred too
   * often. Not used by busy pollers: it gains them nothing and disturbs their timing.
   */
  int pollLastActiveFirst() {
    Pollable[] current = connections;
    int first = lastActive < current.length ? lastActive : 0;
    int done = 0;
    for (int i = 0; i < current.length; i++) {
      int at = first + i < current.length ? first + i : first + i - current.length;
      int handled = poll(current[at]);
      if (handled > 0) {
        done += handled;
        lastActive = at;
        if (i == 0 && ++consecutiveSingleHits < POLL_ALL_EVERY) {
          return done;
        }
      }
    }
    consecutiveSingleHits = 0;
    return done;
  }

  // --- the selector, by the thread that has locked it

  /** Makes the selector watch the input of all connections again; before a thread blocks in it. */
  void selectAll() {
    if (unselected != NONE) {
      for (Pollable connection : unselected) {
        connection.setSelected(true);
      }
      unselected = NONE;
    }
  }

  /** Makes the selector watch no connection's input. */
  void selectNone() {
    Pollable[] current = connections;
    if (unselected != current) {
      for (Pollable connection : current) {
        connection.setSelected(false);
      }
      unselected = current;
    }
  }
}
