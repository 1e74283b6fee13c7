package org.dat4j.dat.udapl.abi;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.dat.udapl.abi.NativeUnavailableException.Reason;

/**
 * A loader that finds the uDAPL library of the machine and binds {@link LibDat} to it, on demand
 * and once.
 *
 * <p>The library is that of the {@link Abi} of this process, looked up as the dynamic linker does;
 * the system property {@value #PROPERTY} replaces it by another name or an absolute path (for tests
 * and private builds). A failure says what is wrong and is not remembered: a later call tries
 * again. Thread-safe.
 */
public final class DatLibrary {

  /** System property with the name or absolute path of the library. */
  public static final String PROPERTY = "dat4j.libdat";

  /** Which messages libdapl and libdat write: masks, 3 for errors and warnings. */
  private static final List<String> MESSAGES = List.of("DAPL_DBG_TYPE", "DAT_DBG_TYPE");

  // The provider libraries (libdaplofa and the others) call functions of this library without
  // naming it as one they need: they are loaded only if its symbols are global.
  private static final int RTLD_LAZY_GLOBAL = 0x001 | 0x100;

  private static final Set<String> LINUX_ARCHES = Set.of("amd64", "x86_64", "aarch64");
  private static final Set<String> SOLARIS_ARCHES = Set.of("amd64", "x86_64");
  private static final String OF_2_0_ONLY = "dats_get_ia_handle";

  private static volatile DatLibrary loaded;

  private final String name;

  private DatLibrary(String name) {
    this.name = name;
  }

  /**
   * Loads the library unless it is loaded, after which the functions of {@link LibDat} work.
   *
   * @return the library of this class loader; the same object at every call
   * @throws NativeUnavailableException if it cannot be used on this machine
   */
  public static DatLibrary load() throws NativeUnavailableException {
    DatLibrary library = loaded;
    return library != null ? library : loadOnce();
  }

  /**
   * Returns the name by which the library was loaded.
   *
   * @return {@link Abi#library} or the value of {@value #PROPERTY}
   */
  public String name() {
    return name;
  }

  /**
   * Returns the name of the library to be loaded.
   *
   * @return {@link Abi#library} or the value of {@value #PROPERTY}
   */
  public static String wanted() {
    return System.getProperty(PROPERTY, Abi.current().library());
  }

  private static synchronized DatLibrary loadOnce() throws NativeUnavailableException {
    if (loaded == null) {
      checkPlatform(System.getProperty("os.name"), System.getProperty("os.arch"));
      String name = wanted();
      silence();
      NativeLibrary library = resolve(name);
      for (Class<?> functions : functions()) {
        Native.register(functions, library);
      }
      loaded = new DatLibrary(name);
    }
    return loaded;
  }

  /**
   * Both libraries write to the program's standard output: libdapl a line for every connect that is
   * refused, libdat one for every line of dat.conf that it skips. They are kept from it unless the
   * environment asks for it. They look when they are loaded, and when an adapter is opened.
   */
  private static void silence() {
    for (String variable : MESSAGES) {
      NativeLibrary.getProcess().getFunction("setenv").invokeInt(new Object[] {variable, "0", 0});
    }
  }

  /** Returns the classes whose methods are the functions of this process's ABI. */
  static List<Class<?>> functions() {
    return List.of(LibDat.class, Abi.current() == Abi.DAT_1_2 ? LibDat1.class : LibDat2.class);
  }

  /**
   * Refuses systems on which passing a 16-byte structure by value is not known to be the same as
   * passing two longs.
   */
  static void checkPlatform(String os, String arch) throws NativeUnavailableException {
    boolean known =
        os.startsWith("Linux") && LINUX_ARCHES.contains(arch)
            || os.startsWith("SunOS") && SOLARIS_ARCHES.contains(arch);
    if (!known) {
      throw new NativeUnavailableException(
          Reason.PLATFORM,
          "the native DAT binding knows Linux on x86-64 and AArch64, and Solaris and illumos on"
              + " x86-64; this is "
              + os
              + " on "
              + arch
              + "; use the loopback or tcp provider here",
          null);
    }
  }

  /** Opens a library that has every function of this process's ABI. */
  static NativeLibrary resolve(String name) throws NativeUnavailableException {
    checkJna();
    NativeLibrary library = open(name);
    checkSymbols(name, library);
    return library;
  }

  /**
   * Makes sure that JNA works in this JVM, before anything else of it is used.
   *
   * @throws NativeUnavailableException if it does not, or may not
   */
  public static void checkJna() throws NativeUnavailableException {
    try {
      if (Native.POINTER_SIZE != Long.BYTES) {
        throw new NativeUnavailableException(
            Reason.PLATFORM,
            "pointers of this JVM have " + Native.POINTER_SIZE + " bytes; use a 64-bit JVM",
            null);
      }
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Error e) {
      // JNA reports a native part of another version as a plain Error.
      String why = innermost(e).replace('\n', ' ');
      if (why.contains(IllegalCallerException.class.getSimpleName())) {
        throw new NativeUnavailableException(
            Reason.NATIVE_ACCESS,
            "this JDK was told to refuse native access ("
                + why
                + "); start it with --enable-native-access=ALL-UNNAMED (or com.sun.jna on the"
                + " module path)",
            e);
      }
      throw new NativeUnavailableException(
          Reason.JNA,
          "JNA cannot load its native part ("
              + why
              + "); check that java.io.tmpdir is writable and not mounted noexec, that there is one"
              + " JNA only, and that jna.boot.library.path names the native library of its version",
          e);
    }
  }

  /** Returns the text of the innermost cause of a failed initialisation. */
  private static String innermost(Throwable failure) {
    Throwable t = failure;
    while (t.getCause() != null) {
      t = t.getCause();
    }
    return t.toString();
  }

  private static NativeLibrary open(String name) throws NativeUnavailableException {
    File file = new File(name);
    if (file.isAbsolute() && !file.exists()) {
      throw notFound(name, null);
    }
    String processor = ElfHeader.foreignProcessor(file);
    if (processor != null) {
      throw new NativeUnavailableException(
          Reason.NOT_LOADABLE,
          "library "
              + name
              + " is for another processor, "
              + processor
              + "; install a build for "
              + System.getProperty("os.arch"),
          null);
    }
    try {
      return NativeLibrary.getInstance(name, Map.of(Library.OPTION_OPEN_FLAGS, RTLD_LAZY_GLOBAL));
    } catch (UnsatisfiedLinkError e) {
      // JNA keeps the linker's own words here. It names the library it misses, which may also be
      // one that ours needs.
      Throwable[] attempts = e.getSuppressed();
      String text = String.valueOf((attempts.length == 0 ? e : attempts[0]).getMessage());
      if (isNotFound(name, text)) {
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

  /** Tells whether the linker of Linux or that of Solaris says that there is no such file. */
  static boolean isNotFound(String name, String text) {
    return text.startsWith(name + ": cannot open shared object file")
        || text.contains(name + ": open failed: No such file");
  }

  private static NativeUnavailableException notFound(String name, Throwable cause) {
    String install =
        Abi.current() == Abi.DAT_1_2
            ? "the uDAPL package of the system"
            : "Debian: apt-get install libdapl2";
    return new NativeUnavailableException(
        Reason.NOT_FOUND,
        "library "
            + name
            + " is not on this machine; install it ("
            + install
            + ") or name it with -D"
            + PROPERTY
            + "=/path/to/"
            + Abi.current().library(),
        cause);
  }

  private static void checkSymbols(String name, NativeLibrary library)
      throws NativeUnavailableException {
    List<String> missing = new ArrayList<>();
    for (Class<?> functions : functions()) {
      for (Method method : functions.getDeclaredMethods()) {
        if (Modifier.isNative(method.getModifiers()) && !exports(library, method.getName())) {
          missing.add(method.getName());
        }
      }
    }
    if (!missing.isEmpty()) {
      missing.sort(null);
      throw wrong(name, "lacks " + String.join(", ", missing));
    }
    boolean is20 = exports(library, OF_2_0_ONLY);
    if (is20 != (Abi.current() == Abi.DAT_2_0)) {
      throw wrong(name, (is20 ? "has " : "lacks ") + OF_2_0_ONLY);
    }
  }

  private static NativeUnavailableException wrong(String name, String why) {
    return new NativeUnavailableException(
        Reason.SYMBOL_MISSING,
        "library "
            + name
            + " "
            + why
            + "; it is no DAT "
            + Abi.current().version()
            + " library: unset -D"
            + PROPERTY
            + " and -D"
            + Abi.PROPERTY
            + ", or name one that is",
        null);
  }

  private static boolean exports(NativeLibrary library, String symbol) {
    try {
      return library.getGlobalVariableAddress(symbol) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }
}
