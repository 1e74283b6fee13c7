package org.dat4j.dat;

/**
 * The event streams that feed an EVD ({@code DAT_EVD_FLAGS}, argument of {@code dat_evd_create}).
 */
public final class EvdFlags {
  /** {@code DAT_EVD_SOFTWARE_FLAG}: events the consumer posts itself. */
  public static final int SOFTWARE = 0x1;

  /** {@code DAT_EVD_CR_FLAG}: connection requests. */
  public static final int CR = 0x10;

  /** {@code DAT_EVD_DTO_FLAG}: completions of data transfers. */
  public static final int DTO = 0x20;

  /** {@code DAT_EVD_CONNECTION_FLAG}: connection events. */
  public static final int CONNECTION = 0x40;

  /** {@code DAT_EVD_RMR_BIND_FLAG}: completions of RMR binds. */
  public static final int RMR_BIND = 0x80;

  /** {@code DAT_EVD_ASYNC_FLAG}: asynchronous errors of the IA. */
  public static final int ASYNC = 0x100;

  /** {@code DAT_EVD_DEFAULT_FLAG}: every stream but software events. */
  public static final int DEFAULT = 0x1f0;

  private static final BitNames NAMES =
      new BitNames()
          .add(DEFAULT, "DEFAULT")
          .add(SOFTWARE, "SOFTWARE")
          .add(CR, "CR")
          .add(DTO, "DTO")
          .add(CONNECTION, "CONNECTION")
          .add(RMR_BIND, "RMR_BIND")
          .add(ASYNC, "ASYNC");

  private EvdFlags() {}

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
