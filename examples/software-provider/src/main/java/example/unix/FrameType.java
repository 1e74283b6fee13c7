package example.unix;

/**
 * The kinds of frames that two adapters over Unix sockets send each other; the ordinal goes over
 * the socket.
 */
enum FrameType {
  /** Asks for a connection: the requester's port, then its private data. */
  REQUEST(true),
  /** Accepts a request: private data follows. */
  ACCEPT(true),
  /** Says that the program rejected the request. */
  REJECT(false),
  /** Says that nobody can answer the request. */
  DROP(false),
  /** Says that the requester has seen the accept: both sides are connected. */
  READY(false),
  /** A Send: its message follows. */
  SEND(true),
  /** An RDMA Write: its data follows. */
  WRITE(true),
  /** An RDMA Read: asks for data of the receiver. */
  READ(false),
  /** Answers an RDMA Read: the data follows. */
  DATA(true),
  /** Says that all requests up to a number are placed. */
  ACKNOWLEDGE(false),
  /** Refuses the request with a number, and ends the connection. */
  REFUSE(false),
  /** Says that no frame follows: the connection ends without a fault. */
  BYE(false);

  private static final FrameType[] ALL = values();

  /** Whether as many bytes follow the header as its length says. */
  final boolean hasPayload;

  FrameType(boolean hasPayload) {
    this.hasPayload = hasPayload;
  }

  static FrameType of(int ordinal) {
    if (ordinal < 0 || ordinal >= ALL.length) {
      throw new IllegalStateException(
          "frame type " + ordinal + ": the peer speaks another version");
    }
    return ALL[ordinal];
  }
}
