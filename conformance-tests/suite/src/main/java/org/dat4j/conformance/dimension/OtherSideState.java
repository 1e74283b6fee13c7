package org.dat4j.conformance.dimension;

/**
 * State of the other side of a test, its second party, while the checks are made. The values are
 * those of one dimension: a test declares with {@link OtherSide} which apply to it.
 */
public enum OtherSideState {
  /** It does only what the test asks of it. */
  IDLE("idle"),
  /** A thread of its own transfers, registers and connects, over connections of its own. */
  BUSY("busy"),
  /** A thread of its own transfers over the connection of the test, in the other direction. */
  BUSY_HERE("busy on the same connection"),
  /** It has freed its end: the endpoint or the segment. */
  FREED("gone, its end was freed"),
  /** It has closed its adapter or controller. */
  CLOSED("gone, its adapter was closed"),
  /** Its process was killed. */
  KILLED("gone, its process was killed");

  /** Name of the dimension. */
  public static final String DIMENSION = "state of the other side";

  /** The dimension with all values. */
  public static final Dimension<OtherSideState> ALL =
      Dimension.otherSide(DIMENSION, OtherSideState.values());

  private final String words;

  OtherSideState(String words) {
    this.words = words;
  }

  /**
   * Tells whether the other side goes for good, so that a test can ask nothing of it afterwards.
   *
   * @return false if it stays
   */
  public boolean isGone() {
    return this == FREED || this == CLOSED || this == KILLED;
  }

  /** Returns the words for reports. */
  @Override
  public String toString() {
    return words;
  }
}
