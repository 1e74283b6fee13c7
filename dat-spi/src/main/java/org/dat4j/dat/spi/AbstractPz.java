package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzField;
import org.dat4j.dat.PzParam;
import org.dat4j.dat.Rmr;

/** Base of the PZs of all DAT providers: counts the users of a PZ and checks arguments. */
public abstract class AbstractPz extends AbstractDatObject implements Pz {

  /**
   * Makes a PZ.
   *
   * @param ia its adapter
   */
  protected AbstractPz(AbstractIa ia) {
    super(ia, HandleType.PZ);
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.INVALID_STATE_PZ_IN_USE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  public final PzParam query(int mask) {
    checkMask("query", mask, PzField.ALL);
    return new PzParam(ia());
  }

  @Override
  public final Rmr createRmr() {
    checkLive("createRmr");
    AdapterLimitChecks.checkRmrs(ia(), where("createRmr"));
    retain(where("createRmr"), "pz", DatSubtype.INVALID_HANDLE_PZ);
    AbstractRmr rmr;
    try {
      rmr = implCreateRmr();
    } catch (RuntimeException | Error e) {
      release();
      throw e;
    }
    return ia().adopt(rmr);
  }

  /**
   * Creates a remote memory region of this PZ. A provider whose {@code max_rmrs} is above 0
   * overrides this.
   *
   * @return a new unbound region
   */
  protected AbstractRmr implCreateRmr() {
    throw Errors.notImplemented("dat_rmr_create", this);
  }
}
