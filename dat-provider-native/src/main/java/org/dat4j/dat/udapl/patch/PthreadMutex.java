package org.dat4j.dat.udapl.patch;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A {@code pthread_mutex_t} of libdapl that a workaround locks while it changes the memory which
 * the mutex guards. Not for the data path.
 */
final class PthreadMutex {

  private static final NativeLibrary C = NativeLibrary.getProcess();
  private static final Function LOCK = C.getFunction("pthread_mutex_lock");
  private static final Function UNLOCK = C.getFunction("pthread_mutex_unlock");

  private final Pointer address;

  /**
   * Makes the lock for a mutex that the library has made.
   *
   * @param address where it lies; the library must not free it while this object is used
   */
  PthreadMutex(long address) {
    this.address = new Pointer(address);
  }

  /**
   * Runs an action while no other thread has the mutex. The action must not wait, as threads of the
   * library wait for the mutex meanwhile.
   *
   * @throws IllegalStateException if it is not to be had, with nothing done
   */
  void during(Runnable run) {
    int ret = LOCK.invokeInt(new Object[] {address});
    if (ret != 0) {
      throw new IllegalStateException("pthread_mutex_lock answers " + ret);
    }
    try {
      run.run();
    } finally {
      UNLOCK.invokeInt(new Object[] {address});
    }
  }
}
