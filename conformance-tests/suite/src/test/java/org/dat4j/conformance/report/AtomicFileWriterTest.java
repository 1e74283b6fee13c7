package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileWriterTest {
  @TempDir private Path folder;

  private void assertOnly(String... names) {
    String[] found = folder.toFile().list();
    Arrays.sort(found);
    assertArrayEquals(names, found);
  }

  @Test
  void anOlderFileIsReplacedAndNothingIsLeftBesideIt() throws Exception {
    Path file = folder.resolve("report");
    AtomicFileWriter.write(file, "old and long");
    AtomicFileWriter.write(file, "new");
    assertEquals("new", Files.readString(file));
    assertOnly("report");
  }

  @Test
  void aLinkGoesOnPointingWhereItDoes() throws Exception {
    Path file = folder.resolve("real");
    Files.writeString(file, "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    AtomicFileWriter.write(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
    assertOnly("link", "real");
  }

  @Test
  void aFullDeviceIsNamedWithCauseAndRemedy() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "Linux has a device that is always full");
    FileNotWrittenException e =
        assertThrows(FileNotWrittenException.class, () -> AtomicFileWriter.write(full, "text"));
    assertTrue(e.getMessage().startsWith("/dev/full cannot be written: "), e::getMessage);
    assertTrue(e.getMessage().contains("No space left on device"), e::getMessage);
    assertTrue(e.getMessage().contains("make room"), e::getMessage);
  }

  @Test
  void aPlaceThatIsNoFolderIsNamedWithCauseAndRemedy() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "old");
    FileNotWrittenException e =
        assertThrows(
            FileNotWrittenException.class,
            () -> AtomicFileWriter.write(file.resolve("report"), "text"));
    assertTrue(e.getMessage().contains(file.toString()), e::getMessage);
    FileNotWrittenException isFolder =
        assertThrows(FileNotWrittenException.class, () -> AtomicFileWriter.write(folder, "text"));
    assertTrue(isFolder.getMessage().contains(folder.toString()), isFolder::getMessage);
    assertEquals("old", Files.readString(file));
    assertOnly("file");
  }

  /** A limit for the size of files, set by the shell, stands for a device that fills up. */
  @Test
  void anOlderFileStaysWhenTheNewOneCannotBeCompleted() throws Exception {
    assumeTrue(new File("/bin/bash").canExecute(), "a shell with ulimit");
    Path file = Files.writeString(folder.resolve("report"), "old");
    List<String> limited = List.of("/bin/bash", "-c", "ulimit -f 8; exec \"$@\"", "bash");
    List<String> noFile = List.of("-XX:-UsePerfData");
    try (ChildJvm child =
        new ChildJvm(limited, noFile, AtomicFileWriterTest.class, file.toString())) {
      String said = child.rest();
      assertTrue(said.contains(file + " cannot be written: "), said);
      assertEquals(0, child.awaitEnd());
    }
    assertEquals("old", Files.readString(file));
    assertOnly("report");
  }

  /** Writes more than the limit of its process allows. */
  public static void main(String[] arguments) {
    try {
      AtomicFileWriter.write(Path.of(arguments[0]), new byte[1 << 20]);
    } catch (FileNotWrittenException e) {
      System.out.println(e.getMessage());
    }
  }
}
