package org.dat4j.tools.perf.exchange;

/**
 * A baseline with which {@code perf} compares an operation: the best that the machine does without
 * DAT.
 */
public enum Baseline {
  /** Two threads of one JVM set flags for each other in turn. */
  FLAG("cross-thread flag, half round trip"),
  /** One thread copies between the buffers of the operation. */
  COPY("plain copy between the same buffers"),
  /** Two JVMs exchange as many bytes over a TCP socket, both polling. */
  NIO_POLL("bare NIO over TCP, both sides polling"),
  /** Two JVMs exchange as many bytes over a TCP socket, both waiting in a selector. */
  NIO_SELECT("bare NIO over TCP, both sides in a selector"),
  /** Two JVMs stream as many bytes over a TCP socket, many messages in one gathering write. */
  NIO_STREAM("bare NIO over TCP, gathering writes"),
  /** Two JVMs stream as many bytes over a TCP socket, many messages copied into one write. */
  NIO_COALESCED("bare NIO over TCP, messages copied together into one write"),
  /** Nothing to compare with. */
  NONE("none: the adapter has no address that a bare TCP socket could use");

  /** Longest message in bytes whose copy costs less than its own buffer in a gathering write. */
  private static final int SHORT = 1024;

  private final String text;

  Baseline(String text) {
    this.text = text;
  }

  /**
   * Describes the baseline for results.
   *
   * @param spec the measurement
   * @return what it is and, over a socket, which part of a round trip counts
   */
  public String text(MeasurementSpec spec) {
    if (this != NIO_POLL && this != NIO_SELECT) {
      return text;
    }
    return switch (spec.op()) {
      case SEND -> text + ", half round trip";
      case WRITE -> text + ", round trip with a short answer";
      case READ -> text + ", round trip with a short request";
    };
  }

  /** {@return whether it runs over a socket of its own} */
  public boolean socket() {
    return this == NIO_POLL || this == NIO_SELECT || isStream();
  }

  private boolean isStream() {
    return this == NIO_STREAM || this == NIO_COALESCED;
  }

  /**
   * Chooses the baseline of an operation.
   *
   * @param op the operation
   * @param size bytes of payload
   * @param window operations in flight
   * @param poll whether both sides poll
   * @param inOneJvm whether both sides are threads of one JVM
   * @return the baseline
   */
  public static Baseline of(Operation op, int size, int window, boolean poll, boolean inOneJvm) {
    if (inOneJvm) {
      return op == Operation.SEND && window == 1 ? FLAG : COPY;
    }
    if (window > 1) {
      return size <= SHORT ? NIO_COALESCED : NIO_STREAM;
    }
    return poll ? NIO_POLL : NIO_SELECT;
  }
}
