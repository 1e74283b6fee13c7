package org.dat4j.conformance.kernel;

/**
 * Factor that stretches every wait of the suite on slow machines: system property {@code
 * dat4j.timefactor}, a positive number, 1 if unset. Stateless.
 */
public final class TimeFactor {
  /** Name of the system property. */
  public static final String PROPERTY = "dat4j.timefactor";

  private TimeFactor() {}

  /**
   * Reads the factor.
   *
   * @return a number above 0
   * @throws UsageException if the property is not such a number
   */
  public static double value() {
    String text = System.getProperty(PROPERTY, "1");
    try {
      double factor = Double.parseDouble(text);
      if (factor > 0 && factor <= 1000) {
        return factor;
      }
    } catch (NumberFormatException notNumeric) {
      // Reported below together with numbers out of range.
    }
    throw new UsageException(
        PROPERTY + " is '" + text + "'; give a number above 0 and at most 1000");
  }

  /**
   * Stretches a wait.
   *
   * @param millis the wait on a normal machine, in milliseconds
   * @return the wait here, in microseconds
   */
  public static long micros(long millis) {
    return (long) (millis * 1000 * value());
  }

  /**
   * Stretches a wait.
   *
   * @param millis the wait on a normal machine, in milliseconds
   * @return the wait here, in nanoseconds
   */
  public static long nanos(long millis) {
    return micros(millis) * 1000;
  }
}
