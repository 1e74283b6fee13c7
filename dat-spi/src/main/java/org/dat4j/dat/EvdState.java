package org.dat4j.dat;

/**
 * State of an EVD ({@code DAT_EVD_STATE}) as {@code dat_evd_query} reports it: three independent
 * parts under three masks.
 *
 * <p>The part under {@link #CONFIG_MASK} is a value, not a bit set: {@link #CONFIG_THRESHOLD} has
 * both bits.
 */
public final class EvdState {
  /** {@code DAT_EVD_STATE_ENABLED}: arrivals trigger the EVD's CNO. */
  public static final int ENABLED = 0x1;

  /** {@code DAT_EVD_STATE_DISABLED}: arrivals do not trigger the EVD's CNO. */
  public static final int DISABLED = 0x2;

  /** {@code DAT_EVD_STATE_WAITABLE}: threads may wait on the EVD. */
  public static final int WAITABLE = 0x4;

  /** {@code DAT_EVD_STATE_UNWAITABLE}: threads may not wait on the EVD. */
  public static final int UNWAITABLE = 0x8;

  /** {@code DAT_EVD_STATE_CONFIG_NOTIFY}: every event that asks for it notifies. */
  public static final int CONFIG_NOTIFY = 0x10;

  /**
   * {@code DAT_EVD_STATE_CONFIG_SOLICITED}: only Receives of messages sent with {@link
   * CompletionFlags#SOLICITED_WAIT} notify.
   */
  public static final int CONFIG_SOLICITED = 0x20;

  /** {@code DAT_EVD_STATE_CONFIG_THRESHOLD}: the threshold of the waiter decides. */
  public static final int CONFIG_THRESHOLD = 0x30;

  /** The part that holds {@link #ENABLED} or {@link #DISABLED}. */
  public static final int ENABLE_MASK = 0x3;

  /** The part that holds {@link #WAITABLE} or {@link #UNWAITABLE}. */
  public static final int WAIT_MASK = 0xc;

  /** The part that holds the configuration, one of the three {@code CONFIG_*} values. */
  public static final int CONFIG_MASK = 0x30;

  private static final BitNames NAMES =
      new BitNames()
          .add(ENABLED, "ENABLED")
          .add(DISABLED, "DISABLED")
          .add(WAITABLE, "WAITABLE")
          .add(UNWAITABLE, "UNWAITABLE")
          .add(CONFIG_THRESHOLD, "CONFIG_THRESHOLD")
          .add(CONFIG_NOTIFY, "CONFIG_NOTIFY")
          .add(CONFIG_SOLICITED, "CONFIG_SOLICITED");

  private EvdState() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code 0},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
