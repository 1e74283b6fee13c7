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
   * @param out address of five words of 8 bytes: for the LMR handle, the local and the remote
   *     context of 4 bytes, the registered size and address
   * @return a DAT_RETURN
   */
  public static int lmrCreate(
      long ia, int memType, long address, long length, long pz, int privileges, long out) {
    int known = CodeTranslation.privileges(privileges);
    long context = out + Long.BYTES;
    long remote = context + Long.BYTES;
    long size = remote + Long.BYTES;
    long start = size + Long.BYTES;
    return IS_1_2
        ? LibDat1.dat_lmr_create(
            ia, memType, address, 0, length, pz, known, out, context, remote, size, start)
        : LibDat2.dat_lmr_create(
            ia,
            memType,
            address,
            0,
            length,
            pz,
            known,
            ADDRESSES_VIRTUAL,
            out,
            context,
            remote,
            size,
            start);
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
