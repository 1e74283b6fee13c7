package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.dat.udapl.abi.NativeUnavailableException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatLibraryTest {

  @TempDir Path folder;

  @Test
  void unknownNameIsNotFoundAndSaysWhatToInstall() {
    NativeUnavailableException e = refused("libnosuchdat.so.2");

    assertEquals(Reason.NOT_FOUND, e.reason());
    assertTrue(e.getMessage().contains("libnosuchdat.so.2"), e.getMessage());
    assertTrue(e.getMessage().contains("install it ("), e.getMessage());
    assertTrue(e.getMessage().contains("-Ddat4j.libdat="), e.getMessage());
  }

  @Test
  void missingFileIsNotFound() {
    NativeUnavailableException e = refused(folder.resolve("libdat2.so.2").toString());

    assertEquals(Reason.NOT_FOUND, e.reason());
    assertTrue(e.getMessage().contains(folder.toString()), e.getMessage());
  }

  @Test
  void fileThatIsNoLibraryIsNotLoadable() throws Exception {
    Path file = Files.writeString(folder.resolve("libdat2.so.2"), "no library ".repeat(100));

    NativeUnavailableException e = refused(file.toString());

    assertEquals(Reason.NOT_LOADABLE, e.reason());
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    assertTrue(e.getMessage().contains("ELF"), e.getMessage());
  }

  @Test
  void libraryOfSomethingElseLacksSymbols() {
    NativeUnavailableException e = refused("libc.so.6");

    assertEquals(Reason.SYMBOL_MISSING, e.reason());
    assertTrue(e.getMessage().contains("dat_ep_post_rdma_write"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, riscv64",
    "Linux, s390x",
    "Linux, x86",
    "SunOS, sparcv9",
    "Windows 11, amd64"
  })
  void otherPlatformsAreRefusedByName(String os, String arch) {
    NativeUnavailableException e =
        assertThrows(NativeUnavailableException.class, () -> DatLibrary.checkPlatform(os, arch));

    assertEquals(Reason.PLATFORM, e.reason());
    assertTrue(e.getMessage().contains(os + " on " + arch), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"amd64", "x86_64", "aarch64"})
  void knownPlatformsAreNotRefused(String arch) throws Exception {
    DatLibrary.checkPlatform("Linux", arch);
  }

  @Test
  void solarisIsKnownOnItsCommonProcessor() throws Exception {
    DatLibrary.checkPlatform("SunOS", "amd64");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libdat.so.1: cannot open shared object file: No such file or directory",
        "ld.so.1: java: fatal: libdat.so.1: open failed: No such file or directory"
      })
  void bothLinkersWordsForNoSuchFileAreUnderstood(String text) {
    assertTrue(DatLibrary.isNotFound("libdat.so.1", text));
    assertFalse(DatLibrary.isNotFound("libother.so.1", text));
  }

  @Test
  void libraryIsLoadedOnceAndNamedAsItWasAskedFor() throws Exception {
    NativeTools.loadDouble();

    assertSame(DatLibrary.load(), DatLibrary.load());
    assertEquals(System.getProperty("dat4j.libdat"), DatLibrary.load().name());
  }

  @Test
  void symbolsAreGlobalSoThatProviderLibrariesFindThem() {
    NativeTools.loadDouble();

    Pointer symbol =
        NativeLibrary.getProcess().getGlobalVariableAddress("dat_registry_add_provider");
    assertNotEquals(0, Pointer.nativeValue(symbol));
  }

  private static NativeUnavailableException refused(String name) {
    return assertThrows(NativeUnavailableException.class, () -> DatLibrary.resolve(name));
  }
}
