package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blackboard and the ring of the tutorial, each with two processes. */
class SharedMemoryExamplesTest {
  private static final String TUTORIAL = "docs/tutorial/shared-memory.md";
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path folder;

  @Test
  void aMessageGoesFromOneProcessToTheOther() throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    Path source = ROOT.resolve("docs/examples/Blackboard.java");
    assertTrue(
        Files.readString(ROOT.resolve(TUTORIAL)).contains(Files.readString(source).strip()),
        TUTORIAL + " shows " + source + " as it is");
    compile(source);
    Process board = start("Blackboard");
    try (BufferedReader lines = output(board)) {
      assertEquals("the blackboard is up", lines.readLine());
      Process writer = start("Blackboard", "lunch at noon");
      assertTrue(writer.waitFor(200, TimeUnit.SECONDS), "the writer ends");
      assertEquals(0, writer.exitValue());
      assertEquals("blackboard: lunch at noon", lines.readLine());
      assertTrue(board.waitFor(200, TimeUnit.SECONDS), "the reader ends");
      assertEquals(0, board.exitValue());
    } finally {
      board.destroyForcibly();
    }
  }

  /** One that fits the ring, none, and more than the ring has slots. */
  @ParameterizedTest
  @ValueSource(ints = {1, 0, 25})
  void messagesGoThroughTheRing(int messages) throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    compile(ROOT.resolve("docs/examples/Ring.java"));
    List<String> words = new ArrayList<>(List.of("send"));
    List<String> expected = new ArrayList<>(List.of("the ring is up"));
    for (int i = 0; i < messages; i++) {
      words.add("message " + i);
      expected.add("received: message " + i);
    }
    Process sender = start("Ring", words.toArray(String[]::new));
    Process receiver = start("Ring", "receive");
    try (BufferedReader sent = output(sender);
        BufferedReader received = output(receiver)) {
      assertEquals(expected, received.lines().toList());
      assertEquals(List.of("sent " + messages + " messages"), sent.lines().toList());
      assertTrue(sender.waitFor(200, TimeUnit.SECONDS), "the sender ends");
      assertTrue(receiver.waitFor(200, TimeUnit.SECONDS), "the receiver ends");
      assertEquals(0, sender.exitValue());
      assertEquals(0, receiver.exitValue());
    } finally {
      sender.destroyForcibly();
      receiver.destroyForcibly();
    }
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private void compile(Path source) {
    String classPath = System.getProperty("java.class.path");
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), "-cp", classPath, source.toString()));
  }

  private Process start(String program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Apart from other runs on this machine.
                "-Ddat4j.rsm.domain=board-" + ProcessHandle.current().pid(),
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                program));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    process
        .onExit()
        .orTimeout(200, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    return process;
  }
}
