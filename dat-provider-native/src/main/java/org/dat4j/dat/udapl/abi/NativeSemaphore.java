package org.dat4j.dat.udapl.abi;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A semaphore of the C library by which the native backend stops a thread of libdapl, which waits
 * for it until Java posts it. It begins at 0. Threads that run no Java can wait for it: {@code
 * sem_wait} is a function of one pointer, as the agent of a CNO has to be.
 */
public final class NativeSemaphore {

  /** No {@code sem_t} is larger. */
  private static final int SIZE = 64;

  private static final NativeLibrary C = NativeLibrary.getProcess();
  private static final Function POST = C.getFunction("sem_post");
  private static final long WAIT = Pointer.nativeValue(C.getFunction("sem_wait"));

  private final NativeMemory memory = NativeMemory.allocate(SIZE);

  /** Makes a semaphore at 0. */
  public NativeSemaphore() {
    int ret = C.getFunction("sem_init").invokeInt(new Object[] {new Pointer(address()), 0, 0});
    if (ret != 0) {
      throw new IllegalStateException("sem_init answers " + ret);
    }
  }

  /**
   * Returns the semaphore's address, valid while this object is reachable.
   *
   * @return the first and only argument of {@link #waitFunction}
   */
  public long address() {
    return memory.address();
  }

  /** Lets one waiting thread continue, or the next one that waits. */
  public void post() {
    POST.invokeInt(new Object[] {new Pointer(address())});
  }

  /**
   * Returns the function that waits.
   *
   * @return the address of {@code sem_wait}
   */
  public static long waitFunction() {
    return WAIT;
  }
}
