package org.dat4j.tools.perf.exchange;

import java.util.Locale;
import org.dat4j.tools.cli.CommandFailedException;

/**
 * The exception for a measurement of {@code perf} in which the data that arrived is not what the
 * peer sent.
 */
public final class CorruptDataException extends CommandFailedException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param op the operation
   * @param size bytes of payload
   * @param sequence number of the operation
   * @param where the check that failed
   */
  public CorruptDataException(Operation op, int size, long sequence, String where) {
    super(
        String.format(
            Locale.ROOT,
            "corrupt data: %s number %d of %d bytes did not arrive as it was sent (%s)",
            op.label(),
            sequence,
            size,
            where));
  }
}
