package org.dat4j.tools.perf;

import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.tools.cli.UsageException;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * A check before a run of {@code perf} that the adapter and the machine have room for the
 * measurement.
 */
final class CapacityCheck {

  /** Bytes of memory that one side of a run may take. */
  private static final long MOST_MEMORY = 512L * 1024 * 1024;

  private CapacityCheck() {}

  static void check(Ia ia, MeasurementSpec spec) {
    IaAttr attr = ia.query().iaAttr();
    long longest = spec.op() == Operation.SEND ? attr.maxMessageSize() : attr.maxRdmaSize();
    // Unsigned: the contract's lengths are.
    if (Long.compareUnsigned(spec.size(), longest) > 0) {
      throw new UsageException(
          "--size "
              + spec.size()
              + ": "
              + ia.name()
              + " takes at most "
              + Long.toUnsignedString(longest)
              + " bytes");
    }
    // One request beside the window asks the other side to check its memory.
    TransferConnection.Sizes sizes = MeasuredExchanges.sizes(spec);
    int queue = Math.min(attr.maxDtoPerEp(), attr.maxEvdQlen());
    int needed = 1 + Math.max(sizes.out(), sizes.in());
    if (needed > queue) {
      throw new UsageException(
          "--window "
              + spec.window()
              + " needs queues of "
              + needed
              + ": "
              + ia.name()
              + " has at most "
              + queue);
    }
    if (sizes.memory() > MOST_MEMORY) {
      throw new UsageException(
          "--size "
              + spec.size()
              + " --window "
              + spec.window()
              + " needs "
              + sizes.memory() / (1024 * 1024)
              + " MiB on each side: at most "
              + MOST_MEMORY / (1024 * 1024)
              + " are used, make one of them smaller");
    }
  }
}
