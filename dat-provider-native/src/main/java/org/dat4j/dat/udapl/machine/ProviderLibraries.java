package org.dat4j.dat.udapl.machine;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the provider libraries beneath the uDAPL library loaded until the process ends, as
 * unloading them leaks file descriptors.
 *
 * <p>The uDAPL library unloads a provider library when its last adapter is closed. librdmacm is
 * unloaded with it and leaves the device's files open: each open and close of a libdaplofa adapter
 * would cost two file descriptors.
 */
public final class ProviderLibraries {

  private static final int RTLD_LAZY = 1;

  /** By lib_path; empty for one that the linker does not find by it. */
  private static final Map<String, Optional<NativeLibrary>> KEPT = new HashMap<>();

  private ProviderLibraries() {}

  /**
   * Keeps a library loaded until the process ends.
   *
   * @param libPath of an entry that has been opened
   */
  public static synchronized void keep(String libPath) {
    KEPT.computeIfAbsent(libPath, ProviderLibraries::load);
  }

  private static Optional<NativeLibrary> load(String libPath) {
    try {
      // The symbols stay local: only the uDAPL library uses them, by dlsym.
      Map<String, Integer> flags = Map.of(Library.OPTION_OPEN_FLAGS, RTLD_LAZY);
      return Optional.of(NativeLibrary.getInstance(libPath, flags));
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty();
    }
  }
}
