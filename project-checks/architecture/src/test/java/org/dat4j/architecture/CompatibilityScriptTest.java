package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison with a release does not pass where it compares nothing. */
class CompatibilityScriptTest {
  private static final String SCRIPT = "project-checks/compatibility";

  @TempDir Path clone;

  /** What a started program printed, and how it ended. */
  private record Ended(int status, String text) {}

  @BeforeEach
  void copyTheScript() throws IOException {
    Files.createDirectories(clone.resolve("project-checks"));
    Files.createDirectories(clone.resolve("config"));
    Files.copy(
        Reactor.ROOT.resolve(SCRIPT), clone.resolve(SCRIPT), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(clone.resolve("config/last-release"), "# no release yet\n");
  }

  private Ended run(String... command) throws IOException, InterruptedException {
    Path output = clone.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(clone.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    // No other clone is found, neither around the folder nor by the environment.
    builder.environment().remove("GIT_DIR");
    builder.environment().put("GIT_CEILING_DIRECTORIES", clone.getParent().toString());
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  private void commit() throws IOException, InterruptedException {
    assertEquals(0, run("git", "init", "-q").status());
    Ended made =
        run(
            "git",
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "a");
    assertEquals(0, made.status(), made.text());
  }

  @Test
  void aReleaseThatTheCloneLacksFails() throws Exception {
    commit();
    Files.writeString(clone.resolve("config/last-release"), "# why\nv0.1.0 0123abcd\n");
    Ended ended = run("bash", SCRIPT);
    assertEquals(1, ended.status(), ended.text());
    assertTrue(ended.text().contains("nothing is compared: this clone has neither"), ended.text());
  }

  @Test
  void aFolderWithoutHistoryFails() throws Exception {
    Ended ended = run("bash", SCRIPT);
    assertEquals(1, ended.status(), ended.text());
    assertTrue(ended.text().contains("no clone of git"), ended.text());
  }

  @Test
  void aProjectWithoutReleaseHasAStatusOfItsOwn() throws Exception {
    commit();
    Ended ended = run("bash", SCRIPT);
    assertEquals(3, ended.status(), ended.text());
    assertTrue(ended.text().contains("there is no release to compare with"), ended.text());
  }
}
