package org.dat4j.dat;

/** A protection zone (PZ): endpoints reach the memory of their own PZ only. */
public interface Pz extends DatObject {

  /**
   * Destroys this PZ.
   *
   * @throws DatException DAT_INVALID_STATE (PZ_IN_USE) while an EP, LMR, RMR or SRQ uses it;
   *     DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_pz_free")
  void free();

  /**
   * Reads the PZ's parameters.
   *
   * @param mask bits of {@link PzField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_pz_query")
  PzParam query(int mask);

  /**
   * Creates an unbound remote memory region in this PZ.
   *
   * @return the region
   * @throws DatException DAT_INVALID_HANDLE, DAT_INSUFFICIENT_RESOURCES, DAT_MODEL_NOT_SUPPORTED
   *     where max_rmrs is 0
   */
  @ManPage("dat_rmr_create")
  Rmr createRmr();
}
