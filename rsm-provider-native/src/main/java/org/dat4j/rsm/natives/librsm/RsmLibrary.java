package org.dat4j.rsm.natives.librsm;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds librsm and connects {@link LibRsm} to it, once. A failure is not remembered: the next call
 * tries again. Thread-safe.
 */
final class RsmLibrary {
  /** System property with the path of the library, for tests and private builds. */
  static final String PROPERTY = "dat4j.librsm";

  /**
   * Where the system has the 64-bit library. A path, as JNA takes a name with a version for one
   * only on Linux: elsewhere it puts {@code lib} before it and {@code .so} behind it.
   */
  static final String SYSTEM_PATH = "/usr/lib/64/librsm.so.2";

  private static volatile boolean loaded;

  private RsmLibrary() {}

  /**
   * Loads the library unless it is loaded.
   *
   * @return why the functions of {@link LibRsm} cannot be used, with a remedy; null if they can
   */
  static String problem() {
    return loaded ? null : load();
  }

  private static synchronized String load() {
    if (loaded) {
      return null;
    }
    String path = System.getProperty(PROPERTY);
    String problem = platform(System.getProperty("os.name"), path);
    if (problem == null) {
      problem = jna();
    }
    if (problem == null) {
      problem = bind(path == null ? SYSTEM_PATH : path);
    }
    return problem;
  }

  static boolean isLinux(String os) {
    return os.startsWith("Linux");
  }

  /** Why there can be no such library on a system, or null. */
  static String platform(String os, String path) {
    if (os.startsWith("SunOS") || isLinux(os) && path != null) {
      return null;
    }
    return "librsm is the RSM library of Solaris and illumos, and this is "
        + os
        + (isLinux(os)
            ? ": use loopback or shm0 here, or name a library with its functions by -D"
                + PROPERTY
                + "=/path/to/librsm.so"
            : ": use another controller");
  }

  /** Why JNA does not work in this JVM, or null. */
  private static String jna() {
    try {
      return Native.POINTER_SIZE == Long.BYTES
          ? null
          : "pointers of this JVM have " + Native.POINTER_SIZE + " octets: use a 64-bit JVM";
    } catch (LinkageError e) {
      Throwable why = e;
      while (why.getCause() != null) {
        why = why.getCause();
      }
      return "JNA cannot load its native part ("
          + why
          + "): make java.io.tmpdir writable and executable, or start with"
          + " --enable-native-access=ALL-UNNAMED (com.sun.jna on the module path)";
    }
  }

  /** Connects the functions; says why not, or null. */
  static String bind(String path) {
    File file = new File(path);
    if (file.isAbsolute() && !file.exists()) {
      return path
          + " is not on this machine: install the system's RSM library, or name it by -D"
          + PROPERTY
          + "=/path/to/librsm.so.2";
    }
    NativeLibrary library;
    try {
      library = NativeLibrary.getInstance(path);
    } catch (UnsatisfiedLinkError e) {
      return "the dynamic linker refuses "
          + path
          + " ("
          + linkersWords(e)
          + "): name one built for "
          + System.getProperty("os.arch")
          + " by -D"
          + PROPERTY;
    }
    List<String> missing = missing(library);
    if (!missing.isEmpty()) {
      library.close();
      return path
          + " is no librsm, it lacks "
          + String.join(", ", missing)
          + ": correct or unset -D"
          + PROPERTY;
    }
    SystemCalls.bind();
    Native.register(LibRsm.class, library);
    loaded = true;
    return null;
  }

  private static List<String> missing(NativeLibrary library) {
    List<String> missing = new ArrayList<>();
    for (Method method : LibRsm.class.getDeclaredMethods()) {
      if (Modifier.isNative(method.getModifiers())) {
        try {
          library.getGlobalVariableAddress(method.getName());
        } catch (UnsatisfiedLinkError e) {
          missing.add(method.getName());
        }
      }
    }
    missing.sort(null);
    return missing;
  }

  /** JNA keeps what the linker said with the attempts; its own text only announces it. */
  private static String linkersWords(Throwable refused) {
    Throwable[] attempts = refused.getSuppressed();
    return String.valueOf((attempts.length == 0 ? refused : attempts[0]).getMessage()).strip();
  }
}
