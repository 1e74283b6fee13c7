package org.dat4j.benchmarks.program;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The benchmarks' limit for an exchange inside one process: a transport of two memory words, with
 * which two threads answer each other. The threads spin, or park until the other side unparks them.
 */
final class FlagTransport implements Transport {

  private static final long EMPTY = Long.MIN_VALUE;

  /**
   * Words between the two flags: they do not share a cache line, nor two that are fetched as one.
   */
  private static final int STRIDE = 32;

  private static final Map<Integer, Cell> CELLS = new ConcurrentHashMap<>();

  private final Cell cell;
  private final Integer key;
  private final int own;
  private final int other;
  private final boolean parks;

  private static final class Cell {
    private final AtomicLongArray words = new AtomicLongArray(3 * STRIDE);
    private final Thread[] threads = new Thread[3 * STRIDE];

    Cell() {
      words.set(STRIDE, EMPTY);
      words.set(2 * STRIDE, EMPTY);
    }
  }

  FlagTransport(Side side, boolean parks) {
    this.key = side.port();
    this.cell = CELLS.computeIfAbsent(key, port -> new Cell());
    this.own = side.client() ? STRIDE : 2 * STRIDE;
    this.other = 3 * STRIDE - own;
    this.parks = parks;
    cell.threads[own] = Thread.currentThread();
  }

  @Override
  public boolean send(int connection, long stamp) {
    cell.words.set(other, stamp);
    if (parks) {
      LockSupport.unpark(cell.threads[other]);
    }
    return true;
  }

  @Override
  public void flush() {}

  @Override
  public void run(TrafficPattern pattern) {
    while (pattern.step()) {
      long stamp = cell.words.get(own);
      if (stamp != EMPTY) {
        cell.words.set(own, EMPTY);
        pattern.received(0, stamp);
      } else if (parks) {
        LockSupport.park(this);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void close() {
    CELLS.remove(key);
  }
}
