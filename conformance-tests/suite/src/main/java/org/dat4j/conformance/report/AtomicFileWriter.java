package org.dat4j.conformance.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writer of output files that replaces a file only once the new content is complete; if that fails,
 * the older file stays. The new content is first written to a file beside it.
 */
public final class AtomicFileWriter {
  private static final List<String> SYSTEM = List.of("/dev", "/proc");

  private AtomicFileWriter() {}

  /**
   * Writes a text.
   *
   * @param file target; its folder is created, an older file is replaced
   * @param text content, written as UTF-8
   * @throws FileNotWrittenException if it cannot be written; an older file is as it was
   */
  public static void write(Path file, String text) {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes bytes.
   *
   * @param file target; its folder is created, an older file is replaced
   * @param content what it has to hold
   * @throws FileNotWrittenException if it cannot be written; an older file is as it was
   */
  public static void write(Path file, byte[] content) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (isOpenElsewhere(file)) {
        Files.write(file, content);
      } else {
        // A link goes on pointing where it does.
        replace(Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(), content);
      }
    } catch (IOException e) {
      throw new FileNotWrittenException(file, e);
    }
  }

  /** Tells whether a file is a device, a pipe or a link like /dev/stdout: none can be replaced. */
  private static boolean isOpenElsewhere(Path file) {
    boolean system = SYSTEM.stream().anyMatch(file.toAbsolutePath()::startsWith);
    return Files.exists(file) && !Files.isRegularFile(file) || system && Files.isSymbolicLink(file);
  }

  private static void replace(Path target, byte[] content) throws IOException {
    Path part =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      Files.write(
          part,
          content,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
