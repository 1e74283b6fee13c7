package org.dat4j.dat.spi;

/**
 * A provider's answer whether a registry entry could be opened now, found out without opening it.
 *
 * @param available whether an open is expected to work
 * @param reason what was found: the library and device used, or why it cannot work
 * @param remedy what to do about it, empty when available
 */
public record ProbeResult(boolean available, String reason, String remedy) {

  /**
   * The entry can be opened.
   *
   * @param reason what will be used
   * @return the result
   */
  public static ProbeResult available(String reason) {
    return new ProbeResult(true, reason, "");
  }

  /**
   * The entry cannot be opened.
   *
   * @param reason why
   * @param remedy what to do about it
   * @return the result
   */
  public static ProbeResult unavailable(String reason, String remedy) {
    return new ProbeResult(false, reason, remedy);
  }
}
