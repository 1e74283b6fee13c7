package org.dat4j.benchmarks.program;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pins a thread of a benchmark to a processor, by Linux's {@code taskset}. Two threads that poll on
 * the same processor would wait for each other's time slices.
 */
final class ThreadPinning {

  private static final Path TASKS = Path.of("/proc/self/task");

  private ThreadPinning() {}

  /**
   * Binds a thread that runs.
   *
   * @param name its name, at most 15 characters, as the system has it
   */
  static void bind(String name, int processor) throws IOException, InterruptedException {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        if (nameOf(task).equals(name)) {
          new ProcessBuilder(
                  "taskset", "-cp", String.valueOf(processor), task.getFileName().toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
        }
      }
    }
  }

  private static String nameOf(Path task) {
    try {
      return Files.readString(task.resolve("comm")).trim();
    } catch (IOException e) {
      // The thread has ended since the folder was read, as threads of the compiler do.
      return "";
    }
  }
}
