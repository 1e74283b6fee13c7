package org.dat4j.dat.registry;

/** The exception for a line of dat.conf that is no valid entry, with what to do about it. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  MalformedLineException(String problem, String remedy) {
    // Thrown for every line of a file that may be garbage: without a stack trace.
    super(problem, null, false, false);
    this.remedy = remedy;
  }

  String remedy() {
    return remedy;
  }
}
