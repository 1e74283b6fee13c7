package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the reasons that are given when librsm cannot be loaded. */
class LibraryLoaderTest {
  @TempDir Path folder;

  private static void says(String problem, String... words) {
    for (String word : words) {
      assertTrue(problem.contains(word), problem);
    }
  }

  @Test
  void linuxNeedsNamedLibrary() {
    says(
        LibraryLoader.platform("Linux", null),
        "Solaris and illumos",
        "this is Linux",
        "loopback or shm0",
        "-Ddat4j.librsm=");
    assertNull(LibraryLoader.platform("Linux", "/opt/librsm.so"));
  }

  @Test
  void solarisHasDefaultLibrary() {
    assertNull(LibraryLoader.platform("SunOS", null));
  }

  @Test
  void otherSystemsAreRefusedByName() {
    says(LibraryLoader.platform("Windows 11", "C:\\librsm.dll"), "this is Windows 11");
  }

  @Test
  void missingFileIsReportedWithRemedy() {
    Path file = folder.resolve("librsm.so.2");
    says(
        LibraryLoader.bind(file.toString()),
        file + " is not on this machine",
        "install",
        "-Ddat4j.librsm=");
  }

  @Test
  void fileThatIsNoLibraryIsReportedWithLinkerMessage() throws Exception {
    Path file = Files.writeString(folder.resolve("librsm.so.2"), "no library ".repeat(100));
    says(LibraryLoader.bind(file.toString()), "the dynamic linker refuses " + file, "ELF");
  }

  @Test
  void wrongLibraryIsReportedByMissingFunction() {
    String strange = CDouble.strangeLibrary().toAbsolutePath().toString();
    says(
        LibraryLoader.bind(strange),
        strange + " is no librsm",
        "rsm_create_localmemory_handle",
        "rsm_release_controller");
  }

  @Test
  void systemsDivideTheNamesBetweenTheProviders() {
    CDouble.load();
    DoubleControl.double_reset(1);
    assertFalse(LibrsmProvider.serves("Linux", "loopback"), "of shared memory");
    assertFalse(LibrsmProvider.serves("Linux", "shm0"), "of shared memory");
    assertTrue(LibrsmProvider.serves("Linux", "wrsm1"));
    assertFalse(LibrsmProvider.serves("Linux", "wrsm2"), "not listed");
    assertTrue(LibrsmProvider.serves("SunOS", "loopback"));
    assertTrue(LibrsmProvider.serves("SunOS", "wrsm0"));
    assertFalse(LibrsmProvider.serves("SunOS", "shm0"));
    assertEquals(0, DoubleControl.double_topologies(), "all given back");
  }
}
