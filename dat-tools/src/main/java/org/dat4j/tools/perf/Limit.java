package org.dat4j.tools.perf;

/** What an operation is compared with: the best that the machine does without DAT. */
enum Limit {
  /** Two threads of one JVM hand a flag to each other. */
  FLAG("cross-thread flag, half round trip"),
  /** One thread copies between the buffers of the operation. */
  COPY("plain copy between the same buffers"),
  /** Two JVMs exchange the same octets over a TCP socket, both polling. */
  NIO_POLL("bare NIO over TCP, both sides polling"),
  /** Two JVMs exchange the same octets over a TCP socket, both waiting in a selector. */
  NIO_SELECT("bare NIO over TCP, both sides in a selector"),
  /** Two JVMs stream the same octets over a TCP socket, many messages in one gathering write. */
  NIO_STREAM("bare NIO over TCP, gathering writes"),
  /** Two JVMs stream the same octets over a TCP socket, many messages copied into one write. */
  NIO_COALESCED("bare NIO over TCP, messages copied together into one write"),
  /** There is nothing to compare with. */
  NONE("none: the adapter has no address that a bare TCP socket could use");

  /** Longest message whose copy costs less than a piece of its own in a gathering write. */
  private static final int SHORT = 1024;

  private final String text;

  Limit(String text) {
    this.text = text;
  }

  /** For results: what it is and, over a socket, which part of a trip counts. */
  String text(Spec spec) {
    if (this != NIO_POLL && this != NIO_SELECT) {
      return text;
    }
    return switch (spec.op()) {
      case SEND -> text + ", half round trip";
      case WRITE -> text + ", round trip with a short answer";
      case READ -> text + ", round trip with a short request";
    };
  }

  /** Whether it runs over a socket of its own. */
  boolean socket() {
    return this == NIO_POLL || this == NIO_SELECT || isStream();
  }

  private boolean isStream() {
    return this == NIO_STREAM || this == NIO_COALESCED;
  }

  /** What fits an operation. */
  static Limit of(Op op, int size, int window, boolean poll, boolean inOneJvm) {
    if (inOneJvm) {
      return op == Op.SEND && window == 1 ? FLAG : COPY;
    }
    if (window > 1) {
      return size <= SHORT ? NIO_COALESCED : NIO_STREAM;
    }
    return poll ? NIO_POLL : NIO_SELECT;
  }
}
