package org.dat4j.benchmarks.program;

import java.util.Locale;

/**
 * The operating point of a benchmark measurement: the operation that it repeats, with its message
 * size, window, number of connections and rate.
 *
 * @param kind what is measured
 * @param size bytes of a message, 8 or more
 * @param window messages under way at a time; 1 for a ping-pong
 * @param connections connections that take turns, 1 or more
 * @param rate messages a second of an open loop, 0 elsewhere
 */
public record OperatingPoint(Kind kind, int size, int window, int connections, int rate) {

  /** The kinds of operation. */
  public enum Kind {
    /** A message and its echo, one at a time over all connections in turn. */
    PINGPONG,
    /** Messages in one direction, a window of them under way. */
    STREAM,
    /** One-sided writes into the memory of the other side, a window of them under way. */
    WRITE,
    /** Messages and their echoes at a fixed rate, timed from the moment each was due. */
    OPENLOOP,
    /** Copies within one thread. */
    COPY;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Bytes of the number that each message carries: the least size. */
  public static final int MIN_SIZE = 8;

  /** The highest numbers of messages and connections, beyond which memory does not last. */
  private static final int MAX_COUNT = 1 << 16;

  /**
   * Refuses numbers that no measurement can have.
   *
   * @param kind what is measured
   * @param size bytes of a message
   * @param window messages under way at a time
   * @param connections connections that take turns
   * @param rate messages a second of an open loop, 0 elsewhere
   */
  public OperatingPoint {
    if (size < MIN_SIZE
        || window < 1
        || window > MAX_COUNT
        || connections < 1
        || connections > MAX_COUNT) {
      throw new IllegalArgumentException(
          "an operating point needs a size of 8 or more, a window and connections of 1 to "
              + MAX_COUNT);
    }
    if (rate < 0 || (kind == Kind.OPENLOOP) != (rate > 0)) {
      throw new IllegalArgumentException("an open loop, and nothing else, needs a rate");
    }
  }

  /**
   * Makes a ping-pong.
   *
   * @param size bytes of a message
   * @param connections connections that take turns
   * @return the point
   */
  public static OperatingPoint pingPong(int size, int connections) {
    return new OperatingPoint(Kind.PINGPONG, size, 1, connections, 0);
  }

  /**
   * Makes a stream over one connection.
   *
   * @param size bytes of a message
   * @param window messages under way
   * @return the point
   */
  public static OperatingPoint stream(int size, int window) {
    return new OperatingPoint(Kind.STREAM, size, window, 1, 0);
  }

  /**
   * Makes one-sided writes over one connection.
   *
   * @param size bytes of a write
   * @param window writes under way
   * @return the point
   */
  public static OperatingPoint write(int size, int window) {
    return new OperatingPoint(Kind.WRITE, size, window, 1, 0);
  }

  /**
   * Reads a point of the command line.
   *
   * @param text as {@link #toString()} writes it
   * @return the point
   * @throws IllegalArgumentException if it is none
   */
  public static OperatingPoint parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 5) {
      throw new IllegalArgumentException(
          "'" + text + "' is no operating point: give KIND:SIZE:WINDOW:CONNECTIONS:RATE");
    }
    return new OperatingPoint(
        Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        Integer.parseInt(parts[3]),
        Integer.parseInt(parts[4]));
  }

  /** {@return whether the result is a latency; elsewhere it is a rate} */
  public boolean isLatency() {
    return kind == Kind.PINGPONG || kind == Kind.OPENLOOP || kind == Kind.WRITE && window == 1;
  }

  /** {@return the point as the command line of a program takes it} */
  @Override
  public String toString() {
    return kind.word() + ":" + size + ":" + window + ":" + connections + ":" + rate;
  }

  /** {@return the point in words} */
  public String text() {
    String bytes = bytes(size);
    return switch (kind) {
      case PINGPONG ->
          bytes
              + " send, half a round trip"
              + (connections > 1 ? ", " + connections + " connections" : "");
      case STREAM ->
          bytes
              + " send, window "
              + window
              + (connections > 1 ? ", " + connections + " connections" : "");
      case WRITE -> bytes + " write" + (window > 1 ? ", window " + window : "");
      case OPENLOOP -> bytes + " echo at " + rate + " a second";
      case COPY -> bytes + " copy";
    };
  }

  /**
   * Writes a number of bytes with its unit.
   *
   * @param size the number
   * @return such as {@code 64 KiB}
   */
  public static String bytes(int size) {
    if (size >= 1 << 20 && size % (1 << 20) == 0) {
      return (size >> 20) + " MiB";
    }
    return size >= 1 << 10 && size % (1 << 10) == 0 ? (size >> 10) + " KiB" : size + " B";
  }
}
