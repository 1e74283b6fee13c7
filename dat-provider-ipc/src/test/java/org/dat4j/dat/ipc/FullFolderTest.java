package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A connect for whose rings the file system has no room. */
@Timeout(240)
class FullFolderTest {

  /** Lets no file be longer than 64 KiB: the writing of a ring fails as on a full file system. */
  private static final List<String> SHORT_FILES =
      List.of("/bin/sh", "-c", "ulimit -f 128; exec \"$@\"", "sh");

  @TempDir private Path parent;

  /** The process without room. */
  static final class Requester {
    private Requester() {}

    /** Arguments: folder. */
    public static void main(String[] arguments) {
      try (Ia ia = AdapterPair.open(Path.of(arguments[0]), "ring=16384");
          DatListener listener = Dats.listen(ia);
          DatConnection end = Dats.endpoint(ia)) {
        try {
          end.startConnect(ia.address(), listener.connQual(), AdapterPair.LIMIT);
          System.out.println("connects");
        } catch (DatException e) {
          System.out.println(e.type() == DatReturn.INSUFFICIENT_RESOURCES ? "refused" : e);
        }
        System.out.println(end.ep().getStatus().state());
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aConnectWithoutRoomIsRefusedAndLeavesNothing() throws IOException {
    Path folder = parent.resolve("folder");
    try (ChildJvm child =
        new ChildJvm(SHORT_FILES, List.of(), Requester.class, folder.toString())) {
      assertEquals("refused", child.line());
      assertEquals(EpState.UNCONNECTED.toString(), child.line());
      assertEquals(0, child.awaitEnd());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("lock")), files.toList());
    }
  }
}
