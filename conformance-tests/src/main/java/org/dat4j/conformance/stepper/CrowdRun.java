package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ia;

/**
 * Several threads on the same objects: world after world, held against what any order must keep.
 */
final class CrowdRun implements Epochs.Crowd {
  private static final long LOOK_MILLIS = 40;
  private static final int ABRUPT = 3;

  private final StepOptions options;
  private final Abilities abilities;
  private final Supplier<Ia> opener;
  private final Leaks leaks;
  private final BooleanSupplier cancelled;

  CrowdRun(
      StepOptions options,
      Abilities abilities,
      Supplier<Ia> opener,
      Leaks leaks,
      BooleanSupplier cancelled) {
    this.options = options;
    this.abilities = abilities;
    this.opener = opener;
    this.leaks = leaks;
    this.cancelled = cancelled;
  }

  /** One world from its beginning to its end. */
  @Override
  public Life.Outcome live(long epoch, long most) {
    CrowdWorld world = new CrowdWorld(opener.get(), abilities, options.threads() + 1);
    Choice choice = new Choice(options.seed(), epoch << 1);
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
        // Otherwise this might hang as well, and nobody would be told.
        watch(world, List.of(last(world, abrupt)), most, false);
      }
    }
    leaks.closed(world.ia);
    return new Life.Outcome(
        world.difference.get(), epoch, List.of(), world.calls.get(), world.refusals.get());
  }

  private Runnable worker(CrowdWorld world, int index, long epoch, long most, boolean abrupt) {
    return () -> {
      CrowdSteps steps = new CrowdSteps(world, index);
      long number = 0;
      // After an abrupt close everybody goes on for a while: all is dead then.
      long after = abrupt ? most / 10 : 0;
      while (world.calls.get() < most + after
          && world.difference.get() == null
          && !cancelled.getAsBoolean()) {
        long stream = (epoch << 8 | index) << 1 | 1;
        steps.step(new Choice(options.seed() ^ stream << 32, number++));
      }
    };
  }

  /** Takes the world down in a thread, which is watched as the others are. */
  private Thread last(CrowdWorld world, boolean abrupt) {
    return start(
        world,
        "stepper-last",
        () -> {
          try {
            if (world.difference.get() == null && !abrupt && !cancelled.getAsBoolean()) {
              new CrowdEnding(world, options.threads()).end();
            }
          } catch (DatException e) {
            throw new Difference("threads", "the end was refused: " + e.getMessage(), e);
          } finally {
            world.closing = true;
            close(world, world.ia::close);
          }
        });
  }

  private void close(CrowdWorld world, Runnable close) {
    world.watch.begins(options.threads(), "ia_close");
    close.run();
    world.watch.ends(options.threads());
  }

  private static Thread start(CrowdWorld world, String name, Runnable run) {
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
  private boolean watch(CrowdWorld world, List<Thread> workers, long most, boolean abrupt) {
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
