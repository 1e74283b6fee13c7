package org.dat4j.dat.udapl.abi;

/**
 * The C functions of the uDAPL library that take other arguments in the 1.2 ABI than in 2.0, bound
 * by JNA direct mapping. The others are in {@link LibDat}, whose rules hold here too.
 */
public final class LibDat1 {

  private LibDat1() {}

  /**
   * Registers memory. The region is a union of two words passed by value; a virtual address is the
   * first, with 0 as the second.
   *
   * @param ia IA handle
   * @param memType DAT_MEM_TYPE
   * @param region0 first word of DAT_REGION_DESCRIPTION
   * @param region1 second word of DAT_REGION_DESCRIPTION
   * @param length bytes
   * @param pz PZ handle
   * @param privileges DAT_MEM_PRIV_FLAGS
   * @param lmrOut address of 8 bytes for the LMR handle
   * @param lmrContextOut address of 4 bytes for the local context
   * @param rmrContextOut address of 4 bytes for the remote context
   * @param sizeOut address of 8 bytes for the registered size
   * @param addressOut address of 8 bytes for the registered address
   * @return a DAT_RETURN
   */
  public static native int dat_lmr_create(
      long ia,
      int memType,
      long region0,
      long region1,
      long length,
      long pz,
      int privileges,
      long lmrOut,
      long lmrContextOut,
      long rmrContextOut,
      long sizeOut,
      long addressOut);

  /**
   * Rejects a connection request.
   *
   * @param cr CR handle
   * @return a DAT_RETURN
   */
  public static native int dat_cr_reject(long cr);
}
