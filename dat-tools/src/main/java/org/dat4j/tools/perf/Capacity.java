package org.dat4j.tools.perf;

import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.tools.cli.UsageException;

/** Refuses before anything is connected what an adapter or this machine cannot hold. */
final class Capacity {

  /** Octets of memory one side of a run may take. */
  private static final long MOST_MEMORY = 512L * 1024 * 1024;

  private Capacity() {}

  static void check(Ia ia, Spec spec) {
    IaAttr attr = ia.query().iaAttr();
    long longest = spec.op() == Op.SEND ? attr.maxMessageSize() : attr.maxRdmaSize();
    // Unsigned: the contract's lengths are.
    if (Long.compareUnsigned(spec.size(), longest) > 0) {
      throw new UsageException(
          "--size "
              + spec.size()
              + ": "
              + ia.name()
              + " takes at most "
              + Long.toUnsignedString(longest)
              + " octets");
    }
    // One request beside the window asks the other side to check its memory.
    Link.Sizes sizes = Pairing.sizes(spec);
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
