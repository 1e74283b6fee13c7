package org.dat4j.dat.ipc.ring;

/** The kind of a record in a ring of an ipc connection, stored as its ordinal. */
public enum RecordType {
  /** No record: the word of a place where none was put yet. */
  NONE(false),
  /** A Send: its message follows. */
  SEND(true),
  /** An RDMA Write: its data follows. */
  WRITE(true),
  /** An RDMA Read: asks for data of the receiver. */
  READ(false),
  /** Answers an RDMA Read: the data follows. */
  DATA(true),
  /** The next part of a message whose first record had no room for all of it. */
  CONTINUATION(true),
  /** Refuses the request with a number, and ends the connection. */
  REFUSAL(false),
  /** Says that no record follows: the connection ends without a fault. */
  BYE(false);

  private static final RecordType[] ALL = values();

  private final boolean hasPayload;

  RecordType(boolean hasPayload) {
    this.hasPayload = hasPayload;
  }

  /**
   * Whether bytes of a message come with it.
   *
   * @return whether they do
   */
  public boolean hasPayload() {
    return hasPayload;
  }

  static RecordType of(int ordinal) {
    if (ordinal <= 0 || ordinal >= ALL.length) {
      throw new RingFaultException("the peer's ring has a record of type " + ordinal);
    }
    return ALL[ordinal];
  }
}
