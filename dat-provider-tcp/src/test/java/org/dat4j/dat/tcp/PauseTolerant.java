package org.dat4j.dat.tcp;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A runner for scenes that need the test itself to act in time. A pause of the machine makes the
 * test late, so that the scene shows nothing. It is repeated in that case only.
 */
final class PauseTolerant {

  private static final int TRIES = 5;
  private static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(100);

  private PauseTolerant() {}

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
