package org.dat4j.rsm.natives;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What has to happen within a second, on a machine that may stand still for longer: it has to
 * happen every time, and in time in one of a few tries, or mostly. For one thread.
 */
final class Delays {
  private static final int LIMIT_MILLIS = 30_000;
  private static final int PROMPT_MILLIS = 1000;
  private static final int TRIES = 5;

  /** At most one of so many may be late. */
  private static final int SHARE = 4;

  private final List<String> late = new ArrayList<>();
  private int count;

  /** Something that is played anew. */
  @FunctionalInterface
  interface Scene {
    /** Plays it from the beginning. */
    void play(Delays delays) throws Exception;
  }

  /** Plays a scene until everything in it comes within a second. */
  static void withinASecond(Scene scene) throws Exception {
    List<String> late = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      Delays delays = new Delays();
      scene.play(delays);
      if (delays.late.isEmpty()) {
        return;
      }
      late.addAll(delays.late);
    }
    fail("in none of " + TRIES + " tries within " + PROMPT_MILLIS + " ms: " + late);
  }

  /** Waits until something is so. */
  void await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    Nodes.within(LIMIT_MILLIS, what, condition);
    took(what, System.nanoTime() - start);
  }

  /** Something has happened that took so long. */
  void took(String what, long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    assertTrue(millis < LIMIT_MILLIS, what + " took " + millis + " ms");
    count++;
    if (millis >= PROMPT_MILLIS) {
      late.add(what + " after " + millis + " ms");
    }
  }

  /** Most of it came within a second. */
  void expectMostInASecond() {
    assertTrue(late.size() <= 1 + count / SHARE, () -> "of " + count + ": " + late);
  }
}
