package org.dat4j.dat.tcp.connection;

import java.util.function.Consumer;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.tcp.progress.DeferredWrite;
import org.dat4j.dat.tcp.progress.Driver;

/**
 * Joins small requests posted on one iWARP connection, so that one write to the socket sends them
 * all. A request waits only while its poster is the driving thread. That thread writes it when it
 * polls or waits again; otherwise the loop does, see {@link Driver}. ADR-0004 says why, and what it
 * gains. The first requests after a poll never wait, so neither does a message that is answered
 * before the next one.
 */
public final class WriteCoalescer extends DeferredWrite {

  /** Bytes of the longest request that may wait; a longer one fills a write by itself. */
  private static final int MAX_DEFERRED_LENGTH = 1024;

  /** Bytes of requests that wait at most. */
  private static final int MAX_PENDING_BYTES = 48 << 10;

  /** Number of requests that wait at most. */
  private static final int MAX_PENDING = 512;

  /** Requests after a poll that are written at once. */
  private static final int IMMEDIATE_WRITES = 4;

  /** After a burst of this many requests, the next burst waits from its first request on. */
  private static final int BURST_LENGTH = 16;

  private final Driver driver;
  private final Turn turn;
  private final Consumer<Throwable> failed;

  /**
   * Used by posters, as all that is not volatile; several posters may disturb each other's counts.
   */
  private int round;

  private int posts;
  private int previousPosts;
  private long pendingBytes;

  /**
   * Creates a coalescer for a connection.
   *
   * @param driver of the adapter
   * @param turn writes what waits
   * @param failed receives what the turn has thrown; does not throw
   */
  public WriteCoalescer(Driver driver, Turn turn, Consumer<Throwable> failed) {
    this.driver = driver;
    this.turn = turn;
    this.failed = failed;
  }

  /**
   * {@return whether a request just posted waits} Otherwise the caller has to run the turn, which
   * also writes the requests before it.
   *
   * @param length bytes of the request
   */
  public boolean shouldDefer(long length) {
    boolean driving = driver.isDriving();
    if (length > MAX_DEFERRED_LENGTH) {
      return deferOrCount(driving, false);
    }
    if (driver.round() != round) {
      beginRound(posts);
    }
    pendingBytes += length;
    posts++;
    if (driving
        ? posts >= MAX_PENDING || pendingBytes > MAX_PENDING_BYTES
        : posts >= BURST_LENGTH) {
      // A thread that always finds completions and keeps posting would never poll.
      driver.pollBetweenPosts();
      beginRound(posts);
      return false;
    }
    return deferOrCount(driving, previousPosts >= BURST_LENGTH || posts > IMMEDIATE_WRITES);
  }

  /** Defers a request of the driving thread where it may wait; otherwise counts a write. */
  private boolean deferOrCount(boolean driving, boolean mayDefer) {
    if (driving && mayDefer) {
      return driver.defer(this);
    }
    driver.countWrite();
    return false;
  }

  private void beginRound(int before) {
    round = driver.round();
    previousPosts = before;
    posts = 0;
    pendingBytes = 0;
  }

  @Override
  protected void write() {
    turn.runOrHandOff();
  }

  @Override
  protected void failed(Throwable cause) {
    failed.accept(cause);
  }
}
