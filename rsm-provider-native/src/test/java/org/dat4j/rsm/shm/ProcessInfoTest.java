package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.childjvm.ChildJvm;
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

  /** A process that a mount option of /proc hides is there as long as it has its number. */
  @Test
  void aProcessThatProcHidesCountsAsRunning() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "root, for private mounts");
    assumeTrue(Files.exists(Path.of("/usr/bin/unshare")), "unshare");
    Process gone = new ProcessBuilder("true").start();
    assertTrue(gone.waitFor(30, TimeUnit.SECONDS), "ended");
    String hide = "mount -t proc -o hidepid=2 none /proc && exec \"$@\"";
    List<String> front =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            hide,
            "sh",
            "setpriv",
            "--regid=65534",
            "--clear-groups",
            "--bounding-set=-sys_ptrace");
    try (ChildJvm child =
        new ChildJvm(front, List.of(), Hidden.class, "1", Long.toString(gone.pid()))) {
      assertEquals("hidden true, hidden false", child.rest());
    }
  }

  /** Prints of each pid whether /proc hides it, and whether it counts as running. */
  static final class Hidden {
    private Hidden() {}

    public static void main(String[] pids) {
      assertNull(new ShmProvider().unusable()); // and the C library is bound
      List<String> said = new ArrayList<>();
      for (String pid : pids) {
        String seen = Files.exists(Path.of("/proc", pid)) ? "seen " : "hidden ";
        said.add(seen + ProcessInfo.alive(Long.parseLong(pid), ProcessInfo.start()));
      }
      System.out.println(String.join(", ", said));
    }
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
