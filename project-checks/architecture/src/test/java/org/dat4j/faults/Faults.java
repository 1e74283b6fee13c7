package org.dat4j.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Counts the places that are passed while it is armed, in all threads, and throws at one of them.
 * What the instrumented classes call.
 */
public final class Faults {

  private static final AtomicLong PASSED = new AtomicLong();
  private static final AtomicLong THROWN = new AtomicLong();

  /** Kinds of the places found in classes that were loaded, by number; guarded by itself. */
  private static final List<String> FOUND = new ArrayList<>();

  /** Numbers of the places that were passed while faults were armed; guarded by itself. */
  private static final BitSet REACHED = new BitSet();

  /** The threads that do not count. */
  private static volatile Set<Thread> except = Set.of();

  /** The place to throw at, counted from 1; 0 counts nothing, and a large one only counts. */
  private static volatile long at;

  private static volatile String thrownFor = "nothing";

  private Faults() {}

  /** A place was found in the byte code; its number. */
  static int found(String kind) {
    synchronized (FOUND) {
      FOUND.add(kind);
      return FOUND.size() - 1;
    }
  }

  /** Counts from 1 on and throws at place n, in any thread that is not among these. */
  static void arm(long n, Set<Thread> others) {
    except = others;
    PASSED.set(0);
    thrownFor = "nothing";
    at = n;
  }

  /** Ends the counting; how many places were passed. */
  static long disarm() {
    at = 0;
    return PASSED.get();
  }

  /** How many places there are of each kind, and how many of them were passed. */
  static String census() {
    Map<String, int[]> kinds = new TreeMap<>();
    synchronized (FOUND) {
      synchronized (REACHED) {
        for (int i = 0; i < FOUND.size(); i++) {
          int[] counts = kinds.computeIfAbsent(FOUND.get(i), kind -> new int[2]);
          counts[0]++;
          counts[1] += REACHED.get(i) ? 1 : 0;
        }
      }
    }
    return kinds.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue()[0] + ", passed " + e.getValue()[1])
        .collect(Collectors.joining("; "));
  }

  /** What was thrown last, and where. */
  static String thrown() {
    return thrownFor;
  }

  /** How many faults were thrown in the life of this JVM. */
  static long count() {
    return THROWN.get();
  }

  private static boolean isDue(int place, String what) {
    long due = at;
    if (due == 0) {
      return false;
    }
    if (except.contains(Thread.currentThread())) {
      return false;
    }
    synchronized (REACHED) {
      REACHED.set(place);
    }
    if (PASSED.incrementAndGet() != due) {
      return false;
    }
    THROWN.incrementAndGet();
    thrownFor =
        StackWalker.getInstance()
            .walk(
                frames ->
                    what
                        + " at "
                        + frames
                            .skip(2)
                            .limit(4)
                            .map(f -> f.getClassName() + "." + f.getMethodName() + ":" + line(f))
                            .toList());
    return true;
  }

  private static int line(StackWalker.StackFrame frame) {
    return frame.getLineNumber();
  }

  /**
   * An object, an array or a buffer is about to be made.
   *
   * @param place its number
   */
  public static void allocation(int place) {
    if (isDue(place, "allocation")) {
      throw new OutOfMemoryError("Java heap space (injected)");
    }
  }

  /**
   * Direct memory is about to be taken.
   *
   * @param place its number
   */
  public static void directMemory(int place) {
    if (isDue(place, "direct memory")) {
      throw new OutOfMemoryError("Cannot reserve direct buffer memory (injected)");
    }
  }

  /**
   * A thread is about to be started.
   *
   * @param place its number
   */
  public static void threadStart(int place) {
    if (isDue(place, "thread start")) {
      throw new OutOfMemoryError("unable to create native thread (injected)");
    }
  }

  /**
   * A channel or selector is about to be used by a call that declares IOException.
   *
   * @param place its number
   */
  public static void channel(int place) {
    if (isDue(place, "channel call")) {
      Faults.<RuntimeException>sneak(new IOException("Too many open files (injected)"));
    }
  }

  /**
   * A function of the C library is about to be called.
   *
   * @param place its number
   */
  public static void nativeCall(int place) {
    if (isDue(place, "native call")) {
      throw new Error("Invalid memory access (injected)");
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
