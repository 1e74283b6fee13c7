package org.dat4j.benchmarks.peer;

/** The refusal to start a process while this JVM ends, such as after Ctrl-C. */
public final class InterruptedRunException extends RuntimeException {

  private static final long serialVersionUID = 1;

  InterruptedRunException() {
    super("interrupted");
  }
}
