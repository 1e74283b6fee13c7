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

/** The blackboard of the tutorial, with one process that shows it and one that writes. */
class BlackboardTest {
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
    String classPath = System.getProperty("java.class.path");
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), "-cp", classPath, source.toString()));
    Process board = start(classPath);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(board.getInputStream(), StandardCharsets.UTF_8))) {
      assertEquals("the blackboard is up", lines.readLine());
      Process writer = start(classPath, "lunch at noon");
      assertTrue(writer.waitFor(200, TimeUnit.SECONDS), "the writer ends");
      assertEquals(0, writer.exitValue());
      assertEquals("blackboard: lunch at noon", lines.readLine());
      assertTrue(board.waitFor(200, TimeUnit.SECONDS), "the reader ends");
      assertEquals(0, board.exitValue());
    } finally {
      board.destroyForcibly();
    }
  }

  private Process start(String classPath, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Apart from other runs on this machine.
                "-Ddat4j.rsm.domain=board-" + ProcessHandle.current().pid(),
                "-cp",
                folder + File.pathSeparator + classPath,
                "Blackboard"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    process
        .onExit()
        .orTimeout(200, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    return process;
  }
}
