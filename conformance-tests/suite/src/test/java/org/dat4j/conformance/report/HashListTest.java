package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashListTest {
  @TempDir Path folder;

  @Test
  void changedAndMissingFilesAreNamed() throws IOException {
    HashList.write(folder, Map.of("a.json", "1", "b.html", "2"));
    assertEquals(List.of(), HashList.check(folder));
    Files.writeString(folder.resolve("a.json"), "3");
    assertEquals(
        List.of(folder.resolve("a.json") + " was changed after the run"), HashList.check(folder));
    Files.delete(folder.resolve("b.html"));
    assertTrue(HashList.check(folder).contains(folder.resolve("b.html") + " is missing"));
  }

  @Test
  void listHasTheFormOfSha256sum() throws IOException {
    HashList.write(folder, Map.of("a.json", "abc"));
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.json\n",
        Files.readString(folder.resolve("SHA256SUMS")));
  }

  @Test
  void aFolderWithoutListIsNoReport() {
    Path foreign = folder.resolve("foreign");
    assertTrue(
        assertThrows(BundleException.class, () -> HashList.check(foreign))
            .getMessage()
            .contains("is no folder"));
    assertTrue(
        assertThrows(BundleException.class, () -> HashList.check(folder))
            .getMessage()
            .contains("has no SHA256SUMS"));
  }

  @Test
  void aListThatLeadsOutOfItsFolderIsRefused() throws IOException {
    for (String text : List.of("", "not a line\n", "a".repeat(64) + "  ../x\n")) {
      Files.writeString(folder.resolve("SHA256SUMS"), text);
      assertThrows(BundleException.class, () -> HashList.check(folder), text);
    }
  }

  @Test
  void aFolderIsTakenInEachWayOfWritingIt() {
    HashList.write(folder.resolve("run"), Map.of("a.json", "1"));
    HashList.write(folder, Map.of("b.html", "2"), List.of("run/SHA256SUMS"));
    for (String way : List.of(".", "run/..", "./run", "run/../run/.")) {
      assertEquals(List.of(), HashList.check(folder.resolve(way)), way);
    }
  }

  @Test
  void listsOfFoldersInsideAreCheckedToo() throws IOException {
    HashList.write(folder.resolve("run"), Map.of("a.json", "1"));
    HashList.write(folder, Map.of("b.html", "2"), List.of("run/SHA256SUMS"));
    assertEquals(List.of(), HashList.check(folder));
    Files.writeString(folder.resolve("run/a.json"), "3");
    assertEquals(
        List.of(folder.resolve("run/a.json") + " was changed after the run"),
        HashList.check(folder));
  }
}
