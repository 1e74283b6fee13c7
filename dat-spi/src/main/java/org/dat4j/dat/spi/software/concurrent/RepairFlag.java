package org.dat4j.dat.spi.software.concurrent;

/**
 * A flag of a software backend's adapter: a Java {@link Error} has left work undone, which the next
 * call of the program does. A StackOverflowError can leave no stack for a single call, so this is a
 * field and not a method. The thread that meets the Error stores to it, and the next call of the
 * program does the work.
 */
public final class RepairFlag {

  /** Whether there is work to be done. */
  public volatile boolean raised;

  /** Creates a flag that is not raised. */
  public RepairFlag() {}
}
