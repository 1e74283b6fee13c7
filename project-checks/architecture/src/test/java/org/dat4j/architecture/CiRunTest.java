package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of the whole check, with lanes of the test and a Maven that does nothing. */
class CiRunTest {
  @TempDir Path clone;

  /** The end of a run of the script. */
  private record End(int status, String output) {}

  @BeforeEach
  void makeClone() throws IOException {
    assumeTrue(new File("/bin/bash").canExecute(), "the script is one of bash");
    Files.createDirectories(clone.resolve(".ci/lanes"));
    for (String script : List.of(".ci/run", ".ci/of-the-day")) {
      Files.copy(
          Reactor.ROOT.resolve(script), clone.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
    }
    program("bin/mvn", "true");
    program("bin/dpkg-query", "echo installed");
  }

  private void program(String name, String... lines) throws IOException {
    Path file = clone.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
    assertTrue(file.toFile().setExecutable(true), name);
  }

  private End run(String day) throws IOException, InterruptedException {
    ProcessBuilder script = new ProcessBuilder("/bin/bash", ".ci/run");
    script.environment().put("PATH", clone.resolve("bin") + ":" + System.getenv("PATH"));
    script.environment().put("DAT4J_DAY", day);
    Process process = script.directory(clone.toFile()).redirectErrorStream(true).start();
    process
        .onExit()
        .orTimeout(60, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new End(process.waitFor(), output);
  }

  private static void assertRow(String name, String result, End end) {
    assertTrue(
        end.output().lines().anyMatch(line -> line.matches(name + " +" + result + " .*")),
        end::output);
  }

  @Test
  void aWrongDayEndsTheScriptBeforeAnythingRuns() throws Exception {
    for (String day : List.of("monday", "-1", "08", "12345678901234567890")) {
      End end = run(day);
      assertEquals(2, end.status(), end::output);
      assertTrue(end.output().contains("DAT4J_DAY=" + day + " is neither"), end::output);
      assertFalse(end.output().contains("==="), end::output);
    }
  }

  @Test
  void aLaneRunsOnTheDaysOfItsTurn() throws Exception {
    program(".ci/lanes/10-last", "# minutes: 1", "# turn: 2 of 3");
    assertRow("10-last", "passed", run("2"));
    assertRow("10-last", "rests", run("3"));
    assertRow("10-last", "passed", run("all"));
  }

  @Test
  void aTurnThatNeverComesIsAFailure() throws Exception {
    program(".ci/lanes/10-never", "# minutes: 1", "# turn: 3 of 3");
    assertRow("10-never", "NOT-RUN", run("0"));
  }
}
