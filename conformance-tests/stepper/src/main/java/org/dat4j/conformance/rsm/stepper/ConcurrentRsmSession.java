package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.stepper.ConcurrentRuns;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.conformance.stepper.StepSession;

/**
 * A session of the RSM stepper with several threads on one controller, checked by what must hold in
 * any order of the calls.
 */
final class ConcurrentRsmSession implements ConcurrentRuns.Session {
  private static final long LOOK_MILLIS = 40;

  private final StepOptions options;
  private final RsmModelTables tables;
  private final RsmSource source;
  private final BooleanSupplier cancelled;

  ConcurrentRsmSession(
      StepOptions options, RsmModelTables tables, RsmSource source, BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.source = source;
    this.cancelled = cancelled;
  }

  @Override
  public StepSession.Outcome live(long epoch, long most) {
    ConcurrentRsmSteps crowd =
        new ConcurrentRsmSteps(tables, source, options.ia(), options.threads(), cancelled);
    List<Thread> threads = new ArrayList<>();
    try (crowd) {
      for (int i = 0; i < options.threads(); i++) {
        Thread thread = new Thread(worker(crowd, i, epoch, most), "stepper-rsm-" + i);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
      if (watched(crowd, threads) && crowd.difference.get() == null) {
        crowd.end();
      }
    } catch (Difference e) {
      crowd.difference.compareAndSet(null, e);
    }
    return new StepSession.Outcome(
        crowd.difference.get(), epoch, List.of(), crowd.calls.get(), crowd.refusals.get(), null);
  }

  private Runnable worker(ConcurrentRsmSteps crowd, int index, long epoch, long most) {
    return () -> {
      try {
        long number = 0;
        long stream = (epoch << 8 | index) << 1 | 1;
        while (crowd.calls.get() < most
            && crowd.difference.get() == null
            && !cancelled.getAsBoolean()) {
          crowd.step(index, new RandomChoice(options.seed() ^ stream << 32, number++));
        }
      } catch (Difference e) {
        crowd.difference.compareAndSet(null, e);
      } catch (RuntimeException | Error e) {
        crowd.difference.compareAndSet(null, new Difference("threads", "threw " + e, e));
      }
    };
  }

  /** Waits for the threads; false if one of them hangs. */
  private static boolean watched(ConcurrentRsmSteps crowd, List<Thread> threads) {
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join(LOOK_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
        Difference hang = crowd.watch.hanging();
        if (hang != null) {
          crowd.difference.compareAndSet(null, hang);
          return false;
        }
      }
    }
    return true;
  }
}
