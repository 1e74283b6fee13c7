package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.HandleType;

/**
 * The conditions of an EVD: enabled or not, and waitable, waited on or unwaitable. They are the
 * columns of the contract's state table; {@link EvdInput} has the rows.
 */
public enum EvdCondition {
  /** Enabled, waitable, no thread waits. */
  ENABLED_IDLE(EvdState.ENABLED | EvdState.WAITABLE),
  /** Enabled, a thread waits. */
  ENABLED_WAITED(EvdState.ENABLED | EvdState.WAITABLE),
  /** Enabled, nobody may wait. */
  ENABLED_UNWAITABLE(EvdState.ENABLED | EvdState.UNWAITABLE),
  /** Disabled, waitable, no thread waits. */
  DISABLED_IDLE(EvdState.DISABLED | EvdState.WAITABLE),
  /** Disabled, a thread waits. */
  DISABLED_WAITED(EvdState.DISABLED | EvdState.WAITABLE),
  /** Disabled, nobody may wait. */
  DISABLED_UNWAITABLE(EvdState.DISABLED | EvdState.UNWAITABLE),
  /** Freed, or its adapter was closed. */
  FREED(0);

  private static final EvdCondition[] ALL = values();

  private final int state;

  EvdCondition(int state) {
    this.state = state;
  }

  /**
   * The condition with a certain place in this list.
   *
   * @param ordinal 0 to 6
   * @return the condition
   */
  public static EvdCondition of(int ordinal) {
    return ALL[ordinal];
  }

  /**
   * The state that dat_evd_query reports.
   *
   * @return bits of {@link EvdState}, 0 when freed
   */
  public int state() {
    return state;
  }

  /**
   * Whether arrivals may trigger the CNO.
   *
   * @return false when disabled or freed
   */
  public boolean isEnabled() {
    return (state & EvdState.ENABLED) != 0;
  }

  /**
   * Whether a thread waits.
   *
   * @return true for the two WAITED conditions
   */
  public boolean isWaited() {
    return this == ENABLED_WAITED || this == DISABLED_WAITED;
  }

  /**
   * Why a call that this condition does not permit is refused.
   *
   * @return subtype of DAT_INVALID_STATE; of DAT_INVALID_HANDLE when freed
   */
  public int refusal() {
    if (this == FREED) {
      return Subtypes.ofHandle(HandleType.EVD);
    }
    return isWaited()
        ? DatSubtype.INVALID_STATE_EVD_WAITER
        : DatSubtype.INVALID_STATE_EVD_UNWAITABLE;
  }
}
