package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.tools.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RsmCommandTest {

  @BeforeEach
  void onLinuxOnly() {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
  }

  @Test
  void topologyNamesNodeAndControllers() {
    CommandRun run = CommandRun.of("rsm", "topology");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().startsWith("local node 1\n"), run.out());
    assertTrue(run.out().contains("shm0"), run.out());
    assertTrue(run.out().contains("and loopback, which reaches"), run.out());
  }

  @Test
  void whyTellsOfAnAlias() {
    System.setProperty("dat4j.rsm.alias.page0", "shm0");
    System.setProperty("dat4j.rsm.alias.page1", "sci0");
    try {
      CommandRun served = CommandRun.of("rsm", "why", "page0");
      assertEquals(0, served.code(), served.err());
      assertTrue(
          served.out().contains("the setting dat4j.rsm.alias.page0 chooses shm0"), served.out());
      CommandRun unserved = CommandRun.of("rsm", "why", "page1");
      assertEquals(1, unserved.code());
      assertTrue(
          unserved.out().contains("the setting dat4j.rsm.alias.page1 chooses sci0"),
          unserved.out());
    } finally {
      System.clearProperty("dat4j.rsm.alias.page0");
      System.clearProperty("dat4j.rsm.alias.page1");
    }
  }

  @Test
  void attributesArePrinted() {
    CommandRun run = CommandRun.of("rsm", "attrs");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().contains("direct access sizes"), run.out());
    assertTrue(run.out().contains("8 16 32 64 bits"), run.out());
  }

  @Test
  void aControllerThatIsNotThereIsAFailureWithItsReason() {
    CommandRun run = CommandRun.of("rsm", "attrs", "sci0");
    assertEquals(1, run.code());
    assertTrue(run.err().contains("RSMERR_CTLR_NOT_PRESENT"), run.err());
    assertTrue(
        run.err().contains("shm: it does not know the name, it has shm0, loopback"), run.err());
    assertTrue(run.err().contains("set dat4j.rsm.alias.sci0"), run.err());
  }

  @Test
  void topologyAndAttributesArePrintedAsJson() {
    CommandRun topology = CommandRun.of("rsm", "topology", "--json");
    assertEquals(0, topology.code(), topology.err());
    assertTrue(topology.out().contains("\"local_node\" : 1"), topology.out());
    assertTrue(topology.out().contains("\"controller\" : \"shm0\""), topology.out());
    CommandRun attrs = CommandRun.of("rsm", "attrs", "shm0", "--json");
    assertEquals(0, attrs.code(), attrs.err());
    assertTrue(attrs.out().contains("\"page_size\" : "), attrs.out());
  }

  @Test
  void whyTellsWhichProviderServesAController() {
    CommandRun served = CommandRun.of("rsm", "why", "shm0");
    assertEquals(0, served.code(), served.err());
    assertTrue(served.out().startsWith("\"shm0\" is served by provider shm"), served.out());
    CommandRun unserved = CommandRun.of("rsm", "why", "sci0", "--json");
    assertEquals(1, unserved.code());
    assertTrue(unserved.out().contains("\"chosen\" : null"), unserved.out());
    assertTrue(unserved.out().contains("it does not know the name"), unserved.out());
    CommandRun adapter = CommandRun.of("rsm", "why", "tcp0");
    assertEquals(1, adapter.code());
    String hint = "tcp0 is an adapter of DAT; RSM over it is dattcp0";
    assertTrue(adapter.out().contains(hint), adapter.out());
  }

  @Test
  void liveSegmentsAreListedWithOwnerAndImporters() {
    String own = "pid " + ProcessHandle.current().pid();
    try (RsmController controller = Rsm.getController("shm0");
        ExportSegment export = controller.createExportSegment(controller.allocate(4096), 0)) {
      int node = Rsm.getInterconnectTopology().localNodeId();
      int id = export.publish(0, java.util.List.of(new AccessEntry(node, 0640)));
      try (ImportSegment segment = controller.connectImportSegment(node, id, Permission.READ)) {
        CommandRun run = CommandRun.of("rsm", "ls");
        assertEquals(0, run.code(), run.err());
        String line =
            run.out()
                .lines()
                .filter(l -> l.contains("0x" + Integer.toHexString(id)))
                .findFirst()
                .orElse("");
        assertTrue(line.contains("node " + node + " 0640"), run.out());
        assertTrue(line.indexOf(own) < line.lastIndexOf(own), "owner and importer in " + line);
        assertTrue(CommandRun.of("rsm", "ls", "--json").out().contains("\"ownerPid\""));
        assertEquals(4096, segment.length());
      }
    }
    assertTrue(!CommandRun.of("rsm", "ls").out().contains(own), "nothing is left");
  }

  /** Figures count in longer runs on an idle machine; here it is that they come. */
  private static CommandRun shortPerf(String controller) {
    return CommandRun.of("rsm", "perf", controller, "--turns", "3", "--warm-up", "50");
  }

  @Test
  void perfMeasuresEveryOperation() {
    CommandRun run = shortPerf("loopback");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().startsWith("loopback: one thread, "), run::out);
    for (String operation :
        new String[] {
          "put64 of", "get64 of", "put of 1 MiB", "putv of", "post and", "signal to a", "put64 seen"
        }) {
      assertTrue(run.out().contains(operation), operation + " in " + run.out());
    }
  }

  @Test
  void perfComparesPutsOverTcpWithTheWritesBelow() {
    CommandRun run = shortPerf("dattcp0");
    assertEquals(0, run.code(), run.err());
    for (String operation : new String[] {"put of 64 bytes", "put of 1 MiB"}) {
      String line = run.out().lines().filter(l -> l.startsWith(operation)).findFirst().orElse("");
      // The time, the Write's, their ratio and the promise.
      assertTrue(line.matches(".* us +.* us +[0-9.]+ +1\\.(20|11), 0 B .*"), run.out());
    }
  }

  @Test
  void withoutACommandTheUsageSaysWhichThereAre() {
    CommandRun run = CommandRun.of("rsm");
    assertEquals(2, run.code());
    assertTrue(run.err().contains("topology, ls, attrs, why, perf"), run.err());
  }

  @Test
  void theSuiteOfRsmRunsFromTheCommand() {
    CommandRun run =
        CommandRun.of(
            "conform", "loopback", "--contract", "rsm", "--clauses", "rsm_memseg_import_set_mode");
    assertEquals(0, run.code(), run.out() + run.err());
  }
}
