package org.dat4j.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fault at any place leaves nothing hanging and nothing behind, and others go on. With {@code
 * -Ddat4j.faults.millis=0} all places are tried; else as many as there is time for, by a seed that
 * is printed ({@code -Ddat4j.faults.seed}).
 */
@Tag("long")
class FaultsTest {

  private static final long LIMIT_SECONDS = 240;
  private static final String STEP_MILLIS = System.getProperty("dat4j.faults.millis", "350");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0", "tcp0", "shm0", "dattcp0"})
  void nothingHangsOrStaysAtAnyPlace(String name) throws Exception {
    long seed = Long.getLong("dat4j.faults.seed", System.nanoTime());
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-Ddat4j.conf=" + Files.createFile(folder.resolve("dat.conf")),
                        "-javaagent:" + agent(),
                        "-cp",
                        classPath()),
                    FaultRun.class.getName(),
                    name,
                    Long.toString(seed),
                    STEP_MILLIS))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    List<String> lines = told(output);
    lines.forEach(System.out::println);
    assertTrue(ended, () -> name + " has not ended: " + lines);
    assertEquals(0, process.exitValue(), () -> String.join("\n", lines));
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("places of ")), lines::toString);
  }

  private static List<String> told(Path output) throws IOException {
    List<String> all = Files.readAllLines(output);
    boolean hangs = all.stream().anyMatch(line -> line.startsWith("HANG"));
    // What was logged before may tell why; frames of its stack traces are too many.
    boolean found = all.stream().anyMatch(line -> line.startsWith("FOUND"));
    return all.stream()
        .filter(
            line ->
                hangs
                    || found && !line.startsWith("\tat ")
                    || line.startsWith("places ")
                    || line.contains(", seed "))
        .toList();
  }

  private Path agent() throws IOException {
    Path jar = folder.resolve("agent.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", FaultAgent.class.getName());
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream written = new JarOutputStream(out, manifest)) {
      written.finish();
    }
    return jar;
  }

  private static String classPath() {
    String tests = System.getProperty("surefire.test.class.path");
    return tests == null ? System.getProperty("java.class.path") : tests;
  }
}
