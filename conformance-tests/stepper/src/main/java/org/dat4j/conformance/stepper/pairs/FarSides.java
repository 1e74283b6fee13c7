package org.dat4j.conformance.stepper.pairs;

import java.util.Map;

/**
 * The objects that the second JVM of the pairs has for one contract. The far side of a scene is an
 * interface whose methods take and give only values that can travel: int, long, boolean, String,
 * byte[] and long[]. An implementation has a public constructor with a list of texts, the arguments
 * of the run.
 */
public interface FarSides extends AutoCloseable {
  /** Returns the far side of each scene by its interface. */
  Map<Class<?>, Object> sides();

  /** Ends what the sides have open. */
  @Override
  void close();
}
