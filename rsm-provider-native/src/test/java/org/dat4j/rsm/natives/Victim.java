package org.dat4j.rsm.natives;

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

/** A JVM that runs {@link Child} until it is killed. */
final class Victim implements AutoCloseable {
  private final Process process;

  Victim(String domain, String role) throws IOException {
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

  /** Kills it with SIGKILL and waits until it is no more. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "killed");
  }

  /** Stops it, or lets it go on. */
  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
    assertTrue(kill.waitFor(30, TimeUnit.SECONDS));
    if (name.equals("STOP")) {
      Nodes.within(30_000, "stopped", this::stopped);
    }
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
