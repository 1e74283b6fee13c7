package org.dat4j.dat;

/**
 * A local memory region (LMR): memory that was registered, so that transfers may use it. The
 * registered buffer is held strongly until the free and its content is never touched by the free
 * itself.
 */
public interface Lmr extends DatObject {

  /**
   * The context local segments name this registration by.
   *
   * @return any 32-bit value; readable after the free too
   */
  int lmrContext();

  /**
   * The context a peer names this registration by.
   *
   * @return any 32-bit value, 0 when no remote privilege was asked for; readable after the free too
   */
  int rmrContext();

  /**
   * The length really registered.
   *
   * @return bytes
   */
  long registeredSize();

  /**
   * The address segments and peers use for the region's first byte. Software providers give a
   * synthetic value, never the memory's real address.
   *
   * @return an unsigned 64-bit address
   */
  long registeredAddress();

  /**
   * Ends the registration. Once this has returned, nothing reads or writes the memory; what is
   * still queued on it completes with a protection error.
   *
   * @throws DatException DAT_INVALID_STATE (LMR_IN_USE) while an RMR is bound to it;
   *     DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_lmr_free")
  void free();

  /**
   * Reads the registration's parameters.
   *
   * @param mask bits of {@link LmrField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_lmr_query")
  LmrParam query(int mask);
}
