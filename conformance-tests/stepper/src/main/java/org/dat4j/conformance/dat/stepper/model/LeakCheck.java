package org.dat4j.conformance.dat.stepper.model;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.dat.Ia;

/**
 * Checks that a run of the DAT stepper leaves nothing behind: no closed adapter that is still
 * referenced, and no thread.
 */
public final class LeakCheck {
  private static final int WATCHED = 200;
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long POLL_MILLIS = 20;

  /**
   * The number of closed adapters that may still be referenced, as by a stack or by the last event.
   */
  private static final int NEWEST = 2;

  private final Set<Thread> before = threads();
  private final boolean instances;
  private final List<WeakReference<Ia>> closed = new ArrayList<>();

  /**
   * Watches from now on.
   *
   * @param instances whether closed instances have to go away, and not threads only
   */
  public LeakCheck(boolean instances) {
    this.instances = instances;
  }

  private static Set<Thread> threads() {
    return new HashSet<>(Thread.getAllStackTraces().keySet());
  }

  /** Notes that an adapter was closed and must become garbage. */
  public void closed(Ia ia) {
    if (instances && closed.size() < WATCHED) {
      closed.add(new WeakReference<>(ia));
    }
  }

  /** Waits for leftovers to go away and describes those that stay; null for none. */
  public String found() {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    String found = look();
    while (found != null && !limit.isOver()) {
      System.gc();
      Set<Thread> extra = threads();
      extra.removeAll(before);
      Thread waited = extra.stream().filter(t -> !t.isDaemon()).findAny().orElse(null);
      nap(waited);
      found = look();
    }
    return found;
  }

  private static void nap(Thread waited) {
    try {
      if (waited != null && waited != Thread.currentThread()) {
        waited.join(POLL_MILLIS);
      } else {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String look() {
    long held = closed.stream().filter(ref -> ref.get() != null).count();
    if (held > NEWEST) {
      return "leak: " + held + " of " + closed.size() + " closed instances are still held";
    }
    Set<Thread> extra = threads();
    extra.removeAll(before);
    extra.removeIf(t -> t == Thread.currentThread() || t.getName().startsWith("Common-Cleaner"));
    extra.removeIf(
        t -> t.getThreadGroup() != null && t.getThreadGroup().getName().equals("system"));
    return extra.isEmpty() ? null : "leak: threads are left: " + extra;
  }
}
