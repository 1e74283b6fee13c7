package org.dat4j.dat;

/** Kind of transport service of an endpoint ({@code DAT_SERVICE_TYPE}, an endpoint attribute). */
public enum ServiceType {
  /** {@code DAT_SERVICE_TYPE_RC}: reliable connection: in order, without loss, one peer. */
  RC(0);

  private static final ServiceType[] VALUES = values();

  private final int value;

  ServiceType(int value) {
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
   * @param value the C value, 0, the only one defined
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static ServiceType of(int value) {
    return EnumValues.at(VALUES, value, "DAT_SERVICE_TYPE");
  }
}
