package org.dat4j.dat.natives;

import com.sun.jna.NativeLibrary;

/** Whether the JDK grumbles about native code: newer ones warn, and later ones will refuse. */
final class NativeAccess {

  private static final int WARNING_JDK = 24;
  private static final String REMEDY =
      "start it with --enable-native-access=ALL-UNNAMED (or com.sun.jna on the module path)";

  private NativeAccess() {}

  /** What to do about warnings of this JVM; empty when it does not warn. */
  static String advice() {
    return warns(Runtime.version().feature(), NativeLibrary.class.getModule())
        ? "this JDK warns about native access: " + REMEDY
        : "";
  }

  /** Whether a JDK of this version warns when a class of this module calls native code. */
  static boolean warns(int feature, Module jna) {
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
