package org.dat4j.rsm;

/**
 * The scope for which an RSM barrier is made, by segment or node and with or without thread ({@code
 * rsm_barrier_type_t}). Barriers of all types have the scope of the segment.
 */
public enum BarrierType {
  /** {@code RSM_BARRIER_SEGMENT}. */
  SEGMENT(0x01),

  /** {@code RSM_BARRIER_NODE}. */
  NODE(0x02),

  /** {@code RSM_BARRIER_SEGMENT_THREAD}. */
  SEGMENT_THREAD(0x11),

  /** {@code RSM_BARRIER_NODE_THREAD}. */
  NODE_THREAD(0x12);

  /** {@code RSM_BAR_DEFAULT}, which the pages name and no header defines. */
  public static final BarrierType DEFAULT = SEGMENT;

  private final int value;

  BarrierType(int value) {
    this.value = value;
  }

  /**
   * Returns the number in the header.
   *
   * @return 1, 2, 0x11 or 0x12
   */
  public int value() {
    return value;
  }
}
