package org.dat4j.dat.udapl.machine;

import com.sun.jna.NativeLibrary;

/**
 * A check whether this JDK warns when the native backend calls native code, with the option that
 * prevents it. JDK 24 and newer warn; later ones will refuse.
 */
public final class NativeAccess {

  private static final int WARNING_JDK = 24;
  private static final String REMEDY =
      "start it with --enable-native-access=ALL-UNNAMED (or com.sun.jna on the module path)";

  private NativeAccess() {}

  /** Returns what to do about warnings of this JVM; empty when it does not warn. */
  static String advice() {
    return warns(Runtime.version().feature(), NativeLibrary.class.getModule())
        ? "this JDK warns about native access: " + REMEDY
        : "";
  }

  /**
   * Tells whether a JDK warns when a class of a module calls native code.
   *
   * @param feature version of the JDK
   * @param jna the module
   * @return false for versions that do not warn
   */
  public static boolean warns(int feature, Module jna) {
    if (feature < WARNING_JDK) {
      return false;
    }
    try {
      return Boolean.FALSE.equals(Module.class.getMethod("isNativeAccessEnabled").invoke(jna));
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
