package org.dat4j.dat.tcp;

import org.dat4j.dat.spi.software.Turn;

/**
 * Decides for one connection which requests are written at once and which wait for others, so that
 * a burst of small ones becomes one write. A request waits only while its poster is the thread that
 * drives the adapter: what waits is written as soon as that thread polls or waits again, and by the
 * loop when it does not, see {@link Driver}. The first requests after a poll never wait, so neither
 * does a message that is answered before the next one. Who drives and writes at once to one
 * connection after another looks for input now and then, and who has lost the drive to the loop has
 * it again when it does so.
 */
final class Burst {

  /** Octets of a request that is worth to wait; a longer one fills a write by itself. */
  private static final int SMALL = 1024;

  /** Octets that wait at most. */
  private static final int MOST_OCTETS = 48 << 10;

  /** Requests that wait at most. */
  private static final int MOST = 512;

  /** Requests after a poll that are written at once. */
  private static final int AT_ONCE = 4;

  /** After a burst of so many the next one waits from its first request on. */
  private static final int LONG = 16;

  private final Driver driver;
  private final Turn turn;

  /** Like all that is not volatile: by posters, several may get in each other's way. */
  private int round;

  private int posts;
  private int postsBefore;
  private long octets;
  private volatile boolean listed;

  /** Behind this one in the list of the driver. */
  private Burst next;

  /**
   * Decides for a connection.
   *
   * @param driver of the adapter
   * @param turn writes what waits
   */
  Burst(Driver driver, Turn turn) {
    this.driver = driver;
    this.turn = turn;
  }

  /**
   * Whether a request just posted waits; otherwise the turn is to be kicked, which writes those
   * before it, too.
   *
   * @param length octets of the request
   */
  boolean waits(long length) {
    boolean driving = driver.isDriving();
    if (length > SMALL) {
      return isLeft(driving, false);
    }
    if (driver.round() != round) {
      begin(posts);
    }
    octets += length;
    posts++;
    if (driving ? posts >= MOST || octets > MOST_OCTETS : posts >= LONG) {
      // Who always finds completions, and posts on, would never drive.
      driver.pollBetweenPosts();
      begin(posts);
      return false;
    }
    return isLeft(driving, postsBefore >= LONG || posts > AT_ONCE);
  }

  /** Leaves a request to who drives, the calling thread, or has it written at once. */
  private boolean isLeft(boolean driving, boolean mayWait) {
    if (driving && mayWait) {
      return driver.postpone(this);
    }
    driver.writesAtOnce();
    return false;
  }

  private void begin(int before) {
    round = driver.round();
    postsBefore = before;
    posts = 0;
    octets = 0;
  }

  /** Puts this in front of a list; false when it is in one. By one thread at a time. */
  boolean enlist() {
    if (listed) {
      return false;
    }
    listed = true;
    return true;
  }

  void next(Burst behind) {
    next = behind;
  }

  /**
   * Takes this out of its list and writes what waits.
   *
   * @return what was behind it
   */
  Burst write() {
    Burst behind = next;
    next = null;
    listed = false;
    turn.kick();
    return behind;
  }
}
