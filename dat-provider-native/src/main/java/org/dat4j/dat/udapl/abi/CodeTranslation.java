package org.dat4j.dat.udapl.abi;

/**
 * Translates the event numbers, statuses, states and enumerations that differ between the DAT 1.2
 * contract and the uDAPL 2.0 ABI. What is not listed here has the same number in both. Where a
 * number of 2.0 means something else in 1.2, the ABI of this process decides.
 */
public final class CodeTranslation {

  /** Number of a transfer completion in both ABIs. */
  public static final int DTO_COMPLETION_EVENT = 0x0_0001;

  /** Result for an event that 1.2 has no number for. */
  public static final int NO_EVENT = 0;

  private static final int HA_DOWN_TO_1 = 0x0_8101;
  private static final int HA_UP_TO_MULTI_PATH = 0x0_8102;
  private static final int IB_DTO_EVENT = 0x4_0000;
  private static final int EXTENSION_EVENT = 0x2_0000;

  private static final int DTO_ERR_TRANSPORT = 8;
  private static final int LAST_DTO_STATUS = 11;

  private static final int EP_CONNECTED = 9;
  private static final int EP_LAST = 12;

  private static final int SRQ_OPERATIONAL_2 = 1;
  private static final int RO_DISABLE = 0x100;

  private CodeTranslation() {}

  /**
   * Translates an event number.
   *
   * <p>libdapl reports a Receive that completed in error as its InfiniBand extension event 0x40000.
   * It looks at the opcode of the work completion, which is undefined then. A Receive that carried
   * immediate data gets the same number. Both are transfer completions.
   *
   * @param number event_number of the library
   * @return the number of 1.2; {@link #NO_EVENT} for a path or an extension event, which 1.2 does
   *     not know and the caller drops
   */
  public static int eventNumber(int number) {
    if (number == IB_DTO_EVENT) {
      return DTO_COMPLETION_EVENT;
    }
    if (number == HA_DOWN_TO_1 || number == HA_UP_TO_MULTI_PATH || number >= EXTENSION_EVENT) {
      return NO_EVENT;
    }
    return number;
  }

  /**
   * Translates the status of a transfer or bind completion.
   *
   * @param status status of the library
   * @return 0 to 11; DAT_DTO_ERR_TRANSPORT for a status that 1.2 does not know
   */
  public static int dtoStatus(int status) {
    return status < 0 || status > LAST_DTO_STATUS ? DTO_ERR_TRANSPORT : status;
  }

  /**
   * Translates the state of an EP.
   *
   * @param state ep_state of the library
   * @return 0 to 12; the connected states of 2.0 that count paths are CONNECTED
   */
  public static int epState(int state) {
    return state > EP_LAST ? EP_CONNECTED : state;
  }

  /**
   * Translates the state of an SRQ, whose two values change places in 2.0.
   *
   * @param state srq_state of the library; in 2.0: 0 error, 1 operational, 2 shut down
   * @return 0 operational, 1 error
   */
  public static int srqState(int state) {
    return srqState(Abi.current(), state);
  }

  static int srqState(Abi abi, int state) {
    if (abi == Abi.DAT_1_2) {
      return state;
    }
    return state == SRQ_OPERATIONAL_2 ? 0 : 1;
  }

  /**
   * Translates the support for PZs.
   *
   * @param support pz_support of the library; in 2.0: 0 unique, 1 shareable
   * @return 0 unique, 1 same, 2 shareable
   */
  public static int pzSupport(int support) {
    return pzSupport(Abi.current(), support);
  }

  static int pzSupport(Abi abi, int support) {
    if (abi == Abi.DAT_1_2) {
      return support;
    }
    return support == 0 ? 0 : 2;
  }

  /**
   * Returns the memory privileges that the library knows.
   *
   * @param privileges privileges of 1.2
   * @return the same, for 2.0 without DAT_MEM_PRIV_RO_DISABLE_FLAG, a hint of Solaris only
   */
  public static int privileges(int privileges) {
    return privileges(Abi.current(), privileges);
  }

  static int privileges(Abi abi, int privileges) {
    return abi == Abi.DAT_1_2 ? privileges : privileges & ~RO_DISABLE;
  }
}
