package org.dat4j.tools.perf;

import org.dat4j.tools.cli.CommandFailedException;

/** Data arrived that is not what the peer sent. */
final class CorruptDataException extends CommandFailedException {
  private static final long serialVersionUID = 1L;

  CorruptDataException(Op op, int size, long sequence, String where) {
    super(
        "corrupt data: "
            + op.label()
            + " number "
            + sequence
            + " of "
            + size
            + " octets did not arrive as it was sent ("
            + where
            + ")");
  }
}
