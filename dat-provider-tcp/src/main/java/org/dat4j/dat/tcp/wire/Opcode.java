package org.dat4j.dat.tcp.wire;

/**
 * The opcodes of RDMAP (RFC 5040), which tell for each iWARP segment whether it is of a Send, a
 * Write, a Read or a Terminate. They are the low four bits of the RDMAP control octet.
 *
 * <p>Plain ints rather than an enum, because they are read from and written to octets for each
 * message. Stateless, thread-safe.
 */
public final class Opcode {
  /** RDMA Write: tagged, placed by STag and tagged offset, not delivered to the consumer. */
  public static final int WRITE = 0;

  /** RDMA Read Request: untagged on queue 1, always one segment with 28 octets. */
  public static final int READ_REQUEST = 1;

  /** RDMA Read Response: tagged, placed at the sink the Read Request named. */
  public static final int READ_RESPONSE = 2;

  /** Send: untagged on queue 0. */
  public static final int SEND = 3;

  /** Send with Invalidate: untagged on queue 0, names an STag to invalidate on delivery. */
  public static final int SEND_INVALIDATE = 4;

  /** Send with Solicited Event: untagged on queue 0. */
  public static final int SEND_SOLICITED = 5;

  /** Send with Solicited Event and Invalidate: untagged on queue 0. */
  public static final int SEND_SOLICITED_INVALIDATE = 6;

  /** Terminate: untagged on queue 2, the last message of a direction. */
  public static final int TERMINATE = 7;

  /** The largest opcode this codec knows; 8 to 15 are refused as unexpected. */
  public static final int MAX = TERMINATE;

  private static final int TAGGED_SET = 1 << WRITE | 1 << READ_RESPONSE;
  private static final int SEND_SET =
      1 << SEND | 1 << SEND_INVALIDATE | 1 << SEND_SOLICITED | 1 << SEND_SOLICITED_INVALIDATE;
  private static final int INVALIDATE_SET = 1 << SEND_INVALIDATE | 1 << SEND_SOLICITED_INVALIDATE;
  private static final int SOLICITED_SET = 1 << SEND_SOLICITED | 1 << SEND_SOLICITED_INVALIDATE;

  private Opcode() {}

  /**
   * Tells whether messages of this opcode use the tagged buffer model.
   *
   * @param opcode an opcode, 0 to 15
   * @return true for Write and Read Response
   */
  public static boolean isTagged(int opcode) {
    return (TAGGED_SET >>> opcode & 1) != 0;
  }

  /**
   * Tells whether this is one of the four kinds of Send.
   *
   * @param opcode an opcode, 0 to 15
   * @return true for the opcodes that consume a posted receive
   */
  public static boolean isSend(int opcode) {
    return (SEND_SET >>> opcode & 1) != 0;
  }

  /**
   * Tells whether delivery of this message invalidates an STag.
   *
   * @param opcode an opcode, 0 to 15
   * @return true for the two kinds of Send with Invalidate
   */
  public static boolean invalidates(int opcode) {
    return (INVALIDATE_SET >>> opcode & 1) != 0;
  }

  /**
   * Tells whether delivery of this message is a solicited event.
   *
   * @param opcode an opcode, 0 to 15
   * @return true for the two kinds of Send with Solicited Event
   */
  public static boolean isSolicited(int opcode) {
    return (SOLICITED_SET >>> opcode & 1) != 0;
  }

  /**
   * Gives the DDP queue an untagged message must name.
   *
   * @param opcode an untagged opcode, 0 to 7
   * @return 0 for the Send family, 1 for Read Request, 2 for Terminate
   */
  public static int queueNumber(int opcode) {
    if (opcode == READ_REQUEST) {
      return Fpdu.QN_READ_REQUEST;
    }
    return opcode == TERMINATE ? Fpdu.QN_TERMINATE : Fpdu.QN_SEND;
  }
}
