package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/**
 * A measurement of a signal over shared memory to a sleeping waiter in another process, compared
 * with a bare futex through the same binding. Run its main method by hand; the first argument is
 * the number of turns.
 *
 * <p>Each side works for a while before it signals, so that the other has gone to sleep. What is
 * printed is the median of a round trip less that work, halved.
 */
final class SignalCost {
  private static final long WORK_NANOS = 400_000;
  private static final int ROUNDS = 50;
  private static final int OUT = 0;
  private static final int BACK = 256;

  private final ByteBuffer words;
  private final long address;

  private SignalCost(ByteBuffer words, long address) {
    this.words = words;
    this.address = address;
  }

  public static void main(String[] arguments) throws Exception {
    RsmController controller =
        RsmRegistry.builder().setting("domain", "signal-cost").build().getController("shm0");
    if (arguments.length > 1) {
      answer(controller, Integer.parseInt(arguments[0]));
    } else {
      ask(controller, arguments.length == 0 ? 21 : Integer.parseInt(arguments[0]));
    }
    controller.release();
  }

  private static SignalCost map(ImportSegment segment) {
    var map = segment.map(MapAttribute.NONE, 0, 0600, 0, segment.length());
    return new SignalCost(map.buffer(), map.address());
  }

  private static ImportSegment connect(RsmController controller) {
    ImportSegment segment = controller.connectImportSegment(1, 0x600000, 0600);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  private static void ask(RsmController controller, int turns) throws Exception {
    ExportSegment export = controller.createExportSegment(controller.allocate(Nodes.PAGE), 0);
    export.publish(0x600000, null);
    ImportSegment own = connect(controller);
    ChildJvm partner = new ChildJvm(SignalCost.class, Integer.toString(turns), "answer");
    partner.line();
    SignalCost bare = map(own);
    double[] signals = new double[turns];
    double[] futexes = new double[turns];
    for (int turn = 0; turn < turns; turn++) {
      signals[turn] =
          median(
              () -> {
                work();
                export.post(2);
                export.await(10_000);
              });
      futexes[turn] =
          median(
              () -> {
                work();
                bare.wake(OUT);
                bare.sleep(BACK);
              });
    }
    partner.awaitEnd();
    Arrays.sort(signals);
    Arrays.sort(futexes);
    double signal = signals[turns / 2];
    double futex = futexes[turns / 2];
    System.out.printf(
        Locale.ROOT,
        "signal to a sleeper %.2f us, bare futex %.2f us, ratio %.2f%n",
        signal / 1000,
        futex / 1000,
        signal / futex);
    own.close();
    export.destroy();
  }

  private static void answer(RsmController controller, int turns) {
    ImportSegment segment = connect(controller);
    SignalCost bare = map(segment);
    System.out.println("ready");
    System.out.flush();
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < ROUNDS; i++) {
        segment.await(10_000);
        work();
        segment.post(0);
      }
      for (int i = 0; i < ROUNDS; i++) {
        bare.sleep(OUT);
        work();
        bare.wake(BACK);
      }
    }
    segment.close();
  }

  private static void work() {
    long end = System.nanoTime() + WORK_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static double median(Runnable round) {
    double[] times = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      round.run();
      times[i] = (System.nanoTime() - start - 2 * WORK_NANOS) / 2.0;
    }
    Arrays.sort(times);
    return times[ROUNDS / 2];
  }

  private void wake(int word) {
    RegistryLayout.INT.setVolatile(words, word, 1);
    LibC.futexWake(address + word, 1);
  }

  /** Spins as a wait for a signal does, then sleeps. */
  private void sleep(int word) {
    for (int i = 0; i < 4000; i++) {
      if (RegistryLayout.INT.compareAndSet(words, word, 1, 0)) {
        return;
      }
      Thread.onSpinWait();
    }
    while (!RegistryLayout.INT.compareAndSet(words, word, 1, 0)) {
      LibC.futexWait(address + word, 0, 50_000_000);
    }
  }
}
