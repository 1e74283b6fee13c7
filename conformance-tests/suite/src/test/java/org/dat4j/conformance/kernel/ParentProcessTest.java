package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ParentProcessTest {

  /** Starts another of its kind unless it is one, says its number and waits for ever. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      ParentProcess.endWithIt();
      System.out.println("child " + ProcessHandle.current().pid());
    } else {
      command("child").redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
    }
    new CountDownLatch(1).await();
  }

  private static ProcessBuilder command(String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command =
        new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), ParentProcessTest.class.getName());
    command.command().addAll(List.of(arguments));
    return command.redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  @Test
  @Timeout(60)
  void aChildEndsWithAParentThatIsKilled() throws IOException, Exception {
    Process parent = command().start();
    parent.onExit().orTimeout(60, TimeUnit.SECONDS).exceptionally(late -> parent.destroyForcibly());
    ProcessHandle child;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertTrue(line.startsWith("child "), line);
      child = ProcessHandle.of(Long.parseLong(line.substring("child ".length()))).orElseThrow();
      parent.destroyForcibly();
      child.onExit().get(30, TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
    assertFalse(child.isAlive());
  }
}
