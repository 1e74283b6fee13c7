package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.udapl.abi.NativeUnavailableException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The installed libdat2.so.2, in a JVM of its own, because the double has the same symbols and may
 * have another ABI. No RDMA device is needed.
 */
class RealLibraryTest {

  @TempDir Path folder;

  @Test
  void answerOfTheInstalledLibraryIsUnderstood() throws Exception {
    Path conf =
        Files.writeString(
            folder.resolve("dat.conf"),
            "fabric0 u2.0 nonthreadsafe default libnosuchprovider.so.2 dapl.2.0 \"eth0 0\" \"\"\n");

    String output =
        NativeTools.run(
            ChildJvm.command(
                List.of("--enable-native-access=ALL-UNNAMED"), RealLibraryMain.class.getName()),
            "DAT_OVERRIDE",
            conf.toString());

    if (output.startsWith(Reason.NOT_FOUND.name())) {
      NativeTools.missing("there is no library libdat2.so.2");
    }
    assertEquals(
        """
        open type a0000 subtype 98
        """,
        output);
  }
}
