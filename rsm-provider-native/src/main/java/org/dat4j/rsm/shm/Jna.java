package org.dat4j.rsm.shm;

import com.sun.jna.Native;

/** A check whether JNA, through which the RSM providers call C functions, works in this JVM. */
public final class Jna {

  private Jna() {}

  /**
   * Makes JNA load its native part.
   *
   * @return why it cannot be used, with a remedy; null if it can
   */
  public static String problem() {
    try {
      return Native.POINTER_SIZE == Long.BYTES
          ? null
          : "pointers of this JVM have " + Native.POINTER_SIZE + " bytes: use a 64-bit JVM";
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Error e) {
      // JNA reports a native part of another version as a plain Error.
      Throwable why = e;
      while (why.getCause() != null) {
        why = why.getCause();
      }
      return "JNA cannot load its native part ("
          + why
          + "): make java.io.tmpdir writable and executable, use one JNA only, or start with"
          + " --enable-native-access=ALL-UNNAMED (com.sun.jna on the module path)";
    }
  }
}
