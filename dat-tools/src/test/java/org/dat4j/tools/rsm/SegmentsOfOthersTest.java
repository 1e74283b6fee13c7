package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.conformance.process.SecondJvm;
import org.dat4j.conformance.rsm.fixture.RsmPeerMain;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.tools.CommandRun;
import org.junit.jupiter.api.Test;

/** The list of segments with two processes that export to each other, and after one was killed. */
class SegmentsOfOthersTest {
  private static final int THEIRS = 0x650000;
  private static final int OURS = 0x650001;
  private static final String OWN = "pid " + ProcessHandle.current().pid();

  private static List<String> lines(int id) {
    CommandRun run = CommandRun.of("rsm", "ls");
    assertEquals(0, run.code(), run.err());
    String text = "0x" + Integer.toHexString(id);
    return run.out().lines().filter(line -> line.contains(text)).toList();
  }

  /** The one line of a segment from the owner on. */
  private static String owner(int id) {
    List<String> found = lines(id);
    assertEquals(1, found.size(), "lines of the segment in " + found);
    return found.get(0).substring(found.get(0).indexOf("pid "));
  }

  @Test
  void segmentsOfAllProcessesAreListedWithTheirImporters() {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    int node = Rsm.getInterconnectTopology().localNodeId();
    try (RsmController controller = Rsm.getController("shm0");
        ExportSegment ours = controller.createExportSegment(controller.allocate(8192), 0);
        SecondJvm other =
            new SecondJvm(
                List.of(),
                List.of("-Ddat4j.rsm.node=" + node),
                RsmPeerMain.class,
                "shm0 " + node)) {
      ours.publish(OURS, List.of(new AccessEntry(node, 0640)));
      assertEquals("0", other.ask("export " + THEIRS));
      assertEquals("0", other.ask("connect " + OURS + " 0400"));
      try (ImportSegment theirs = controller.connectImportSegment(node, THEIRS, Permission.READ)) {
        assertTrue(lines(THEIRS).get(0).contains(Long.toString(theirs.length())));
        String theirLine = owner(THEIRS);
        assertTrue(!theirLine.startsWith(OWN) && theirLine.endsWith(OWN), theirLine);
        String pid = theirLine.substring(0, theirLine.indexOf(' ', "pid ".length()));
        String ourLine = owner(OURS);
        assertTrue(ourLine.startsWith(OWN) && ourLine.endsWith(pid), ourLine);
        assertTrue(ourLine.contains("node " + node + " 0640"), ourLine);
        other.kill();
        assertEquals(List.of(), lines(THEIRS), "what a killed process exported");
        assertTrue(owner(OURS).endsWith("-"), "nobody imports it");
      }
    }
  }
}
