package org.dat4j.dat.tcp;

/**
 * For scenes in which something has to be done in time by the test itself: on a busy machine it may
 * come too late, and the scene shows nothing then. What is wrong in the program is so every time.
 */
final class Stalls {

  private static final int TRIES = 5;

  private Stalls() {}

  /** Something that is played anew. */
  @FunctionalInterface
  interface Scene<E extends Exception> {
    /** Plays it from the beginning. */
    void play() throws E;
  }

  /** Plays a scene until it goes as it should; throws what the last try ended with. */
  static <E extends Exception> void once(Scene<E> scene) throws E {
    for (int left = TRIES; left > 1; left--) {
      try {
        scene.play();
        return;
      } catch (AssertionError | Exception late) {
        System.out.println("played again: " + late);
      }
    }
    scene.play();
  }
}
