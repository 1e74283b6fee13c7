package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DatLibrary;
import org.dat4j.dat.udapl.abi.NativeTools;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.machine.ExplainMain;
import org.dat4j.dat.udapl.machine.NativeAccess;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The texts of the explanation and of the exception when the library or the JDK is in the way. In
 * JVMs of their own, because a library is loaded once.
 */
class UnusableLibraryTest {

  private static final String ACCESS = "--enable-native-access=ALL-UNNAMED";

  @TempDir Path folder;

  private String explain(String... jvmFlags) throws Exception {
    return explain(List.of(registry("dat.conf").toString(), "ia0"), jvmFlags);
  }

  private Path registry(String file) throws IOException {
    return Files.writeString(
        folder.resolve(file),
        "ia0 u"
            + Abi.current().version()
            + " nonthreadsafe default libnosuchdapl.so.2 dapl.2.0 \"eth0 0\" \"\"\n");
  }

  private static String explain(List<String> entries, String... jvmFlags) {
    return NativeTools.run(
        ChildJvm.command(
            List.of(jvmFlags), ExplainMain.class.getName(), entries.toArray(String[]::new)));
  }

  /** Both texts have each of these. */
  private static void assertBothSay(String output, String... texts) {
    int thrown = output.indexOf("thrown: ");
    assertTrue(thrown > 0, output);
    for (String text : texts) {
      assertTrue(output.substring(0, thrown).contains(text), "why without " + text + ": " + output);
      assertTrue(output.substring(thrown).contains(text), "not thrown " + text + ": " + output);
    }
  }

  @Test
  void missingLibraryIsNamedWithItsPackage() throws Exception {
    String output = explain(ACCESS, "-Ddat4j.libdat=libnosuchdat.so.2");
    assertBothSay(output, "libnosuchdat.so.2 is not on this machine", "apt-get install libdapl2");
  }

  @Test
  void fileThatIsNoLibraryIsTold() throws Exception {
    Path file = Files.writeString(folder.resolve("libdat2.so.2"), "no library ".repeat(100));
    String output = explain(ACCESS, "-Ddat4j.libdat=" + file);
    assertBothSay(output, "the dynamic linker refuses", "install one built for");
  }

  @Test
  void otherLibraryIsTold() throws Exception {
    String output = explain(ACCESS, "-Ddat4j.libdat=libc.so.6");
    assertBothSay(output, "it is no DAT 2.0 library", "unset -Ddat4j.libdat");
  }

  @Test
  void libraryOfTheOtherAbiIsTold() throws Exception {
    String output = explain(ACCESS, "-Ddat4j.libdat=libc.so.6", "-Ddat4j.dat.abi=1.2");
    assertBothSay(output, "it is no DAT 1.2 library");
  }

  @Test
  @ExtendWith(NeedsDouble.class)
  void entryOfASecondFileIsReportedWithTheFileOfTheLibrary() throws Exception {
    NativeTools.loadDouble();
    String first = registry("first.conf").toString();
    String second = registry("second.conf").toString();
    String output =
        explain(
            List.of(first, "ia0", second, "ia0"),
            ACCESS,
            "-D" + DatLibrary.PROPERTY + "=" + DatLibrary.wanted(),
            "-Ddat4j.dat.abi=" + Abi.current().version());
    int of = output.lastIndexOf("why: ");
    String told =
        "reads its own registry once, from " + first + ", and the entry is from " + second;
    assertTrue(output.substring(of).contains(told), output);
    assertFalse(output.substring(0, of).contains("its own registry"), output);
  }

  @Test
  void refusedNativeAccessIsToldWithTheFlag() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() >= 24, "older JDKs refuse nobody");
    assertBothSay(explain("--illegal-native-access=deny"), "refuse native access", ACCESS);
  }

  @Test
  void jdkThatWarnsIsToldWithTheFlag() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() >= 24, "older JDKs do not warn");
    String output = explain("-Ddat4j.libdat=libc.so.6");
    assertTrue(output.contains("access: this JDK warns"), output);
    assertTrue(output.contains(ACCESS), output);
    assertTrue(explain(ACCESS).contains("access: \n"), "not with the flag");
  }

  @Test
  void warningsAboutNativeAccessAreForeseen() {
    Module unnamed = getClass().getModule();
    assertFalse(NativeAccess.warns(17, unnamed));
    // The tests run with the flag.
    assertFalse(NativeAccess.warns(Runtime.version().feature(), unnamed));
  }
}
