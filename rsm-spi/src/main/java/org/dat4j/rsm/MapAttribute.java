package org.dat4j.rsm;

/**
 * The way in which the address of an RSM import's mapping is chosen: by the system, or by the
 * caller ({@code rsm_attribute_t}).
 */
public enum MapAttribute {
  /** {@code RSM_MAP_NONE}: the system picks the address. */
  NONE(0),

  /** {@code RSM_MAP_FIXED}: exactly at the address given. */
  FIXED(1),

  /** {@code RSM_MAP_RESERVED}: undocumented, the same as NONE. */
  RESERVED(2);

  private final int value;

  MapAttribute(int value) {
    this.value = value;
  }

  /**
   * Returns the number in the header.
   *
   * @return 0, 1 or 2
   */
  public int value() {
    return value;
  }
}
