package org.dat4j.dat;

/**
 * A connection request that has arrived at a service point. It ends with exactly one successful
 * accept, reject or handoff; a failed call leaves it pending.
 */
public interface Cr extends DatObject {

  /**
   * Reads the address of the requester and the private data of the request.
   *
   * @param mask bits of {@link CrField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_cr_query")
  CrParam query(int mask);

  /**
   * {@link #query(int)} with every field.
   *
   * @return the parameters
   */
  default CrParam query() {
    return query(CrField.ALL);
  }

  /**
   * Accepts the request on an endpoint; ESTABLISHED or ACCEPT_COMPLETION_ERROR follows on its
   * connect EVD.
   *
   * @param ep unconnected endpoint of the same adapter; null when the request has its own
   * @param privateData sent to the requester, null for none; copied
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (private data longer than
   *     max_private_data_size), DAT_INVALID_STATE (endpoint); the request then stays pending
   */
  @ManPage("dat_cr_accept")
  void accept(Ep ep, byte[] privateData);

  /**
   * Rejects the request.
   *
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_cr_reject")
  void reject();

  /**
   * Passes the request to another service point of the adapter.
   *
   * @param connQual its qualifier
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (nobody listens there)
   */
  @ManPage("dat_cr_handoff")
  void handoff(long connQual);
}
