package org.dat4j.conformance.dimension;

/** Number of requests, events or objects at once. */
public enum Amount {
  /** One. */
  ONE("1"),
  /** Two. */
  TWO("2"),
  /** As many as the attributes allow. */
  MOST("most");

  private final String words;

  Amount(String words) {
    this.words = words;
  }

  /**
   * Gives the number.
   *
   * @param most as many as the attributes allow, at least 1
   * @return 1, 2 or {@code most}, never more than {@code most}
   */
  public int of(int most) {
    return this == MOST ? most : Math.min(ordinal() + 1, most);
  }

  /** Returns the words for reports. */
  @Override
  public String toString() {
    return words;
  }
}
