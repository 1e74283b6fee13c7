package org.dat4j.tools.perf;

import java.nio.file.Path;
import java.util.List;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;

/**
 * The options of one {@code dat4j perf} command, checked.
 *
 * @param ia name of the adapter
 * @param op the operation
 * @param sizes bytes of payload, each 1 or more
 * @param iterations operations over all blocks, 0 to choose by time
 * @param window operations in flight, 1 or more
 * @param poll whether to poll; otherwise both sides wait
 * @param processors of this JVM and of the other one, empty if the system chooses
 * @param histogram file for the distribution of latencies, or null
 */
record PerfRequest(
    String ia,
    Operation op,
    List<Integer> sizes,
    long iterations,
    int window,
    boolean poll,
    List<Integer> processors,
    Path histogram) {

  /** Makes the measurement of one size. */
  MeasurementSpec spec(int size, boolean inOneJvm) {
    return new MeasurementSpec(
        op, size, window, poll, Baseline.of(op, size, window, poll, inOneJvm));
  }

  /** Gives the file of one size: with several sizes its name has the size before the extension. */
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
