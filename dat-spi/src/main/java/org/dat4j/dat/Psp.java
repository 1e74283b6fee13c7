package org.dat4j.dat;

/**
 * A public service point (PSP): listens for connection requests on a connection qualifier until it
 * is freed.
 */
public interface Psp extends DatObject {

  /**
   * The qualifier listened on.
   *
   * @return unsigned 64-bit; readable after the free too
   */
  long connQual();

  /**
   * Reads the parameters.
   *
   * @param mask bits of {@link PspField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_psp_query")
  PspParam query(int mask);

  /**
   * Stops listening; requests already delivered and connections stay.
   *
   * @throws DatException DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_psp_free")
  void free();
}
