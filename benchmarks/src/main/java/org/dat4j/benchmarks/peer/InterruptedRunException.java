package org.dat4j.benchmarks.peer;

/**
 * Thrown when a benchmark is to start a process although this JVM is already ending, such as after
 * Ctrl-C.
 */
public final class InterruptedRunException extends RuntimeException {

  private static final long serialVersionUID = 1;

  InterruptedRunException() {
    super("interrupted");
  }
}
