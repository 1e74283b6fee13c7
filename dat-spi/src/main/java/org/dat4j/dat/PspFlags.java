package org.dat4j.dat;

/**
 * The side that provides the endpoint for a request at a public service point ({@code
 * DAT_PSP_FLAGS}, argument of {@code dat_psp_create}).
 */
public enum PspFlags {
  /** {@code DAT_PSP_CONSUMER_FLAG}: the consumer, when it accepts the request. */
  CONSUMER(0),

  /** {@code DAT_PSP_PROVIDER_FLAG}: the provider, with the request; see {@link EpCreatorForPsp}. */
  PROVIDER(1);

  private static final PspFlags[] VALUES = values();

  private final int value;

  PspFlags(int value) {
    this.value = value;
  }

  /**
   * Returns the number the contract gives this constant.
   *
   * @return the C value
   */
  public int value() {
    return value;
  }

  /**
   * Returns the constant that has a number. Any thread; allocates nothing when the number is
   * defined.
   *
   * @param value the C value, 0 to 1
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static PspFlags of(int value) {
    return EnumValues.at(VALUES, value, "DAT_PSP_FLAGS");
  }
}
