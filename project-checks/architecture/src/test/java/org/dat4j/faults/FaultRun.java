package org.dat4j.faults;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Disturbs each step of a script at each of its places, in a JVM with the agent. Prints how many
 * places each step has and what did not hold. Arguments: script, seed, milliseconds for each step
 * (0 for all places).
 */
public final class FaultRun {

  private static final long HANG_NANOS = TimeUnit.SECONDS.toNanos(40);
  private static final int FOUND = 1;

  /** How often descriptors are counted until one of them counts as lost. */
  private static final int LOOKS = 200;

  private static final int HANG = 3;
  private static final int MAX_REPORTED = 40;

  /** How many frames of a stack trace are told: from a check to the step that it belongs to. */
  private static final int FRAMES = 5;

  /** The time for service threads, in times of a step. */
  private static final long THREAD_SHARE = 5;

  private final Supplier<Script> scripts;
  private final Script.Witness others;
  private final Random random;
  private final long stepMillis;
  private final List<String> found = new ArrayList<>();
  private volatile String doing = "the start";
  private volatile long began = System.nanoTime();
  private Set<String> threads;
  private int descriptors;

  /** Shared memory objects of this process before a disturbance. */
  private Set<String> shared;

  private FaultRun(Supplier<Script> scripts, Script.Witness others, long seed, long stepMillis) {
    this.scripts = scripts;
    this.others = others;
    this.random = new Random(seed);
    this.stepMillis = stepMillis;
  }

  /**
   * Runs.
   *
   * @param arguments script, seed, milliseconds for each step
   * @throws Exception when the undisturbed script fails
   */
  public static void main(String[] arguments) throws Exception {
    Supplier<Script> scripts = Scripts.of(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    System.out.println(arguments[0] + ", seed " + seed);
    Script.Witness others = Scripts.others(arguments[0]);
    FaultRun run = new FaultRun(scripts, others, seed, Long.parseLong(arguments[2]));
    int code = run.all();
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }

  private int all() throws Exception {
    Thread watchdog = new Thread(this::watch, "watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    // Twice: the first run loads classes, which is not undone.
    undisturbed();
    undisturbed();
    awaitSilence();
    threads = threads();
    descriptors = descriptors();
    shared = shared();
    int steps = steps();
    for (int step = 0; step < steps; step++) {
      disturb(step);
    }
    disturbThreads();
    System.out.println("places in the code: " + Faults.census());
    found.forEach(each -> System.out.println("FOUND " + each));
    return found.isEmpty() ? 0 : FOUND;
  }

  private int steps() {
    try (Script script = scripts.get()) {
      return script.steps().size();
    }
  }

  private void undisturbed() throws Exception {
    try (Script script = scripts.get()) {
      for (Script.Named each : script.steps()) {
        begin(each.name() + ", undisturbed");
        each.step().run();
      }
    }
  }

  private void begin(String what) {
    doing = what;
    began = System.nanoTime();
  }

  private void disturb(int step) throws Exception {
    String name = name(step);
    long places = once(step, Long.MAX_VALUE);
    List<Long> order = new ArrayList<>();
    for (long n = 1; n <= places; n++) {
      order.add(n);
    }
    Collections.shuffle(order, random);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(stepMillis);
    int tried = 0;
    for (long n : order) {
      if (tried > 0 && stepMillis > 0 && System.nanoTime() - end > 0
          || found.size() >= MAX_REPORTED) {
        break;
      }
      once(step, n);
      tried++;
    }
    System.out.println("places of " + name + ": " + places + ", tried " + tried);
    if (places == 0 && !mayHaveNoPlaces(step)) {
      found.add(name + ": no place was found");
    }
  }

  /** Disturbs what the script has others do: threads that are started while it runs. */
  private void disturbThreads() {
    long places = onceInThreads(Long.MAX_VALUE);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(THREAD_SHARE * stepMillis);
    List<Long> order = new ArrayList<>();
    for (long n = 1; n <= places; n++) {
      order.add(n);
    }
    Collections.shuffle(order, random);
    int tried = 0;
    for (long n : order) {
      if (tried > 0 && stepMillis > 0 && System.nanoTime() - end > 0
          || found.size() >= MAX_REPORTED) {
        break;
      }
      onceInThreads(n);
      tried++;
    }
    System.out.println("places of service threads: " + places + ", tried " + tried);
  }

  /** Runs the whole script, whose threads are disturbed at place n; their places. */
  private long onceInThreads(long n) {
    long places = 0;
    String what = "a service thread at place " + n;
    begin(what);
    try {
      Set<Thread> others = new HashSet<>(Thread.getAllStackTraces().keySet());
      Script script = scripts.get();
      String outcome = "";
      try {
        if (n != Long.MAX_VALUE) {
          script.disturb();
        }
        Faults.arm(n, others);
        try {
          for (Script.Named each : script.steps()) {
            outcome = ", in " + each.name();
            each.step().run();
          }
        } catch (Exception | Error e) {
          outcome += ", which threw " + e;
        } finally {
          places = Faults.disarm();
        }
        what += " (" + Faults.thrown() + outcome + ")";
        doing = what;
        script.settle();
        this.others.exchange();
      } finally {
        script.close();
      }
      awaitSilence();
      check();
    } catch (Exception | Error e) {
      report(what, e);
    }
    return places;
  }

  private void report(String what, Throwable e) {
    StringBuilder text = new StringBuilder(what);
    for (Throwable each = e; each != null; each = each.getCause()) {
      List<StackTraceElement> trace = List.of(each.getStackTrace());
      text.append(": ").append(each).append(" at ");
      text.append(trace.subList(0, Math.min(FRAMES, trace.size())));
    }
    found.add(text.toString().replace('\n', ' '));
    threads = threads();
    descriptors = descriptors();
    shared = shared();
  }

  private boolean mayHaveNoPlaces(int step) {
    try (Script script = scripts.get()) {
      return script.steps().get(step).mayHaveNoPlaces();
    }
  }

  private String name(int step) {
    try (Script script = scripts.get()) {
      return script.steps().get(step).name();
    }
  }

  /** Runs the script to the end of one step, which is disturbed at place n; its places. */
  private long once(int step, long n) throws Exception {
    long places = 0;
    String what = name(step) + " place " + n;
    begin(what);
    String outcome = "";
    try {
      Script script = scripts.get();
      try {
        List<Script.Named> steps = script.steps();
        for (int i = 0; i < step; i++) {
          steps.get(i).step().run();
        }
        if (n != Long.MAX_VALUE) {
          script.disturb();
        }
        Faults.arm(n, others.threads());
        try {
          steps.get(step).step().run();
        } catch (Exception | Error e) {
          outcome = ", which threw " + e;
        } finally {
          places = Faults.disarm();
        }
        what += " (" + Faults.thrown() + outcome + ")";
        doing = what;
        script.settle();
        others.exchange();
      } finally {
        script.close();
      }
      awaitSilence();
      check();
    } catch (Exception | Error e) {
      report(what, e);
    }
    return places;
  }

  /** Threads of adapters that were closed end soon after. */
  private void awaitSilence() {
    long start = System.nanoTime();
    while (threads != null
        && (!threads.containsAll(threads())
            || descriptors() > descriptors
            || !shared.containsAll(shared()))
        && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(3)) {
      if (descriptors() > descriptors || !shared.containsAll(shared())) {
        // Memory that a program allocates goes with the last reference to it.
        System.gc();
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
    }
  }

  private void check() {
    Set<String> now = threads();
    now.removeAll(threads);
    if (!now.isEmpty()) {
      throw new IllegalStateException("threads left: " + now);
    }
    // The JVM opens one for a moment now and then, such as for a class it loads.
    int open = descriptors();
    for (int look = 0; open > descriptors && look < LOOKS; look++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      open = descriptors();
    }
    if (open > descriptors) {
      throw new IllegalStateException("descriptors left: " + open + " instead of " + descriptors);
    }
    Set<String> objects = shared();
    objects.removeAll(shared);
    if (!objects.isEmpty()) {
      throw new IllegalStateException("shared memory left: " + objects);
    }
  }

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().startsWith("dat4j") || each.getName().contains("rsm")) {
        names.add(each.getName() + "#" + each.getId());
      }
    }
    return names;
  }

  private static Set<String> shared() {
    String[] names = new File("/dev/shm").list((folder, name) -> name.contains(RsmScript.DOMAIN));
    return new TreeSet<>(names == null ? List.of() : List.of(names));
  }

  private static int descriptors() {
    String[] names = new File("/proc/self/fd").list();
    return names == null ? 0 : names.length;
  }

  private void watch() {
    while (System.nanoTime() - began < HANG_NANOS) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    System.out.println("HANG " + doing);
    Thread.getAllStackTraces()
        .forEach(
            (thread, trace) -> {
              System.out.println(thread);
              for (StackTraceElement each : trace) {
                System.out.println("    " + each);
              }
            });
    found.forEach(each -> System.out.println("FOUND " + each));
    System.out.flush();
    Runtime.getRuntime().halt(HANG);
  }
}
