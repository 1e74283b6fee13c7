package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM in which JNA cannot load its native part: what needs it says so, all else goes on. */
class WithoutJnaTest {
  @TempDir Path folder;
  private List<String> lines;

  @BeforeEach
  void openAll() throws Exception {
    Path conf =
        Files.writeString(
            folder.resolve("dat.conf"),
            "ia0 u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 \"eth0 0\" \"\"\n");
    Path librsm = Files.createFile(folder.resolve("librsm.so.2"));
    List<String> options =
        List.of(
            "-Djna.nosys=true",
            "-Djna.nounpack=true",
            "-Djna.boot.library.path=" + folder.resolve("nowhere"),
            "-Ddat4j.librsm=" + librsm,
            "-Ddat4j.rsm.dat.port=" + freePort());
    List<String> command =
        ChildJvm.command(options, WithoutJnaMain.class.getName(), conf.toString());
    try (ChildJvm jvm = new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true))) {
      lines = jvm.rest().lines().toList();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Both times. */
  private void assertSays(String what, String... words) {
    List<String> said = lines.stream().filter(l -> l.startsWith(what + ": ")).toList();
    assertEquals(2, said.size(), () -> String.join("\n", lines));
    for (String line : said) {
      for (String word : words) {
        assertTrue(line.contains(word), () -> "without '" + word + "': " + line);
      }
    }
  }

  @Test
  void withoutJnaNativeProvidersAreRefusedAndOthersWork() {
    String jna = "JNA cannot load its native part";
    assertSays("explained ia0", jna);
    assertSays("dat ia0", "DatException", "DAT_PROVIDER_NOT_FOUND", jna);
    assertSays("explained wrsm1", jna);
    assertSays("rsm wrsm1", "RsmException", "RSMERR_CTLR_NOT_PRESENT", jna);
    assertSays("rsm shm0", "RsmException", "RSMERR_CTLR_NOT_PRESENT", jna);
    assertSays("dat loopback0", "opened");
    assertSays("dat tcp0", "opened");
    assertSays("rsm dattcp0", "opened");
  }
}
