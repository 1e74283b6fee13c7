package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.Choice;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Epochs;
import org.dat4j.conformance.stepper.Life;
import org.dat4j.conformance.stepper.StepOptions;

/** Several threads on one controller. */
final class CrowdLives implements Epochs.Crowd {
  private static final long LOOK_MILLIS = 40;

  private final StepOptions options;
  private final Tables tables;
  private final RsmSource source;
  private final BooleanSupplier cancelled;

  CrowdLives(StepOptions options, Tables tables, RsmSource source, BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.source = source;
    this.cancelled = cancelled;
  }

  @Override
  public Life.Outcome live(long epoch, long most) {
    Crowd crowd = new Crowd(tables, source, options.ia(), options.threads(), cancelled);
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
    return new Life.Outcome(
        crowd.difference.get(), epoch, List.of(), crowd.calls.get(), crowd.refusals.get());
  }

  private Runnable worker(Crowd crowd, int index, long epoch, long most) {
    return () -> {
      try {
        long number = 0;
        long stream = (epoch << 8 | index) << 1 | 1;
        while (crowd.calls.get() < most
            && crowd.difference.get() == null
            && !cancelled.getAsBoolean()) {
          crowd.step(index, new Choice(options.seed() ^ stream << 32, number++));
        }
      } catch (Difference e) {
        crowd.difference.compareAndSet(null, e);
      } catch (RuntimeException | Error e) {
        crowd.difference.compareAndSet(null, new Difference("threads", "threw " + e, e));
      }
    };
  }

  /** Waits for the threads; false if one of them hangs. */
  private static boolean watched(Crowd crowd, List<Thread> threads) {
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
