package org.dat4j.conformance.dat.stepper.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.LeakCheck;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.stepper.ConcurrentRuns;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.conformance.stepper.StepSession;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ia;

/**
 * A session of the DAT stepper with several threads on the same objects, checked by what must hold
 * in any order of the calls.
 */
public final class ConcurrentDatSession implements ConcurrentRuns.Session {
  private static final long LOOK_MILLIS = 40;
  private static final int ABRUPT = 3;

  private final StepOptions options;
  private final ModelTables tables;
  private final DeclaredCapabilities capabilities;
  private final Supplier<Ia> opener;
  private final LeakCheck leaks;
  private final BooleanSupplier cancelled;

  public ConcurrentDatSession(
      StepOptions options,
      ModelTables tables,
      DeclaredCapabilities capabilities,
      Supplier<Ia> opener,
      LeakCheck leaks,
      BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.capabilities = capabilities;
    this.opener = opener;
    this.leaks = leaks;
    this.cancelled = cancelled;
  }

  /** One world from its beginning to its end. */
  @Override
  public StepSession.Outcome live(long epoch, long most) {
    SharedAdapter world =
        new SharedAdapter(opener.get(), tables, capabilities, options.threads() + 1);
    RandomChoice choice = new RandomChoice(options.seed(), epoch << 1);
    boolean abrupt = choice.oneIn(ABRUPT);
    List<Thread> threads = new ArrayList<>();
    boolean ended = true;
    try {
      for (int i = 0; i < options.threads(); i++) {
        threads.add(start(world, "stepper-" + i, worker(world, i, epoch, most, abrupt)));
      }
      ended = watch(world, threads, most, abrupt);
    } finally {
      if (ended) {
        // After a hang the teardown might hang too, and the run would not report the first one.
        watch(world, List.of(last(world, abrupt)), most, false);
      }
    }
    leaks.closed(world.ia);
    return new StepSession.Outcome(
        world.difference.get(), epoch, List.of(), world.calls.get(), world.refusals.get(), null);
  }

  private Runnable worker(SharedAdapter world, int index, long epoch, long most, boolean abrupt) {
    return () -> {
      ConcurrentDatSteps steps = new ConcurrentDatSteps(world, index);
      long number = 0;
      // After an abrupt close everybody goes on for a while: all is dead then.
      long after = abrupt ? most / 10 : 0;
      while (world.calls.get() < most + after
          && world.difference.get() == null
          && !cancelled.getAsBoolean()) {
        long stream = (epoch << 8 | index) << 1 | 1;
        steps.step(new RandomChoice(options.seed() ^ stream << 32, number++));
      }
    };
  }

  /** Takes the world down in a thread, which is watched as the others are. */
  private Thread last(SharedAdapter world, boolean abrupt) {
    return start(
        world,
        "stepper-last",
        () -> {
          try {
            if (world.difference.get() == null && !abrupt && !cancelled.getAsBoolean()) {
              new ConcurrentTeardown(world, options.threads()).end();
            }
          } catch (DatException e) {
            throw new Difference("threads", "the end was refused: " + e.getMessage(), e);
          } finally {
            world.closing = true;
            close(world, world.ia::close);
          }
        });
  }

  private void close(SharedAdapter world, Runnable close) {
    world.watch.begins(options.threads(), "ia_close");
    close.run();
    world.watch.ends(options.threads());
  }

  private static Thread start(SharedAdapter world, String name, Runnable run) {
    Thread thread =
        new Thread(
            () -> {
              try {
                run.run();
              } catch (Difference e) {
                world.difference.compareAndSet(null, e);
              } catch (RuntimeException | Error e) {
                world.difference.compareAndSet(null, new Difference("threads", "threw " + e, e));
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits for the threads; false if one of them hangs. */
  private boolean watch(SharedAdapter world, List<Thread> workers, long most, boolean abrupt) {
    List<Thread> threads = new ArrayList<>(workers);
    boolean alive = true;
    boolean shut = !abrupt;
    while (alive) {
      if (!shut && world.calls.get() >= most) {
        threads.add(
            start(
                world,
                "stepper-close",
                () -> {
                  world.closing = true;
                  close(world, () -> world.ia.close(CloseFlags.ABRUPT));
                  world.closed = true;
                }));
        shut = true;
      }
      alive = false;
      for (Thread thread : threads) {
        join(thread, shut ? LOOK_MILLIS : 1);
        alive |= thread.isAlive();
        Difference hang = world.watch.hanging();
        if (hang != null) {
          world.difference.compareAndSet(null, hang);
          return false;
        }
      }
    }
    return true;
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
