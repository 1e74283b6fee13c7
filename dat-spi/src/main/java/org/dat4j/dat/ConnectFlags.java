package org.dat4j.dat;

/**
 * The ways to make a connection ({@code DAT_CONNECT_FLAGS}, argument of {@code dat_ep_connect}).
 */
public final class ConnectFlags {
  /** {@code DAT_CONNECT_DEFAULT_FLAG}: over one path. */
  public static final int DEFAULT = 0x0;

  /** {@code DAT_CONNECT_MULTIPATH_FLAG}: over several paths where the provider supports it. */
  public static final int MULTIPATH = 0x1;

  private static final BitNames NAMES =
      new BitNames().add(DEFAULT, "DEFAULT").add(MULTIPATH, "MULTIPATH");

  private ConnectFlags() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code DEFAULT},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
