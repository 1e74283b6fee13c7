package org.dat4j.dat.udapl.abi;

/**
 * A reader of return values of the uDAPL library (DAT_RETURN), which translates them to those of
 * the DAT 1.2 contract.
 *
 * <p>A return value has class bits (31-30), a type (29-16) and a subtype (15-0). Libraries often
 * leave out the class bits of an error (libdapl: an empty {@code dat_evd_dequeue} is 0x000d0000, a
 * {@code dat_evd_wait} that ran out of time is 0x000f0000 or 0x800f0000), so the type alone tells
 * what happened. Two things differ in 2.0: the type DAT_NOT_IMPLEMENTED, and the subtypes from 26
 * on, because it inserted two of its own. The numbers of a 1.2 library are the contract's.
 */
public final class ReturnCodes {

  /** Bits of the type. */
  public static final int TYPE_MASK = 0x3fff_0000;

  /** Bits of the subtype. */
  public static final int SUBTYPE_MASK = 0xffff;

  /** Type of a call that succeeded. */
  public static final int SUCCESS = 0;

  /** Type of a dequeue without an event; also of a CNO wait of libdapl that ran out of time. */
  public static final int QUEUE_EMPTY = 0x000d_0000;

  /** Type of a wait that ran out of time. */
  public static final int TIMEOUT_EXPIRED = 0x000f_0000;

  private static final int CONN_QUAL_IN_USE = 0x0002_0000;
  private static final int INTERNAL_ERROR = 0x0004_0000;
  private static final int MODEL_NOT_SUPPORTED = 0x0009_0000;
  private static final int CONN_QUAL_UNAVAILABLE = 0x0014_0000;
  private static final int PORT_IN_USE_2 = 0x0016_0000;
  private static final int COMM_NOT_SUPPORTED_2 = 0x0017_0000;
  private static final int NOT_IMPLEMENTED_2 = 0x3fff_0000;
  private static final int NOT_IMPLEMENTED = 0x0fff_0000;

  // 2.0 inserted DAT_INVALID_HANDLE_CSP and DAT_INVALID_STATE_SRQ_SHUTDOWN.
  private static final int HANDLE_CSP_2 = 26;
  private static final int STATE_SRQ_SHUTDOWN_2 = 88;
  private static final int LAST_SUBTYPE_2 = 103;
  private static final int LAST_SUBTYPE = 102;

  private ReturnCodes() {}

  /**
   * Tells whether the call succeeded, with or without a warning.
   *
   * @param ret what the library returned
   * @return true for the type DAT_SUCCESS
   */
  public static boolean isSuccess(int ret) {
    return (ret & TYPE_MASK) == SUCCESS;
  }

  /**
   * Returns the type as the library numbers it, for comparison with the types that both ABIs share.
   *
   * @param ret what the library returned
   * @return the type, other bits zero
   */
  public static int rawType(int ret) {
    return ret & TYPE_MASK;
  }

  /**
   * Returns the type in the numbers of the 1.2 contract. Types that only 2.0 has become the nearest
   * of 1.2.
   *
   * @param ret what the library returned
   * @return the type, other bits zero
   */
  public static int type(int ret) {
    return type(Abi.current(), ret);
  }

  static int type(Abi abi, int ret) {
    int type = ret & TYPE_MASK;
    if (type <= CONN_QUAL_UNAVAILABLE) {
      return type;
    }
    if (abi == Abi.DAT_1_2) {
      return type == NOT_IMPLEMENTED ? type : INTERNAL_ERROR;
    }
    return switch (type) {
      case PORT_IN_USE_2 -> CONN_QUAL_IN_USE;
      case COMM_NOT_SUPPORTED_2 -> MODEL_NOT_SUPPORTED;
      case NOT_IMPLEMENTED_2 -> NOT_IMPLEMENTED;
      default -> INTERNAL_ERROR;
    };
  }

  /**
   * Returns the subtype in the numbers of the 1.2 contract.
   *
   * @param ret what the library returned
   * @return the subtype; 0 (none) if 1.2 has no such subtype
   */
  public static int subtype(int ret) {
    return subtype(Abi.current(), ret);
  }

  static int subtype(Abi abi, int ret) {
    int subtype = ret & SUBTYPE_MASK;
    if (abi == Abi.DAT_1_2) {
      return subtype > LAST_SUBTYPE ? 0 : subtype;
    }
    if (subtype < HANDLE_CSP_2) {
      return subtype;
    }
    if (subtype == HANDLE_CSP_2 || subtype == STATE_SRQ_SHUTDOWN_2 || subtype > LAST_SUBTYPE_2) {
      return 0;
    }
    return subtype < STATE_SRQ_SHUTDOWN_2 ? subtype - 1 : subtype - 2;
  }
}
