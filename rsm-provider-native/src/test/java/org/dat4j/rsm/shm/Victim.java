package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link Child} until the test kills it, or until it is killed after a while. */
final class Victim implements AutoCloseable {
  private static final int LIMIT_SECONDS = 200;
  private static final long LOCK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String domain;
  private final Process process;

  Victim(String domain, String role) throws IOException {
    this.domain = domain;
    process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                domain,
                role)
            .redirectError(Redirect.INHERIT)
            .start();
    process
        .onExit()
        .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
  }

  /** Waits until it does what it is for. */
  void awaitReady() throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    assertEquals("ready", lines.readLine());
  }

  long pid() {
    return process.pid();
  }

  /** Kills the process with SIGKILL and waits until it has ended. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "killed");
  }

  /** Has it exit, with its exit hooks. */
  void exit() throws Exception {
    // Process.destroy would close its input, too, at which it halts.
    signal("TERM");
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "exited");
  }

  /**
   * Stops it where it does not hold the lock of its node's registry: withdrawals wait for the lock
   * without a limit.
   */
  void stop() throws Exception {
    stopAnywhere();
    while (isLocked()) {
      signal("CONT");
      stopAnywhere();
    }
  }

  private void stopAnywhere() throws Exception {
    signal("STOP");
    Nodes.within(30_000, "stopped", this::stopped);
  }

  /** Tells whether the lock stays taken; the threads of this JVM take it only for a moment. */
  private boolean isLocked() {
    int fd = LibC.shm_open("/rsm." + domain + ".1", LibC.O_RDWR, 0);
    assertTrue(fd >= 0, "the registry is there");
    try {
      long end = System.nanoTime() + LOCK_NANOS;
      boolean taken;
      do {
        taken = LibC.flock(fd, LibC.LOCK_EX | LibC.LOCK_NB) == 0;
      } while (!taken && System.nanoTime() - end < 0);
      return !taken;
    } finally {
      LibC.flock(fd, LibC.LOCK_UN);
      LibC.close(fd);
    }
  }

  /** Sends it a signal. */
  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
    assertTrue(kill.waitFor(30, TimeUnit.SECONDS));
  }

  private boolean stopped() {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
