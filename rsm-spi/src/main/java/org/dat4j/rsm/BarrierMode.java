package org.dat4j.rsm;

/** When a transfer reports its result ({@code rsm_barrier_mode_t}). */
public enum BarrierMode {
  /** {@code RSM_BARRIER_MODE_EXPLICIT}: when the barrier is closed. */
  EXPLICIT(0),

  /** {@code RSM_BARRIER_MODE_IMPLICIT}: with the call itself; the default of an import. */
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
