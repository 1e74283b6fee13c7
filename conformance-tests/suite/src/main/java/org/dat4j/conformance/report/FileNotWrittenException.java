package org.dat4j.conformance.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Exception for a report or other output file that could not be written; its message names file,
 * cause and remedy.
 */
public final class FileNotWrittenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param file what was to be written
   * @param cause why it was not
   */
  public FileNotWrittenException(Path file, IOException cause) {
    super(
        file
            + " cannot be written: "
            + reason(cause)
            + ": make room or give permission there, or name another place",
        cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException denied) {
      return "permission denied for " + denied.getFile();
    }
    if (cause instanceof FileSystemException failed) {
      String what = failed.getReason() == null ? failed.getClass().getSimpleName() : "";
      return failed.getFile() + ": " + (what.isEmpty() ? failed.getReason() : what);
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
