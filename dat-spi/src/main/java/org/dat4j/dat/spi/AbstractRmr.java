package org.dat4j.dat.spi;

import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;

/**
 * Base of the remote memory regions of all DAT providers: checks binds before the provider carries
 * them out.
 */
public abstract class AbstractRmr extends AbstractDatObject implements Rmr {

  private final AbstractPz pz;

  /**
   * Makes an unbound region.
   *
   * @param pz its PZ
   */
  protected AbstractRmr(AbstractPz pz) {
    super(pz.ia(), HandleType.RMR);
    this.pz = pz;
  }

  /**
   * The PZ.
   *
   * @return the PZ it was created in
   */
  public final AbstractPz pz() {
    return pz;
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  final void dropReferences() {
    pz.release();
  }

  @Override
  public final RmrParam query(int mask) {
    checkMask("query", mask, RmrField.ALL);
    return implQuery();
  }

  @Override
  public final int bind(
      int lmrContext, long address, long length, int privileges, Ep ep, long cookie, int flags) {
    checkLive("bind");
    AbstractEp endpoint = BindChecks.endpoint(this, ep, privileges, flags);
    AbstractLmr lmr = BindChecks.memory(this, lmrContext, address, length, privileges, endpoint);
    int remote = privileges & (MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE);
    int result = DatReturn.INTERNAL_ERROR;
    try {
      result = implBind(lmr, address, length, remote, endpoint, cookie, flags);
    } finally {
      if (result != DatReturn.SUCCESS) {
        unbound(lmr);
      }
    }
    return result;
  }

  /**
   * Ends the use of a registration that {@link #implBind} was given: the bind was replaced, undone
   * or flushed, or this region is freed. Once for every bind that was posted; in any thread.
   *
   * @param lmr the registration, null after an unbind
   */
  protected final void unbound(AbstractLmr lmr) {
    if (lmr != null) {
      lmr.release();
    }
  }

  /**
   * Reads the parameters. A provider whose {@code max_rmrs} is above 0 overrides this.
   *
   * @return those of the last successful bind; zero for what an unbound region does not have
   */
  protected RmrParam implQuery() {
    throw Errors.notImplemented("dat_rmr_query", this);
  }

  /**
   * Posts a bind, see {@link Rmr#bind}. The registration is in use by it until {@link #unbound} or
   * until this call fails. A bind has a place among the requests of the endpoint, see {@link
   * AbstractEp#implPost}. Must not block or allocate. A provider whose {@code max_rmrs} is above 0
   * overrides this.
   *
   * @param lmr registration in the same PZ, covering the RMR; null unbinds
   * @param address first byte
   * @param length bytes, 0 unbinds
   * @param privileges the remote ones only
   * @param ep live endpoint of the same adapter and PZ
   * @param cookie of the completion
   * @param flags checked to be flags of a bind
   * @return SUCCESS, or INSUFFICIENT_RESOURCES when no place is free
   */
  protected int implBind(
      AbstractLmr lmr,
      long address,
      long length,
      int privileges,
      AbstractEp ep,
      long cookie,
      int flags) {
    throw Errors.notImplemented("dat_rmr_bind", this);
  }
}
