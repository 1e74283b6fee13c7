package org.dat4j.tools.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.tools.Dat4j;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes step on the node they share, at the same time. */
class TwoSteppersTest {
  private static final String DOMAIN = "steppers-" + ProcessHandle.current().pid();

  @TempDir private Path folder;

  private Process start(Path output, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Ddat4j.rsm.domain=" + DOMAIN,
                "-cp",
                System.getProperty("java.class.path"),
                Dat4j.class.getName(),
                "step",
                "shm0",
                "--contract",
                "rsm"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  @Test
  void eachAgreesWithTheModelWhateverTheOtherDoes() throws IOException, InterruptedException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    Path one = folder.resolve("one");
    Path four = folder.resolve("four");
    Process single = start(one, "--calls", "10000");
    Process crowd = start(four, "--calls", "20000", "--threads", "4");
    try {
      for (Process each : List.of(single, crowd)) {
        assertTrue(each.waitFor(200, TimeUnit.SECONDS), "it ends");
      }
    } finally {
      single.destroyForcibly();
      crowd.destroyForcibly();
    }
    assertEquals(0, single.exitValue(), Files.readString(one, StandardCharsets.UTF_8));
    assertEquals(0, crowd.exitValue(), Files.readString(four, StandardCharsets.UTF_8));
  }
}
