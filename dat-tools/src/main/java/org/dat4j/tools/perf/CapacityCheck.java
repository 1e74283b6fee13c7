package org.dat4j.tools.perf;

import java.util.Locale;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * Checks, before {@code perf} measures, that the message size and the window fit the adapter's
 * limits and the memory.
 */
final class CapacityCheck {

  /** Bytes of memory that one side of a run may take. */
  private static final long MAX_MEMORY = 512L * 1024 * 1024;

  private CapacityCheck() {}

  static void check(Ia ia, MeasurementSpec spec) {
    IaAttr attr = ia.query().iaAttr();
    long longest = spec.op() == Operation.SEND ? attr.maxMessageSize() : attr.maxRdmaSize();
    // Unsigned: the contract's lengths are.
    if (Long.compareUnsigned(spec.size(), longest) > 0) {
      throw new CommandUsageException(
          String.format(
              Locale.ROOT,
              "--size %d: %s takes at most %s bytes",
              spec.size(),
              ia.name(),
              Long.toUnsignedString(longest)));
    }
    // One request beside the window asks the other side to check its memory.
    TransferConnection.Sizes sizes = MeasuredExchanges.sizes(spec);
    int queue = Math.min(attr.maxDtoPerEp(), attr.maxEvdQlen());
    int needed = 1 + Math.max(sizes.out(), sizes.in());
    if (needed > queue) {
      throw new CommandUsageException(
          String.format(
              Locale.ROOT,
              "--window %d needs queues of %d: %s has at most %d",
              spec.window(),
              needed,
              ia.name(),
              queue));
    }
    if (sizes.memory() > MAX_MEMORY) {
      throw new CommandUsageException(
          String.format(
              Locale.ROOT,
              "--size %d --window %d needs %d MiB on each side: at most %d are used, make one of"
                  + " them smaller",
              spec.size(),
              spec.window(),
              sizes.memory() / (1024 * 1024),
              MAX_MEMORY / (1024 * 1024)));
    }
  }
}
