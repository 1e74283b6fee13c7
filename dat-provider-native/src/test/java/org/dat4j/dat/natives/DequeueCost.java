package org.dat4j.dat.natives;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.natives.abi.DoubleControl;

/**
 * Prints what the calls of the contract cost over a bare call of the same shape, in interleaved
 * blocks of one process, on the C double. Not a test: run it on an idle machine, after {@code mvn
 * test-compile}, with the class paths of the module and its tests:
 *
 * <pre>{@code
 * java -cp dat-spi/target/classes:dat-provider-native/target/classes:\
 * dat-provider-native/target/test-classes:jna-jpms.jar:JUnit's jars \
 * -Dbasedir=dat-provider-native org.dat4j.dat.natives.DequeueCost
 * }</pre>
 */
final class DequeueCost {

  private static final int BLOCKS = 41;
  private static final int WARM_UP = 20;
  private static final int OPERATIONS = 100_000;
  private static final double WORST_TO_BEST = 1.5;

  private static DoubleAdapter adapter;
  private static Evd evd;
  private static long lastKey;
  private static final DatEvent EVENT = new DatEvent();

  private DequeueCost() {}

  /**
   * Measures.
   *
   * @param args none
   */
  public static void main(String[] args) {
    adapter = new DoubleAdapter();
    evd = adapter.request;
    DoubleControl.double_watch("dat_ep_post_send");
    adapter.send(0, 0);
    lastKey = adapter.lastKey();
    adapter.completeRequest(lastKey, 0);
    evd.dequeue(EVENT);
    String[] names = {
      "bare direct call, two longs",
      "Evd.dequeue, empty",
      "Evd.await with time 0, empty",
      "bare direct call, push of a completion",
      "Ep.postSend, push of its completion, Evd.dequeue"
    };
    IntToLongFunction[] subjects = {
      DequeueCost::bare,
      DequeueCost::dequeue,
      DequeueCost::await,
      DequeueCost::push,
      DequeueCost::send
    };
    double[][] nanos = new double[subjects.length][BLOCKS];
    long[] octets = new long[subjects.length];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    double best = Double.MAX_VALUE;
    int dropped = 0;
    for (int block = -WARM_UP; block < BLOCKS; block++) {
      for (int s = 0; s < subjects.length; s++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        sum += subjects[s].applyAsLong(OPERATIONS);
        double time = (double) (System.nanoTime() - start) / OPERATIONS;
        if (block >= 0) {
          octets[s] += threads.getCurrentThreadAllocatedBytes() - before;
          nanos[s][block] = time;
        }
      }
      if (block >= 0) {
        best = Math.min(best, nanos[0][block]);
        if (nanos[0][block] > WORST_TO_BEST * best && dropped++ < BLOCKS) {
          block--;
        }
      }
    }
    report(names, nanos, octets);
    System.out.println(dropped + " blocks repeated on a busy machine (sum " + sum + ")");
  }

  private static void report(String[] names, double[][] nanos, long[] octets) {
    double[] over = new double[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      over[i] = nanos[1][i] - nanos[0][i];
    }
    for (int s = 0; s < names.length; s++) {
      double[] sorted = nanos[s].clone();
      Arrays.sort(sorted);
      System.out.printf(
          Locale.ROOT,
          "%-50s %7.2f ns (%.2f-%.2f)  %.3f B/op%n",
          names[s],
          sorted[BLOCKS / 2],
          sorted[0],
          sorted[BLOCKS - 1],
          (double) octets[s] / BLOCKS / OPERATIONS);
    }
    Arrays.sort(over);
    System.out.printf(
        Locale.ROOT, "dequeue over the bare call: median %.2f ns%n", over[BLOCKS / 2]);
  }

  private static long bare(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += DoubleControl.double_bare(i, 7);
    }
    return sum;
  }

  private static long dequeue(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (evd.dequeue(EVENT) == DatReturn.QUEUE_EMPTY) {
        sum++;
      }
    }
    return sum;
  }

  private static long await(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (evd.await(0, 1, EVENT) == DatReturn.TIMEOUT_EXPIRED) {
        sum++;
      }
    }
    return sum;
  }

  private static long push(int n) {
    for (int i = 0; i < n; i++) {
      DoubleControl.double_push_dto(1, 1, 2, i, 0, 64);
    }
    // The adapter shares the double's one queue of events.
    DoubleControl.double_drop();
    return n;
  }

  private static long send(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += adapter.send(i, 0);
      adapter.completeRequest(++lastKey, 0);
      sum += evd.dequeue(EVENT);
    }
    return sum;
  }
}
