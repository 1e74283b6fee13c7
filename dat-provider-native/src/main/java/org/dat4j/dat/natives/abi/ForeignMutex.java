package org.dat4j.dat.natives.abi;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A {@code pthread_mutex_t} of the library's, for what it guards with it. Not for the data path.
 */
final class ForeignMutex {

  private static final NativeLibrary C = NativeLibrary.getProcess();
  private static final Function LOCK = C.getFunction("pthread_mutex_lock");
  private static final Function UNLOCK = C.getFunction("pthread_mutex_unlock");

  private final Pointer address;

  /**
   * One that the library has made.
   *
   * @param address where it lies; the library must not free it while this object is used
   */
  ForeignMutex(long address) {
    this.address = new Pointer(address);
  }

  /**
   * Does something while no other thread has it. There must be no wait in it: whoever holds it has
   * threads of the library wait.
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
