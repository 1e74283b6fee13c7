package org.dat4j.tools.rsm;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;

/**
 * Measures for {@code rsm perf} how long an RSM signal takes to wake a sleeping thread, with park
 * and unpark as the baseline. Each side works for a while before it signals, so that the other
 * sleeps by then.
 */
final class WakeUpTiming implements AutoCloseable {
  private static final double MAX_BASELINE_RATIO = 1.15;
  private static final int WORK_NANOS = 400_000;
  private static final int TURN_MILLIS = 50;

  /** Spins before a thread parks: about as many as a wait for a signal makes before it sleeps. */
  private static final int SPINS = 4000;

  private static final int PATIENCE_MILLIS = 10_000;
  private static final int IDLE_MILLIS = 100;

  private final ExportSegment export;
  private final ImportSegment segment;
  private final Thread answering = new Thread(this::answer, "perf-signals");
  private final Thread parking = new Thread(this::unpark, "perf-park");
  private volatile boolean ended;
  private volatile Thread asker;
  private volatile boolean out;
  private volatile boolean back;

  WakeUpTiming(RsmController controller) {
    int page = (int) controller.getAttr().pageSize();
    export = controller.createExportSegment(controller.allocate(page), ExportFlags.NONE);
    int id = export.publish(0, null);
    int node = Rsm.getInterconnectTopology().localNodeId();
    segment = controller.connectImportSegment(node, id, Permission.RDWR);
    segment.initBarrier(BarrierType.DEFAULT);
    for (Thread thread : List.of(answering, parking)) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  TimedOperation operation(boolean shared) {
    TimedOperation operation =
        new TimedOperation("signal to a sleeping thread", this::signals, 0.5);
    if (shared) {
      operation.atMost(MAX_BASELINE_RATIO, this::parks);
    }
    return operation.without(2 * WORK_NANOS).turnsOf(TURN_MILLIS);
  }

  private static void work() {
    long end = System.nanoTime() + WORK_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private void signals(int times) {
    for (int i = 0; i < times; i++) {
      work();
      LocalTimings.check(export.post(SignalFlags.NONE));
      LocalTimings.check(export.await(PATIENCE_MILLIS));
    }
  }

  private void answer() {
    while (!ended) {
      if (segment.await(IDLE_MILLIS) == RsmReturn.SUCCESS) {
        work();
        segment.post(SignalFlags.NONE);
      }
    }
  }

  private void parks(int times) {
    asker = Thread.currentThread();
    for (int i = 0; i < times; i++) {
      work();
      out = true;
      LockSupport.unpark(parking);
      for (int spin = 0; spin < SPINS && !back; spin++) {
        Thread.onSpinWait();
      }
      while (!back) {
        LockSupport.park();
      }
      back = false;
    }
  }

  private void unpark() {
    while (true) {
      for (int spin = 0; spin < SPINS && !out; spin++) {
        Thread.onSpinWait();
      }
      while (!out && !ended) {
        LockSupport.park();
      }
      if (ended) {
        return;
      }
      out = false;
      work();
      back = true;
      LockSupport.unpark(asker);
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(parking);
    try {
      answering.join();
      parking.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    segment.close();
    export.close();
  }
}
