package org.dat4j.conformance.dimension;

/**
 * Place of the other side of a test, its second party. The target of a run decides it. The values
 * are those of the dimension {@link #DIMENSION} of each clause that was checked with another side.
 */
public enum OtherSidePlace {
  /** In the JVM of the test. */
  THIS_JVM("this JVM"),
  /** In a second JVM on the same machine. */
  ANOTHER_JVM("another JVM"),
  /** On another adapter than the one under test, in either JVM. */
  ANOTHER_ADAPTER("another adapter");

  /** Name of the dimension. */
  public static final String DIMENSION = "place of the other side";

  private final String words;

  OtherSidePlace(String words) {
    this.words = words;
  }

  /** Returns the words for reports. */
  @Override
  public String toString() {
    return words;
  }
}
