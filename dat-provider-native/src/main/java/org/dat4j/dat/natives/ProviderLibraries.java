package org.dat4j.dat.natives;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps provider libraries loaded. The uDAPL library unloads one when its last adapter is closed,
 * and what that has loaded goes with it: librdmacm, which leaves the device's files open. So each
 * open and close of a libdaplofa adapter would cost the process two descriptors.
 */
final class ProviderLibraries {

  private static final int RTLD_LAZY = 1;

  /** By lib_path; empty for one that the linker does not find by it. */
  private static final Map<String, Optional<NativeLibrary>> KEPT = new HashMap<>();

  private ProviderLibraries() {}

  /**
   * Keeps one until the process ends.
   *
   * @param libPath of an entry that has been opened
   */
  static synchronized void keep(String libPath) {
    KEPT.computeIfAbsent(libPath, ProviderLibraries::load);
  }

  private static Optional<NativeLibrary> load(String libPath) {
    try {
      // Its symbols are for the uDAPL library alone, which asks for them.
      Map<String, Integer> flags = Map.of(Library.OPTION_OPEN_FLAGS, RTLD_LAZY);
      return Optional.of(NativeLibrary.getInstance(libPath, flags));
    } catch (UnsatisfiedLinkError e) {
      return Optional.empty();
    }
  }
}
