package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the decision which processes count as running. */
@ExtendWith(NeedsSharedMemory.class)
class ProcessInfoTest {
  @Test
  void thisProcessRunsAndOneWithAnotherStartDoesNot() {
    assertTrue(ProcessInfo.alive(ProcessInfo.PID, ProcessInfo.start()));
    assertFalse(ProcessInfo.alive(ProcessInfo.PID, ProcessInfo.start() + 1));
    assertFalse(ProcessInfo.alive(ProcessInfo.PID, -1));
    assertFalse(ProcessInfo.alive(Long.MAX_VALUE, ProcessInfo.start()));
  }

  @Test
  void aProcessThatHasEndedDoesNotRun() throws Exception {
    Process child = new ProcessBuilder("sleep", "60").start();
    long start = ProcessInfo.startTime(child.pid());
    assertTrue(ProcessInfo.alive(child.pid(), start));
    assertTrue(child.destroyForcibly().waitFor(30, TimeUnit.SECONDS), "killed");
    assertFalse(ProcessInfo.alive(child.pid(), start));
  }

  /** A process of another namespace is not visible, and does not count as dead for that. */
  @Test
  void aProcessOfAnotherNamespaceCountsAsRunning() {
    long elsewhere = ProcessInfo.start() ^ 1L << 32;
    assertFalse(ProcessInfo.isVisible(elsewhere));
    assertTrue(ProcessInfo.alive(ProcessInfo.PID, elsewhere));
    assertTrue(ProcessInfo.alive(1, elsewhere));
  }

  @Test
  void aProcessNameThatIsNoUtf8SpoilsNothing() throws IOException {
    Path comm = Path.of("/proc/self/comm");
    byte[] before = Files.readAllBytes(comm);
    try {
      Files.write(comm, "d\u00e4\u00f6".getBytes(StandardCharsets.ISO_8859_1));
      assertEquals(ProcessInfo.start(), ProcessInfo.startTime(ProcessInfo.PID));
      assertTrue(ProcessInfo.groups().contains(LibC.getgid()));
      assertTrue(ProcessInfo.umask() >= 0);
    } finally {
      Files.write(comm, before);
    }
  }
}
