package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A folder with a copy of one script of the project, in which a test runs the script and git. */
record ScriptClone(Path folder, String script) {
  /** What a started program printed, and how it ended. */
  record Ended(int status, String text) {}

  /** Copies the script, which has this path in the project. */
  static ScriptClone of(Path folder, String script) throws IOException {
    Path copy = folder.resolve(script);
    Files.createDirectories(copy.getParent());
    Files.copy(Reactor.ROOT.resolve(script), copy, StandardCopyOption.COPY_ATTRIBUTES);
    return new ScriptClone(folder, script);
  }

  /** Writes a file with its folders. */
  void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  /** Runs the script in the folder. */
  Ended run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", script));
    command.addAll(List.of(arguments));
    return start(environment, command);
  }

  /** Makes a commit of all files, in a new repository where there is none. */
  String commit() throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve(".git"))) {
      git("init", "-q");
    }
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a");
    return git("rev-parse", "HEAD");
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Ended ended = start(Map.of(), command);
    assertEquals(0, ended.status(), ended.text());
    return ended.text().strip();
  }

  private Ended start(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("script", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      // No other clone is found, neither around the folder nor by the environment.
      builder.environment().remove("GIT_DIR");
      builder.environment().put("GIT_CEILING_DIRECTORIES", folder.getParent().toString());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
      } finally {
        process.destroyForcibly();
      }
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
    }
  }
}
