package org.dat4j.dat.tcp;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * For scenes in which something has to be done in time by the test itself: a machine that stands
 * still meanwhile lets it come too late, and the scene shows nothing then. It is played again in
 * that case only.
 */
final class Stalls {

  private static final int TRIES = 5;
  private static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(100);

  private Stalls() {}

  /** Something that is played anew. */
  @FunctionalInterface
  interface Scene<E extends Exception> {
    /** Plays it from the beginning. */
    void play() throws E;
  }

  /** A thread that only sleeps, and sees by how much it does not wake in time. */
  private static final class Sleeper extends Thread implements AutoCloseable {
    private volatile boolean over;
    private volatile long longest;
    private long last = System.nanoTime();

    @Override
    public void run() {
      while (!over) {
        LockSupport.parkNanos(NAP);
        look();
      }
    }

    private synchronized void look() {
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      last = now;
    }

    boolean stood() {
      look();
      return longest > NOTABLE;
    }

    @Override
    public void close() {
      over = true;
    }
  }

  /** Plays a scene, again if the machine stood still while it failed. */
  static <E extends Exception> void once(Scene<E> scene) throws E {
    for (int left = TRIES; left > 1; left--) {
      try (Sleeper sleeper = new Sleeper()) {
        sleeper.setDaemon(true);
        sleeper.start();
        try {
          scene.play();
          return;
        } catch (AssertionError | RuntimeException late) {
          if (!sleeper.stood()) {
            throw late;
          }
          System.out.println("played again, as the machine stood still: " + late);
        }
      }
    }
    scene.play();
  }
}
