package org.dat4j.tools.perf;

import java.nio.file.Path;
import java.util.List;

/**
 * What the user asks for.
 *
 * @param ia name of the adapter
 * @param op the operation
 * @param sizes octets of payload, each 1 or more
 * @param iterations operations over all blocks, 0 to choose by time
 * @param window operations in flight, 1 or more
 * @param poll whether to poll rather than to wait
 * @param processors of this JVM and of the other one, empty where the system chooses
 * @param histogram where to write the distribution of latencies, or null
 */
record PerfRequest(
    String ia,
    Op op,
    List<Integer> sizes,
    long iterations,
    int window,
    boolean poll,
    List<Integer> processors,
    Path histogram) {

  /** What is measured for one of the sizes. */
  Spec spec(int size, boolean inOneJvm) {
    return new Spec(op, size, window, poll, Limit.of(op, size, window, poll, inOneJvm));
  }

  /** The file of one size: with several sizes each has its own, the size before the extension. */
  Path histogram(int size) {
    if (histogram == null || sizes.size() == 1) {
      return histogram;
    }
    String name = histogram.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String sized =
        dot <= 0 ? name + "-" + size : name.substring(0, dot) + "-" + size + name.substring(dot);
    return histogram.resolveSibling(sized);
  }
}
