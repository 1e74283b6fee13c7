package org.dat4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

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
}
