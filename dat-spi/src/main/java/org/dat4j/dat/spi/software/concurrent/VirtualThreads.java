package org.dat4j.dat.spi.software.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A check whether a thread is virtual, which also runs on Java 17, where there are no virtual
 * threads.
 */
public final class VirtualThreads {

  private static final MethodHandle IS_VIRTUAL = find();

  private VirtualThreads() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.lookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Whether a thread is virtual: such a thread must not make progress, it would pin its carrier.
   *
   * @param thread any thread
   * @return false on a Java without virtual threads
   */
  public static boolean isVirtual(Thread thread) {
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
