package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What Java 17 cannot say about threads. */
final class Threads {

  private static final MethodHandle IS_VIRTUAL = find();

  private Threads() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.lookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Whether a thread is virtual: such a thread must not drive I/O, it would pin its carrier. */
  static boolean isVirtual(Thread thread) {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual failed", e);
    }
  }
}
