package org.dat4j.dat;

/**
 * A remote memory region (RMR): a window over an {@link Lmr} through which a peer may read or
 * write.
 *
 * <p>A peer that is not bound to this contract may end the use of an RMR itself, where the
 * transport has a message for it (iWARP: Send with Invalidate). It can do so only with RMRs that
 * were bound on the endpoint of its own connection. The region is unbound then, as after {@link
 * #bind} with length 0: {@link #rmrContext()} is 0, no peer reaches the memory through it, and it
 * may be bound anew. That is so when the Receive of that message completes; there is no event of
 * its own.
 */
public interface Rmr extends DatObject {

  /**
   * The context of the last successful {@link #bind}.
   *
   * @return any 32-bit value, 0 when unbound
   */
  int rmrContext();

  /**
   * Unbinds and destroys this region. When this returns, no peer reaches the memory through it.
   *
   * @throws DatException DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_rmr_free")
  void free();

  /**
   * Reads the region's parameters; of an unbound region only ia and pz say something.
   *
   * @param mask bits of {@link RmrField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_rmr_query")
  RmrParam query(int mask);

  /**
   * Posts a bind on an endpoint; it takes effect in the order of the endpoint's requests. After
   * DAT_SUCCESS {@link #rmrContext()} is the new context, usable by the peer once the bind has
   * completed; the context before is dead then. Length 0 unbinds.
   *
   * @param lmrContext registration the RMR lies in
   * @param address first byte, as {@link Lmr#registeredAddress()} counts
   * @param length bytes, 0 unbinds
   * @param privileges remote bits of {@link MemPriv}
   * @param ep connected endpoint whose peer may use the RMR
   * @param cookie comes back in the completion
   * @param flags bits of {@link CompletionFlags}
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE,
   *     DAT_PROTECTION_VIOLATION, DAT_PRIVILEGES_VIOLATION, DAT_MODEL_NOT_SUPPORTED
   */
  @ManPage("dat_rmr_bind")
  int bind(
      int lmrContext, long address, long length, int privileges, Ep ep, long cookie, int flags);
}
