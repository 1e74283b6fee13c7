package org.dat4j.rsm;

/**
 * The mode of an RSM import, which decides whether each transfer reports its own errors or the
 * close of a barrier does ({@code rsm_barrier_mode_t}).
 */
public enum BarrierMode {
  /** {@code RSM_BARRIER_MODE_EXPLICIT}: errors are reported when the barrier is closed. */
  EXPLICIT(0),

  /**
   * {@code RSM_BARRIER_MODE_IMPLICIT}: each transfer reports its own errors; the default of an
   * import.
   */
  IMPLICIT(1);

  private final int value;

  BarrierMode(int value) {
    this.value = value;
  }

  /**
   * Returns the number in the header.
   *
   * @return 0 or 1
   */
  public int value() {
    return value;
  }
}
