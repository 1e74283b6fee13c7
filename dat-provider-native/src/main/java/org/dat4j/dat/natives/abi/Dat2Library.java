package org.dat4j.dat.natives.abi;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.dat4j.dat.natives.abi.NativeUnavailableException.Reason;

/**
 * Finds the uDAPL library and connects {@link LibDat2} to it, on demand and once.
 *
 * <p>The library is {@value #DEFAULT_NAME}, looked up as the dynamic linker does; the system
 * property {@value #PROPERTY} replaces it by another name or an absolute path (for tests and
 * private builds). A failure says what is wrong and is not remembered: a later call tries again.
 * Thread-safe.
 */
public final class Dat2Library {

  /** System property with the name or absolute path of the library. */
  public static final String PROPERTY = "dat4j.libdat2";

  /** Name of the library of every DAT 2.0 system. */
  public static final String DEFAULT_NAME = "libdat2.so.2";

  // The provider libraries (libdaplofa and the others) call functions of this library without
  // naming it as one they need: they are loaded only if its symbols are global.
  private static final int RTLD_LAZY_GLOBAL = 0x001 | 0x100;

  private static final Set<String> SUPPORTED_ARCHES = Set.of("amd64", "x86_64", "aarch64");

  private static volatile Dat2Library loaded;

  private final String name;

  private Dat2Library(String name) {
    this.name = name;
  }

  /**
   * Loads the library unless it is loaded, after which the functions of {@link LibDat2} work.
   *
   * @return the library of this class loader; the same object at every call
   * @throws NativeUnavailableException if it cannot be used on this machine
   */
  public static Dat2Library load() throws NativeUnavailableException {
    Dat2Library library = loaded;
    return library != null ? library : loadOnce();
  }

  /**
   * Name the library was loaded by.
   *
   * @return {@value #DEFAULT_NAME} or the value of {@value #PROPERTY}
   */
  public String name() {
    return name;
  }

  private static synchronized Dat2Library loadOnce() throws NativeUnavailableException {
    if (loaded == null) {
      checkPlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
      String name = System.getProperty(PROPERTY, DEFAULT_NAME);
      Native.register(LibDat2.class, resolve(name));
      loaded = new Dat2Library(name);
    }
    return loaded;
  }

  /**
   * Refuses systems on which passing a 16-octet structure by value is not known to be the same as
   * passing two longs.
   */
  static void checkPlatform(String os, String arch) throws NativeUnavailableException {
    if (!os.toLowerCase(Locale.ROOT).startsWith("linux") || !SUPPORTED_ARCHES.contains(arch)) {
      throw new NativeUnavailableException(
          Reason.PLATFORM,
          "the native DAT binding knows Linux on x86-64 and AArch64, this is "
              + os
              + " on "
              + arch
              + "; use the loopback or tcp provider here",
          null);
    }
  }

  /** Opens a library that has every function of {@link LibDat2}. */
  static NativeLibrary resolve(String name) throws NativeUnavailableException {
    checkJna();
    NativeLibrary library = open(name);
    checkSymbols(name, library);
    return library;
  }

  private static void checkJna() throws NativeUnavailableException {
    try {
      if (Native.POINTER_SIZE != Long.BYTES) {
        throw new NativeUnavailableException(
            Reason.PLATFORM,
            "pointers of this JVM have " + Native.POINTER_SIZE + " octets; use a 64-bit JVM",
            null);
      }
    } catch (LinkageError e) {
      throw new NativeUnavailableException(
          Reason.JNA,
          "JNA cannot load its native part ("
              + e.getMessage()
              + "); check that java.io.tmpdir is writable and not mounted noexec, or install JNA's"
              + " native library and name its folder in jna.boot.library.path",
          e);
    }
  }

  private static NativeLibrary open(String name) throws NativeUnavailableException {
    File file = new File(name);
    if (file.isAbsolute() && !file.exists()) {
      throw notFound(name, null);
    }
    try {
      return NativeLibrary.getInstance(name, Map.of(Library.OPTION_OPEN_FLAGS, RTLD_LAZY_GLOBAL));
    } catch (UnsatisfiedLinkError e) {
      // JNA keeps the linker's own words here. It names the library it misses, which may also be
      // one that ours needs.
      Throwable[] attempts = e.getSuppressed();
      String text = String.valueOf((attempts.length == 0 ? e : attempts[0]).getMessage());
      if (text.startsWith(name + ": cannot open shared object file")) {
        throw notFound(name, e);
      }
      throw new NativeUnavailableException(
          Reason.NOT_LOADABLE,
          "the dynamic linker refuses library "
              + name
              + " ("
              + text
              + "); install one built for "
              + System.getProperty("os.arch")
              + " and the libraries it needs",
          e);
    }
  }

  private static NativeUnavailableException notFound(String name, Throwable cause) {
    return new NativeUnavailableException(
        Reason.NOT_FOUND,
        "library "
            + name
            + " is not on this machine; install it (Debian: apt-get install libdapl2) or name it"
            + " with -D"
            + PROPERTY
            + "=/path/to/"
            + DEFAULT_NAME,
        cause);
  }

  private static void checkSymbols(String name, NativeLibrary library)
      throws NativeUnavailableException {
    List<String> missing = new ArrayList<>();
    for (Method method : LibDat2.class.getDeclaredMethods()) {
      if (Modifier.isNative(method.getModifiers()) && !exports(library, method.getName())) {
        missing.add(method.getName());
      }
    }
    if (!missing.isEmpty()) {
      missing.sort(null);
      throw new NativeUnavailableException(
          Reason.SYMBOL_MISSING,
          "library "
              + name
              + " lacks "
              + String.join(", ", missing)
              + "; it is no DAT 2.0 library: unset -D"
              + PROPERTY
              + " or name one that is",
          null);
    }
  }

  private static boolean exports(NativeLibrary library, String symbol) {
    try {
      return library.getGlobalVariableAddress(symbol) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }
}
