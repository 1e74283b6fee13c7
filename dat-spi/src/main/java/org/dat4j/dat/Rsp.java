package org.dat4j.dat;

/** A reserved service point (RSP): listens for one connection request on behalf of one endpoint. */
public interface Rsp extends DatObject {

  /**
   * Reads the parameters.
   *
   * @param mask bits of {@link RspField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE (also once the request has arrived),
   *     DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_rsp_query")
  RspParam query(int mask);

  /**
   * Stops listening and releases the endpoint.
   *
   * @throws DatException DAT_INVALID_HANDLE if freed already or consumed by its request
   */
  @ManPage("dat_rsp_free")
  void free();
}
