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
        Thread thread = new Thread(worker(world, i, epoch, most, abrupt), "stepper-" + i);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
      ended = watch(world, threads, most, abrupt);
      if (world.difference.get() == null && !abrupt && !cancelled.getAsBoolean()) {
        new CrowdEnding(world, new CrowdSteps(world, options.threads())).end();
      }
    } catch (Difference e) {
      world.difference.compareAndSet(null, e);
    } catch (DatException e) {
      world.difference.compareAndSet(
          null, new Difference("threads", "the end was refused: " + e.getMessage(), e));
    } finally {
      world.closing = true;
      if (ended) {
        // Otherwise this might hang as well, and nobody would be told.
        world.ia.close();
      }
    }
    leaks.closed(world.ia);
    return new Life.Outcome(
        world.difference.get(), epoch, List.of(), world.calls.get(), world.refusals.get());
  }

  private Runnable worker(CrowdWorld world, int index, long epoch, long most, boolean abrupt) {
    return () -> {
      try {
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
      } catch (Difference e) {
        world.difference.compareAndSet(null, e);
      } catch (RuntimeException | Error e) {
        world.difference.compareAndSet(null, new Difference("threads", "threw " + e, e));
      }
    };
  }

  /** Waits for the threads; false if one of them hangs. */
  private boolean watch(CrowdWorld world, List<Thread> threads, long most, boolean abrupt) {
    boolean alive = true;
    boolean shut = !abrupt;
    while (alive) {
      if (!shut && world.calls.get() >= most) {
        world.closing = true;
        world.ia.close(CloseFlags.ABRUPT);
        world.closed = true;
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
