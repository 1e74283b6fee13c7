package org.dat4j.conformance.dimension;

/** Value of an attribute that limits something, such as the number of posts of an endpoint. */
public enum Limit {
  /** The least that makes sense. */
  LEAST("least"),
  /** An odd number, so that no power of two helps. */
  ODD("odd"),
  /** The largest that the adapter allows, or that the machine can be asked for. */
  LARGEST("largest"),
  /** That of an object without attributes of its own. */
  DEFAULT("default");

  private static final int ODD_VALUE = 5;

  private final String words;

  Limit(String words) {
    this.words = words;
  }

  /**
   * Gives the value.
   *
   * @param least the least that makes sense
   * @param most the largest to ask for
   * @param usual that of an object without attributes of its own
   * @return the value, never more than {@code most}
   */
  public int of(int least, int most, int usual) {
    int value =
        switch (this) {
          case LEAST -> least;
          case ODD -> Math.max(least, ODD_VALUE);
          case LARGEST -> most;
          case DEFAULT -> usual;
        };
    return Math.min(value, most);
  }

  /** Returns the words for reports. */
  @Override
  public String toString() {
    return words;
  }
}
