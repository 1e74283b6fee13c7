package org.dat4j.dat.tcp.config;

import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;

/**
 * A mapping of DAT connection qualifiers to the TCP ports on which service points of the tcp
 * backend listen.
 */
public final class Ports {

  /** The largest port. */
  static final int MAX_PORT = 65535;

  private static final long FOLD_MODULUS = 32001;
  private static final int FOLD_BASE = 33534;

  /**
   * A range of ports to choose from.
   *
   * @param low the first, 0 when the system chooses
   * @param high the last
   */
  public record Range(int low, int high) {

    /** The system chooses. */
    static final Range ANY = new Range(0, 0);

    /** Parses LOW-HIGH; null when the text is something else. */
    static Range parse(String text) {
      int dash = text.indexOf('-');
      if (dash <= 0) {
        return null;
      }
      try {
        int low = Integer.parseInt(text.substring(0, dash));
        int high = Integer.parseInt(text.substring(dash + 1));
        return low >= 1 && low <= high && high <= MAX_PORT ? new Range(low, high) : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    @Override
    public String toString() {
      return low + "-" + high;
    }
  }

  private Ports() {}

  /**
   * Returns the port of a qualifier. A qualifier above 65535 and below 2^63 folds into the upper
   * half, by the rule that other uDAPL providers use. Between own peers, which need no such rule,
   * it is refused, so that no two qualifiers share a port.
   *
   * @param connQual the qualifier
   * @param own whether peers are of this implementation
   * @param call name of the call, for the message
   * @param position of the qualifier in the C call, for the message
   * @return the port, 0 for 0
   */
  public static int portOf(long connQual, boolean own, String call, int position) {
    if (own && Long.compareUnsigned(connQual, MAX_PORT) > 0) {
      throw Errors.parameter(
          call,
          position,
          "connQual",
          Long.toUnsignedString(connQual),
          "use a TCP port, 1 to 65535, or interop=iwarp, which folds larger qualifiers");
    }
    if (connQual < 0) {
      throw Errors.of(
          DatReturn.CONN_QUAL_UNAVAILABLE,
          DatSubtype.NO_SUBTYPE,
          call,
          "connQual",
          Long.toUnsignedString(connQual),
          "use a TCP port, 1 to 65535, or a larger qualifier below 2^63, which is folded into one");
    }
    return connQual <= MAX_PORT ? (int) connQual : (int) (connQual % FOLD_MODULUS) + FOLD_BASE;
  }
}
