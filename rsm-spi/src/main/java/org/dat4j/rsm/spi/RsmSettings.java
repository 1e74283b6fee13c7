package org.dat4j.rsm.spi;

import java.util.Map;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** Settings of one registry. Immutable. */
public final class RsmSettings {
  private final Map<String, String> own;

  /**
   * Makes settings.
   *
   * @param own values that come before the system properties
   */
  public RsmSettings(Map<String, String> own) {
    this.own = own;
  }

  /**
   * Looks a setting up.
   *
   * @param key its key
   * @param fallback what it is when not set
   * @return the own value, else the system property {@code dat4j.rsm.KEY}, else the fallback
   */
  public String get(String key, String fallback) {
    String value = own.get(key);
    return value != null ? value : System.getProperty("dat4j.rsm." + key, fallback);
  }

  /**
   * Looks a number up.
   *
   * @param key its key
   * @param fallback what it is when not set
   * @param least smallest legal value
   * @param most largest legal value
   * @return the value
   * @throws RsmException RSMERR_BAD_CONF if it is no number in the range
   */
  public int number(String key, int fallback, int least, int most) {
    String text = get(key, Integer.toString(fallback));
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumeric) {
      // Refused below, as a number out of range is.
    }
    throw new RsmException(
        RsmReturn.BAD_CONF,
        "RsmRegistry",
        "setting dat4j.rsm." + key,
        text,
        "give a number from " + least + " to " + most);
  }
}
