package org.dat4j.dat.natives;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.natives.abi.DoubleControl;

/**
 * Prints what calls of the contract cost, and how many times a bare direct-mapped call with as many
 * arguments that is (exit status 1 if a ratio is above its limit), in interleaved batches of one
 * process, on the C double. Not a test: run it on an idle machine, after {@code mvn test-compile},
 * with the class paths of the module and its tests:
 *
 * <pre>{@code
 * java -cp dat-spi/target/classes:dat-provider-native/target/classes:\
 * dat-provider-native/target/test-classes:jna-jpms.jar:JUnit's jars \
 * -Dbasedir=dat-provider-native org.dat4j.dat.natives.CallCost
 * }</pre>
 */
final class CallCost {

  private static final int BLOCKS = 801;
  private static final int WARM_UP = 400;
  private static final int BATCHES = 100;
  private static final int BATCH = 16;
  private static final double WORST_TO_BEST = 1.5;

  private static DoubleAdapter adapter;
  private static long lastKey;
  private static final DatEvent EVENT = new DatEvent();

  private CallCost() {}

  /** A subject and the index of the bare call it is compared with; -1 for none. */
  private record Subject(String name, int bare, double most, IntToLongFunction batch) {}

  private static final Subject[] SUBJECTS = {
    new Subject("bare call, five longs", -1, 0, CallCost::bareFive),
    new Subject("Ep.postSend, one segment", 0, 1.5, CallCost::send),
    new Subject("(completions are queued in the double)", -1, 0, CallCost::complete),
    new Subject("bare call, two longs", -1, 0, CallCost::bareTwo),
    new Subject("Evd.dequeue of a completion", 3, 1.3, CallCost::dequeue),
    new Subject("Evd.dequeue, empty", 3, 1.3, CallCost::dequeueEmpty),
    new Subject("Evd.await with time 0, empty", 3, 0, CallCost::await)
  };

  /**
   * Measures.
   *
   * @param args none
   */
  public static void main(String[] args) {
    adapter = new DoubleAdapter();
    adapter.establish();
    DoubleControl.double_watch("dat_ep_post_send");
    adapter.send(0, 0);
    lastKey = adapter.lastKey();
    adapter.completeRequest(lastKey, 0);
    adapter.request.dequeue(EVENT);
    DoubleControl.double_unrecorded(1);
    double[][] nanos = new double[SUBJECTS.length][BLOCKS];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double best = Double.MAX_VALUE;
    int repeated = 0;
    long octets = 0;
    double[] times = new double[SUBJECTS.length];
    for (int block = -WARM_UP; block < BLOCKS; block++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      measure(times);
      long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      if (block >= 0) {
        best = Math.min(best, times[0]);
        if (times[0] > WORST_TO_BEST * best && repeated++ < BLOCKS) {
          block--;
          continue;
        }
        octets += allocated;
        for (int s = 0; s < SUBJECTS.length; s++) {
          nanos[s][block] = times[s];
        }
      }
    }
    boolean kept = report(nanos);
    System.out.printf(
        Locale.ROOT,
        "%.4f octets allocated per operation; %d blocks repeated on a busy machine%n",
        (double) octets / ((long) BLOCKS * BATCHES * BATCH * SUBJECTS.length),
        repeated);
    if (!kept) {
      System.exit(1);
    }
  }

  /** Nanoseconds per operation of each subject, in batches by turns. */
  private static void measure(double[] times) {
    Arrays.fill(times, 0);
    for (int batch = 0; batch < BATCHES; batch++) {
      for (int s = 0; s < SUBJECTS.length; s++) {
        long start = System.nanoTime();
        long sum = SUBJECTS[s].batch().applyAsLong(BATCH);
        times[s] += System.nanoTime() - start;
        if (sum == Long.MIN_VALUE) {
          throw new AssertionError("never");
        }
      }
    }
    for (int s = 0; s < times.length; s++) {
      times[s] /= (double) BATCHES * BATCH;
    }
  }

  /** Prints a line for each subject; answers whether all ratios are as they should. */
  private static boolean report(double[][] nanos) {
    boolean kept = true;
    for (int s = 0; s < SUBJECTS.length; s++) {
      Subject subject = SUBJECTS[s];
      String ratio = "";
      if (subject.bare() >= 0) {
        double[] ratios = new double[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
          ratios[i] = nanos[s][i] / nanos[subject.bare()][i];
        }
        double median = median(ratios);
        kept &= subject.most() == 0 || median <= subject.most();
        ratio =
            String.format(Locale.ROOT, "%5.2f x", median)
                + (subject.most() == 0 ? "" : " of at most " + subject.most());
      }
      double[] sorted = nanos[s].clone();
      Arrays.sort(sorted);
      System.out.printf(
          Locale.ROOT,
          "%-40s %7.2f ns (%.2f-%.2f) %s%n",
          subject.name(),
          sorted[BLOCKS / 2],
          sorted[0],
          sorted[BLOCKS - 1],
          ratio);
    }
    return kept;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static long bareFive(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += DoubleControl.double_bare5(i, 1, 2, 3, 4);
    }
    return sum;
  }

  private static long bareTwo(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += DoubleControl.double_bare(i, 7);
    }
    return sum;
  }

  private static long send(int n) {
    for (int i = 0; i < n; i++) {
      expect(DatReturn.SUCCESS, adapter.send(i, 0));
    }
    return n;
  }

  private static long complete(int n) {
    for (int i = 0; i < n; i++) {
      adapter.completeRequest(++lastKey, 0);
    }
    return n;
  }

  private static long dequeue(int n) {
    for (int i = 0; i < n; i++) {
      expect(DatReturn.SUCCESS, adapter.request.dequeue(EVENT));
    }
    return n;
  }

  private static long dequeueEmpty(int n) {
    for (int i = 0; i < n; i++) {
      expect(DatReturn.QUEUE_EMPTY, adapter.request.dequeue(EVENT));
    }
    return n;
  }

  private static long await(int n) {
    for (int i = 0; i < n; i++) {
      expect(DatReturn.TIMEOUT_EXPIRED, adapter.request.await(0, 1, EVENT));
    }
    return n;
  }

  private static void expect(int wanted, int ret) {
    if (ret != wanted) {
      throw new AssertionError(ret + " instead of " + wanted);
    }
  }
}
