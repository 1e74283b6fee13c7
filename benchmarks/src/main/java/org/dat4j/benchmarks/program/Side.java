package org.dat4j.benchmarks.program;

/**
 * The settings of one side of a benchmark measurement, the measuring or the answering one: its
 * port, and the sizes and windows of its messages.
 *
 * @param client whether it connects and measures; the other side listens and answers
 * @param port where the other side listens; a number that both sides know, where there are no ports
 * @param point what is measured
 */
record Side(boolean client, int port, OperatingPoint point) {

  /** Bytes of the messages this side sends. */
  int outSize() {
    return size(client);
  }

  /** Bytes of the messages this side receives. */
  int inSize() {
    return size(!client);
  }

  /** Messages of this side that may be under way on a connection. */
  int outWindow() {
    return window(client);
  }

  /** Messages of the other side that may be under way on a connection. */
  int inWindow() {
    return window(!client);
  }

  private int size(boolean ofClient) {
    return switch (point.kind()) {
      case STREAM -> ofClient ? point.size() : OperatingPoint.MIN_SIZE;
      case WRITE, COPY -> OperatingPoint.MIN_SIZE;
      case PINGPONG, OPENLOOP -> point.size();
    };
  }

  private int window(boolean ofClient) {
    return switch (point.kind()) {
      // Marks and stops come on top of the window.
      case STREAM -> ofClient ? point.window() + 2 : WindowedStream.ACKS + 2;
      case OPENLOOP -> point.window() + 2;
      default -> 4;
    };
  }
}
