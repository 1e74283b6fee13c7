package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.dat4j.childjvm.ChildJvm;
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
  void aMessageGoesFromOneProcessToTheOther() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    Path source = ROOT.resolve("docs/examples/Blackboard.java");
    assertTrue(
        Files.readString(ROOT.resolve(TUTORIAL)).contains(Files.readString(source).strip()),
        TUTORIAL + " shows " + source + " as it is");
    compile(source);
    try (ChildJvm board = start("Blackboard")) {
      assertEquals("the blackboard is up", board.line());
      try (ChildJvm writer = start("Blackboard", "lunch at noon")) {
        assertEquals(0, writer.awaitEnd());
      }
      assertEquals("blackboard: lunch at noon", board.line());
      assertEquals(0, board.awaitEnd());
    }
  }

  /** One that fits the ring, none, and more than the ring has slots. */
  @ParameterizedTest
  @ValueSource(ints = {1, 0, 25})
  void messagesGoThroughTheRing(int messages) throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    compile(ROOT.resolve("docs/examples/Ring.java"));
    List<String> words = new ArrayList<>(List.of("send"));
    List<String> expected = new ArrayList<>(List.of("the ring is up"));
    for (int i = 0; i < messages; i++) {
      words.add("message " + i);
      expected.add("received: message " + i);
    }
    try (ChildJvm sender = start("Ring", words.toArray(String[]::new));
        ChildJvm receiver = start("Ring", "receive")) {
      assertEquals(String.join("\n", expected), receiver.rest());
      assertEquals("sent " + messages + " messages", sender.rest());
      assertEquals(0, sender.awaitEnd());
      assertEquals(0, receiver.awaitEnd());
    }
  }

  private void compile(Path source) {
    String classPath = System.getProperty("java.class.path");
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), "-cp", classPath, source.toString()));
  }

  private ChildJvm start(String program, String... arguments) throws IOException {
    List<String> options =
        List.of(
            // Apart from other runs on this machine.
            "-Ddat4j.rsm.domain=board-" + ProcessHandle.current().pid(),
            "-cp",
            folder + File.pathSeparator + System.getProperty("java.class.path"));
    return new ChildJvm(
        new ProcessBuilder(ChildJvm.command(options, program, arguments))
            .redirectError(Redirect.INHERIT));
  }
}
