package org.dat4j.conformance.stepper;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.kernel.Patience;
import org.dat4j.dat.Ia;

/** What a run left behind: closed instances that something still holds, and threads. */
final class Leaks {
  private static final int WATCHED = 200;
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long POLL_MILLIS = 20;

  /** The newest may stand on a stack or in a cache of the last event somewhere. */
  private static final int NEWEST = 2;

  private final Set<Thread> before = threads();
  private final boolean instances;
  private final List<WeakReference<Ia>> closed = new ArrayList<>();

  /**
   * Watches from now on.
   *
   * @param instances whether closed instances have to go away, and not threads only
   */
  Leaks(boolean instances) {
    this.instances = instances;
  }

  private static Set<Thread> threads() {
    return new HashSet<>(Thread.getAllStackTraces().keySet());
  }

  /** An instance was closed and must go away. */
  void closed(Ia ia) {
    if (instances && closed.size() < WATCHED) {
      closed.add(new WeakReference<>(ia));
    }
  }

  /** What is left behind, in words, after some time to go away; null for nothing. */
  String found() {
    Patience patience = new Patience(PATIENCE_MILLIS);
    String found = look();
    while (found != null && !patience.isOver()) {
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
