package org.dat4j.dat.udapl.abi;

/**
 * The calls of the uDAPL library whose arguments differ between its 1.2 and 2.0 ABI, made as the
 * ABI of this process has them.
 */
public final class DatCalls {

  private static final boolean IS_1_2 = Abi.current() == Abi.DAT_1_2;
  private static final int ADDRESSES_VIRTUAL = 0;

  private DatCalls() {}

  /**
   * Registers memory under its virtual addresses.
   *
   * @param ia IA handle
   * @param memType DAT_MEM_TYPE
   * @param address of the memory
   * @param length bytes
   * @param pz PZ handle
   * @param privileges DAT_MEM_PRIV_FLAGS of 1.2
   * @param lmrOut address of 8 bytes for the LMR handle
   * @param lmrContextOut address of 4 bytes for the local context
   * @param rmrContextOut address of 4 bytes for the remote context
   * @param sizeOut address of 8 bytes for the registered size
   * @param addressOut address of 8 bytes for the registered address
   * @return a DAT_RETURN
   */
  public static int lmrCreate(
      long ia,
      int memType,
      long address,
      long length,
      long pz,
      int privileges,
      long lmrOut,
      long lmrContextOut,
      long rmrContextOut,
      long sizeOut,
      long addressOut) {
    int known = Codes.privileges(privileges);
    return IS_1_2
        ? LibDat1.dat_lmr_create(
            ia,
            memType,
            address,
            0,
            length,
            pz,
            known,
            lmrOut,
            lmrContextOut,
            rmrContextOut,
            sizeOut,
            addressOut)
        : LibDat2.dat_lmr_create(
            ia,
            memType,
            address,
            0,
            length,
            pz,
            known,
            ADDRESSES_VIRTUAL,
            lmrOut,
            lmrContextOut,
            rmrContextOut,
            sizeOut,
            addressOut);
  }

  /**
   * Rejects a connection request, without private data.
   *
   * @param cr CR handle
   * @return a DAT_RETURN
   */
  public static int crReject(long cr) {
    return IS_1_2 ? LibDat1.dat_cr_reject(cr) : LibDat2.dat_cr_reject(cr, 0, 0);
  }
}
