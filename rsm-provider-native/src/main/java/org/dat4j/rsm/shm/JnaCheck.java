package org.dat4j.rsm.shm;

import com.sun.jna.Native;

/** A check whether JNA, through which the RSM providers call C functions, works in this JVM. */
public final class JnaCheck {

  private JnaCheck() {}

  /**
   * Looks for JNA without loading its native part.
   *
   * @return what to do about it if the class path and module path have no JNA; null if they have
   */
  public static String missing() {
    try {
      Class.forName("com.sun.jna.Native", false, JnaCheck.class.getClassLoader());
      return null;
    } catch (ClassNotFoundException e) {
      return "JNA is missing: put the artifact net.java.dev.jna:jna-jpms on the class path or"
          + " module path";
    }
  }

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
