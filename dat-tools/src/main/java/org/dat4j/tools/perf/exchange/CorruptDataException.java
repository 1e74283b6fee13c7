package org.dat4j.tools.perf.exchange;

import org.dat4j.tools.cli.CommandFailedException;

/**
 * The exception for a measurement of {@code perf} in which other data arrived than the peer sent.
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
        "corrupt data: "
            + op.label()
            + " number "
            + sequence
            + " of "
            + size
            + " bytes did not arrive as it was sent ("
            + where
            + ")");
  }
}
