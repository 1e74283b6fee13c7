package org.dat4j.dat;

/**
 * Provider attribute: whether the provider makes endpoints for the requests of a public service
 * point ({@code DAT_EP_CREATOR_FOR_PSP}).
 */
public enum EpCreatorForPsp {
  /** {@code DAT_PSP_CREATES_EP_NEVER}: never; the consumer gives an endpoint when it accepts. */
  NEVER(0),

  /**
   * {@code DAT_PSP_CREATES_EP_IFASKED}: when the service point was made with {@link
   * PspFlags#PROVIDER}.
   */
  IFASKED(1),

  /** {@code DAT_PSP_CREATES_EP_ALWAYS}: always. */
  ALWAYS(2);

  private static final EpCreatorForPsp[] VALUES = values();

  private final int value;

  EpCreatorForPsp(int value) {
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
   * @param value the C value, 0 to 2
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static EpCreatorForPsp of(int value) {
    return EnumValues.at(VALUES, value, "DAT_EP_CREATOR_FOR_PSP");
  }
}
