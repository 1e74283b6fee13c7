package org.dat4j.dat;

/** Quality of service a consumer asks of a connection ({@code DAT_QOS}), a bit set. */
public final class Qos {
  /** {@code DAT_QOS_BEST_EFFORT}: nothing is asked; every provider offers it. */
  public static final int BEST_EFFORT = 0x0;

  /** {@code DAT_QOS_HIGH_THROUGHPUT}: throughput matters most. */
  public static final int HIGH_THROUGHPUT = 0x1;

  /** {@code DAT_QOS_LOW_LATENCY}: latency matters most. */
  public static final int LOW_LATENCY = 0x2;

  /** {@code DAT_QOS_ECONOMY}: low cost matters most. */
  public static final int ECONOMY = 0x4;

  /** {@code DAT_QOS_PREMIUM}: the best there is. */
  public static final int PREMIUM = 0x8;

  private static final BitNames NAMES =
      new BitNames()
          .add(BEST_EFFORT, "BEST_EFFORT")
          .add(HIGH_THROUGHPUT, "HIGH_THROUGHPUT")
          .add(LOW_LATENCY, "LOW_LATENCY")
          .add(ECONOMY, "ECONOMY")
          .add(PREMIUM, "PREMIUM");

  private Qos() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code
   * BEST_EFFORT}, undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
