package org.dat4j.dat.natives.abi;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A semaphore of the C library, at 0. Threads that run no Java can wait for it: {@code sem_wait} is
 * a function of one pointer, which an agent of a CNO may be.
 */
public final class NativeSemaphore {

  /** No {@code sem_t} is larger. */
  private static final int SIZE = 64;

  private static final NativeLibrary C = NativeLibrary.getProcess();
  private static final Function POST = C.getFunction("sem_post");
  private static final long WAIT = Pointer.nativeValue(C.getFunction("sem_wait"));

  private final NativeMemory memory = NativeMemory.allocate(SIZE);

  /** At 0. */
  public NativeSemaphore() {
    int ret = C.getFunction("sem_init").invokeInt(new Object[] {new Pointer(address()), 0, 0});
    if (ret != 0) {
      throw new IllegalStateException("sem_init answers " + ret);
    }
  }

  /**
   * Where it lies, while this object is reachable.
   *
   * @return the first and only argument of {@link #waitFunction}
   */
  public long address() {
    return memory.address();
  }

  /** Lets one who waits go on, or the next one. */
  public void post() {
    POST.invokeInt(new Object[] {new Pointer(address())});
  }

  /**
   * The function that waits.
   *
   * @return the address of {@code sem_wait}
   */
  public static long waitFunction() {
    return WAIT;
  }
}
