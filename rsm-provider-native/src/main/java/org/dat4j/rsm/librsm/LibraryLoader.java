package org.dat4j.rsm.librsm;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.shm.JnaCheck;

/**
 * The loader of librsm, the RSM library of Solaris, which connects the functions of {@link LibRsm}
 * to it once. A failed attempt is repeated at the next call. Thread-safe.
 */
final class LibraryLoader {
  /** The system property with the path of the library, for tests and private builds. */
  static final String PROPERTY = "dat4j.librsm";

  /**
   * The path of the 64-bit library on Solaris. It is a path because JNA accepts a name with a
   * version on Linux only; elsewhere it adds {@code lib} and {@code .so}.
   */
  static final String SYSTEM_PATH = "/usr/lib/64/librsm.so.2";

  private static volatile boolean loaded;

  private LibraryLoader() {}

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
      problem = JnaCheck.missing();
    }
    if (problem == null) {
      problem = JnaCheck.problem();
    }
    if (problem == null) {
      problem = bind(path == null ? SYSTEM_PATH : path);
    }
    return problem;
  }

  static boolean isLinux(String os) {
    return os.startsWith("Linux");
  }

  /** Returns the reason why a system cannot have the library, or null. */
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

  /** Connects the functions; returns the reason why that failed, or null. */
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

  /**
   * Returns the linker's message, which JNA keeps with the suppressed attempts and not in its own
   * message.
   */
  private static String linkersWords(Throwable refused) {
    Throwable[] attempts = refused.getSuppressed();
    return String.valueOf((attempts.length == 0 ? refused : attempts[0]).getMessage()).strip();
  }
}
