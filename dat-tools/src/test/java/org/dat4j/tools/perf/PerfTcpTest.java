package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The perf command on tcp, with its other side in a second JVM or called by the test. */
class PerfTcpTest {

  private static Map<?, ?> only(CommandRun run) throws IOException {
    boolean none = run.err().contains("no result for");
    assertEquals(none ? ExitCodes.FAILURE : ExitCodes.OK, run.code(), run::err);
    List<?> results = JSON.std.listFrom(run.out());
    assertEquals(1, results.size());
    return (Map<?, ?>) results.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "send, 64, 1, poll, 'bare NIO over TCP, both sides polling, half round trip'",
    "write, 4096, 1, await, 'bare NIO over TCP, both sides in a selector, round trip with a short"
        + " answer'",
    "send, 64, 16, poll, 'bare NIO over TCP, messages copied together into one write'",
    "read, 64, 1, poll, 'bare NIO over TCP, both sides polling, round trip with a short request'",
    "read, 65536, 4, await, 'bare NIO over TCP, gathering writes'"
  })
  void aSecondJvmIsStartedAndLeavesWithTheRun(
      String op, int size, int window, String wait, String baseline) throws IOException {
    CommandRun run = PerfRuns.of("tcp0", op, size, window, wait, 110);
    Map<?, ?> result = only(run);
    assertTrue((Integer) result.get("ops_verified") >= 10, result::toString);
    String what = ((Map<?, ?>) result.get("limit")).get("what").toString();
    assertTrue(what.startsWith(baseline), what);
    assertEquals(List.of(), childrenLeft());
  }

  /** Children that do not end; those of other tests may be about to. */
  private static List<ProcessHandle> childrenLeft() {
    List<ProcessHandle> children = ProcessHandle.current().children().toList();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!children.isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.yield();
      children = ProcessHandle.current().children().toList();
    }
    return children;
  }

  @Test
  void aPinnedPairSaysWhereItRanAndUnpinnableSidesAreRefused() throws IOException {
    // In a process of its own: what is pinned once stays so.
    Process process =
        bounded(command("--iterations", "110", "--pin", "one").redirectErrorStream(true));
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    boolean linux = Files.exists(Path.of("/proc/self/status"));
    String expected = linux ? "both pinned to processor " : "--pin works on Linux only";
    assertTrue(out.contains(expected) || out.contains("--pin needs the command taskset"), out);
  }

  @Test
  void theSideThatListensPrintsTheSameResult() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String where = "127.0.0.1:" + port;
    CompletableFuture<CommandRun> listener =
        CompletableFuture.supplyAsync(
            () -> CommandRun.of("perf", "tcp0", "--listen", where, "--json"));
    CommandRun connected;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    do {
      // Refused until the other thread listens.
      connected =
          CommandRun.of(
              "perf",
              "tcp0",
              "--connect",
              where,
              "--iterations",
              "110",
              "--wait",
              "await",
              "--json");
    } while (connected.err().contains("start the listener first")
        && System.nanoTime() - deadline < 0);
    CommandRun listened = listener.get(60, TimeUnit.SECONDS);
    assertEquals(ExitCodes.OK, listened.code(), listened::err);
    assertEquals(only(connected), JSON.std.listFrom(listened.out()).get(0));
  }

  @Test
  void aConnectThatFailsNamesTheOptionTheCauseAndTheOtherSide() throws IOException {
    int port;
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    String where = "127.0.0.1:" + port;
    CommandRun run = CommandRun.of("perf", "tcp0", "--connect", where);
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(
        run.err().startsWith("dat4j perf: --connect is '" + where + "': tcp0 does not connect: "),
        run::err);
    assertTrue(run.err().contains("Connection refused; nobody listens there"), run::err);
    assertTrue(run.err().contains("dat4j perf tcp0 --listen " + where), run::err);
    assertFalse(run.err().contains("Evd["), run::err);
    assertEquals(1, run.err().lines().count(), run::err);
  }

  @Test
  void anInterruptedRunPrintsItsResultsSoFar() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process process = bounded(command("--listen", "127.0.0.1:" + port, "--json"));
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      // The signal of a Ctrl-C cannot be sent from Java; this one takes the same way.
      assertTrue(err.readLine().contains("listening on 127.0.0.1:" + port));
      // Not Process.destroy: that closes the streams.
      assertTrue(process.toHandle().destroy());
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      assertEquals(List.of(), JSON.std.listFrom(out));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPartnerThatIsKilledIsNamedAsTheCause() throws Exception {
    Process process = endless();
    String said = saidAfter(process, () -> assertTrue(partnerOf(process).destroyForcibly()));
    assertEquals(ExitCodes.FAILURE, process.exitValue(), said);
    assertTrue(said.contains("the other side failed: its JVM ended with status 137"), said);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunThatIsToldToEndBeforeThereIsAResultSaysSo() throws Exception {
    Process process = endless();
    String said =
        saidAfter(
            process,
            () -> {
              ProcessHandle partner = partnerOf(process);
              // A terminal's Ctrl-C goes to both sides.
              assertTrue(process.toHandle().destroy());
              partner.destroy();
            });
    assertTrue(said.matches("(?s).*interrupted (before there was a result|after 0 of ).*"), said);
  }

  /** The command in a process of its own. */
  private static ProcessBuilder command(String... options) {
    List<String> conf = List.of("-Ddat4j.conf=" + System.getProperty("dat4j.conf"));
    List<String> command = ChildJvm.command(conf, PartnerProcess.MAIN_CLASS, "perf", "tcp0");
    command.addAll(List.of(options));
    return new ProcessBuilder(command);
  }

  /** Starts a process that is killed if it has not ended after a minute. */
  private static Process bounded(ProcessBuilder command) throws IOException {
    Process process = command.start();
    process.onExit().orTimeout(60, TimeUnit.SECONDS).exceptionally(e -> process.destroyForcibly());
    return process;
  }

  /** A run of two JVMs that does not end by itself. */
  private static Process endless() throws IOException {
    return bounded(command("--iterations", "1000000000"));
  }

  /** Does something to a run and waits for its end; answers what it said about that. */
  private static String saidAfter(Process process, Runnable deed) throws Exception {
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      deed.run();
      String said = String.join("\n", err.lines().toList());
      process.waitFor();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  private static ProcessHandle partnerOf(Process process) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (System.nanoTime() - deadline < 0) {
      Optional<ProcessHandle> partner =
          process.toHandle().children().filter(PerfTcpTest::isPartner).findFirst();
      if (partner.isPresent()) {
        return partner.get();
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("no second JVM was started within 60 s");
  }

  /** A child is a copy of its parent, or the JVM's helper, before it is the partner. */
  private static boolean isPartner(ProcessHandle child) {
    try {
      String arguments = Files.readString(Path.of("/proc", Long.toString(child.pid()), "cmdline"));
      return arguments.contains(PartnerCommand.NAME);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void nobodyThereIsAFailureThatSaysSo() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    CommandRun run = CommandRun.of("perf", "tcp0", "--connect", "127.0.0.1:" + port);
    assertEquals(ExitCodes.FAILURE, run.code(), run::out);
    assertTrue(run.err().contains("start the listener first"), run::err);
  }
}
