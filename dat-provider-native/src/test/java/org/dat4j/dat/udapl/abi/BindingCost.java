package org.dat4j.dat.udapl.abi;

import com.sun.jna.Pointer;
import com.sun.management.ThreadMXBean;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * Prints what a call and the reading of an event cost: median over interleaved blocks, with the
 * spread, and bytes allocated per operation. Not a test: run it on an idle machine.
 */
final class BindingCost {

  private static final int BLOCKS = 31;
  private static final int WARM_UP = 10;
  private static final int OPERATIONS = 200_000;

  private static final EventMemory EVENT = new EventMemory();
  private static final TripletMemory IOV = new TripletMemory(1);

  private static long handle;

  private BindingCost() {}

  /**
   * Measures.
   *
   * @param args none
   */
  public static void main(String[] args) {
    NativeTools.loadDouble();
    DoubleControl.double_outputs(1);
    handle = DoubleControl.double_handle(1);
    DoubleControl.double_push_dto(1, 1, 2, 3, 0, 4);
    LibDat.dat_evd_dequeue(handle, EVENT.address());
    String[] names = {
      "bare direct call, two longs",
      "dat_evd_dequeue, empty, and type test",
      "five members of an event, direct buffer",
      "five members of an event, JNA pointer",
      "one segment and dat_ep_post_send (5 arguments)"
    };
    IntToLongFunction[] subjects = {
      BindingCost::bare,
      BindingCost::dequeue,
      BindingCost::readMembers,
      BindingCost::readByPointer,
      BindingCost::post
    };
    double[][] nanos = new double[subjects.length][BLOCKS];
    double[] bytes = new double[subjects.length];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sink = 0;
    for (int block = -WARM_UP; block < BLOCKS; block++) {
      for (int s = 0; s < subjects.length; s++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        sink += subjects[s].applyAsLong(OPERATIONS);
        double time = (double) (System.nanoTime() - start) / OPERATIONS;
        if (block >= 0) {
          bytes[s] = (double) (threads.getCurrentThreadAllocatedBytes() - before) / OPERATIONS;
          nanos[s][block] = time;
        }
      }
    }
    for (int s = 0; s < subjects.length; s++) {
      Arrays.sort(nanos[s]);
      System.out.printf(
          Locale.ROOT,
          "%-48s %7.2f ns (%.2f-%.2f)  %.3f B/op%n",
          names[s],
          nanos[s][BLOCKS / 2],
          nanos[s][0],
          nanos[s][BLOCKS - 1],
          bytes[s]);
    }
    System.out.println("(sum " + sink + ")");
  }

  private static long bare(int n) {
    long sum = 0;
    long address = EVENT.address();
    for (int i = 0; i < n; i++) {
      sum += DoubleControl.double_bare(1, address);
    }
    return sum;
  }

  private static long dequeue(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (ReturnCodes.rawType(LibDat.dat_evd_dequeue(handle, EVENT.address()))
          == ReturnCodes.QUEUE_EMPTY) {
        sum++;
      }
    }
    return sum;
  }

  private static long readMembers(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += EVENT.number() + EVENT.dtoCookie() + EVENT.dtoStatus() + EVENT.dtoLength();
      // Otherwise the compiler reads once for all iterations.
      VarHandle.acquireFence();
    }
    return sum;
  }

  private static long readByPointer(int n) {
    long sum = 0;
    Pointer event = new Pointer(EVENT.address());
    for (int i = 0; i < n; i++) {
      sum +=
          event.getInt(0)
              + event.getLong(16)
              + event.getLong(24)
              + event.getInt(32)
              + Integer.toUnsignedLong(event.getInt(36));
      VarHandle.acquireFence();
    }
    return sum;
  }

  private static long post(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      IOV.put(0, 7, 4096, 64);
      sum += LibDat.dat_ep_post_send(handle, 1, IOV.address(), i, 0);
    }
    return sum;
  }
}
