package org.dat4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.PeerCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Benchmarks.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void wrongOptionIsAWrongCommandLine() {
    assertEquals(2, run("compare", "--fast"));
    assertTrue(err.toString().contains("--fast"), err.toString());
  }

  @Test
  void unknownPeerIsAWrongCommandLine() {
    assertEquals(2, run("compare", "--only", "nothing"));
    assertTrue(err.toString().contains("--list"), err.toString());
  }

  @Test
  void missingCommandIsAWrongCommandLine() {
    assertEquals(2, run());
    assertTrue(err.toString().contains("compare"), err.toString());
  }

  @Test
  void folderWithoutABuildIsAWrongCommandLine() {
    assertEquals(2, run("guard", "/nonexistent", "v1"));
    assertTrue(err.toString().contains("no build"), err.toString());
  }

  @Test
  void listNamesEveryPeer() {
    assertEquals(0, run("compare", "--list"));
    for (String name : new String[] {"loopback0", "tcp0", "UCX tcp", "libfabric shm"}) {
      assertTrue(out.toString().contains(name), out.toString());
    }
  }

  @Test
  void fileInTheWayOfTheReportIsAWrongCommandLine(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (String option : new String[] {"--report", "--json"}) {
      assertEquals(2, run("compare", option, file.resolve("below").toString()));
      assertTrue(err.toString().contains(option + " is '"), err.toString());
    }
  }

  @Test
  void peersThatAreAllMissingAreAFailure() {
    assumeTrue(PeerCatalogue.all().stream().anyMatch(CompareCommandTest::isMissingUcx));
    assertEquals(1, run("compare", "--only", "UCX posix"));
    assertTrue(err.toString().contains("none of the chosen peers"), err.toString());
  }

  private static boolean isMissingUcx(Peer peer) {
    return peer.name().equals("UCX posix") && peer.missing().isPresent();
  }
}
