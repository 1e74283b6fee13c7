package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;

/**
 * The exception for a registry entry whose ia_params hold no valid settings; says what to write
 * instead.
 */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The remedy, for people. */
  private final String remedy;

  /**
   * Makes an exception.
   *
   * @param reason what is wrong, with setting and value
   * @param remedy what makes the setting valid
   */
  public InvalidSettingException(String reason, String remedy) {
    super(reason);
    this.remedy = remedy;
  }

  /** {@return what makes the setting valid} */
  public String remedy() {
    return remedy;
  }

  /** {@return the answer of a provider's probe} */
  public ProbeResult finding() {
    return ProbeResult.unavailable(getMessage(), remedy);
  }

  /**
   * Makes the exception with which a provider refuses an open.
   *
   * @param entry the entry that has the settings
   * @return DAT_INVALID_PARAMETER with reason and remedy
   */
  public DatException refusal(RegistryEntry entry) {
    return Errors.parameter(
        "DatRegistry.openIa", 1, "ia_params", entry.iaParams(), getMessage() + "; " + remedy);
  }
}
