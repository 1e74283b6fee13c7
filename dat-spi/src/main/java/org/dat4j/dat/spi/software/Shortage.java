package org.dat4j.dat.spi.software;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;

/**
 * A resource of the process or system that a backend can run out of, such as file descriptors or
 * threads, with the remedy. A backend asks {@link #of} what a failed call lacks, and refuses the
 * call of the program with {@link #refusal}. Functions without state; any thread.
 */
public enum Shortage {
  /** File descriptors, which sockets and selectors need. */
  DESCRIPTORS(
      DatSubtype.RESOURCE_DEVICE,
      "file descriptors",
      "close files or sockets, or raise the limit of open files (ulimit -n); then try again"),
  /** Local ports; a connection takes one of its own for each peer. */
  PORTS(
      DatSubtype.RESOURCE_DEVICE,
      "local TCP ports",
      "close connections to this peer, or raise the limit (sysctl net.ipv4.ip_local_port_range);"
          + " then try again"),
  /** Threads; each adapter needs one as background loop, and one for time limits. */
  THREADS(
      DatSubtype.RESOURCE_DEVICE,
      "threads",
      "end threads, or raise the limit of threads (ulimit -u, or that of the container); then try"
          + " again"),
  /** Direct memory, through which all data is sent and received. */
  DIRECT_MEMORY(
      DatSubtype.RESOURCE_MEMORY,
      "direct memory",
      "let go of direct buffers, or raise the limit (-XX:MaxDirectMemorySize); then try again"),
  /** The Java heap, which holds all objects. */
  HEAP(
      DatSubtype.RESOURCE_MEMORY,
      "Java heap",
      "let go of objects, or raise the limit (-Xmx); then try again");

  /** A failure that knows by itself which resource it lacks. */
  public interface Known {
    /** {@return the resource} */
    Shortage shortage();
  }

  private static final Path EMPTY = Path.of("/dev/null");

  /** A selector needs three. */
  private static final int PROBES = 4;

  private final int subtype;
  private final String what;
  private final String remedy;

  Shortage(int subtype, String what, String remedy) {
    this.subtype = subtype;
    this.what = what;
    this.remedy = remedy;
  }

  /**
   * {@return the resource whose lack caused a failure, null when it has another reason}
   *
   * @param failure what a call met
   */
  public static Shortage of(Throwable failure) {
    if (failure instanceof OutOfMemoryError) {
      String message = String.valueOf(failure.getMessage());
      if (message.contains("native thread")) {
        return THREADS;
      }
      return message.contains("irect buffer") ? DIRECT_MEMORY : HEAP;
    }
    if (failure instanceof Known known) {
      return known.shortage();
    }
    boolean io = failure instanceof IOException || failure instanceof UncheckedIOException;
    return io && areDescriptorsUsedUp(failure) ? DESCRIPTORS : null;
  }

  /**
   * Tells whether descriptors are used up; tries to open some, as the system's message depends on
   * the language.
   */
  private static boolean areDescriptorsUsedUp(Throwable failure) {
    if (String.valueOf(failure.getMessage()).contains("Too many open files")) {
      return true;
    }
    List<Closeable> probes = new ArrayList<>();
    try {
      for (int i = 0; i < PROBES; i++) {
        probes.add(Files.newInputStream(EMPTY));
      }
      return false;
    } catch (IOException e) {
      return Files.isReadable(EMPTY);
    } finally {
      probes.forEach(Shortage::close);
    }
  }

  private static void close(Closeable probe) {
    try {
      probe.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates the exception of a refused call.
   *
   * @param where object and call
   * @param failure what the call met
   * @return DAT_INSUFFICIENT_RESOURCES
   */
  public DatException refusal(String where, Throwable failure) {
    return new DatException(
        DatReturn.INSUFFICIENT_RESOURCES,
        subtype,
        where,
        what,
        "none left (" + failure.getMessage() + ")",
        remedy,
        failure);
  }

  /**
   * Returns the exception that a call throws: for a shortage its refusal, else the failure itself.
   * An Error that is no shortage is thrown by this method.
   *
   * @param where object and call
   * @param failure unchecked
   * @return to be thrown
   */
  public static RuntimeException thrown(String where, Throwable failure) {
    Shortage shortage = of(failure);
    if (shortage != null) {
      return shortage.refusal(where, failure);
    }
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    return failure instanceof RuntimeException
        ? (RuntimeException) failure
        : new IllegalStateException(failure);
  }

  /** {@return the name of the resource} */
  public String what() {
    return what;
  }

  /** {@return the remedy} */
  public String remedy() {
    return remedy;
  }

  /** {@return a sentence for the detail of an event or for the log} */
  public String text() {
    return "no " + what + " left: " + remedy;
  }

  /**
   * {@return {@link #text()} if a failure is caused by a shortage, else the failure}
   *
   * @param failure what a call met
   */
  public static String text(Throwable failure) {
    Shortage shortage = of(failure);
    return shortage == null ? failure.toString() : shortage.text();
  }
}
