package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;

/** First layer of a remote memory region. */
public abstract class AbstractRmr extends AbstractDatObject implements Rmr {

  private static final int BIND_PRIVILEGES =
      MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE | MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;
  private static final int BIND_FLAGS =
      CompletionFlags.SUPPRESS | CompletionFlags.UNSIGNALLED | CompletionFlags.BARRIER_FENCE;

  private final AbstractPz pz;

  /**
   * Makes an unbound region.
   *
   * @param pz its zone
   */
  protected AbstractRmr(AbstractPz pz) {
    super(pz.ia(), HandleType.RMR);
    this.pz = pz;
  }

  /**
   * The zone.
   *
   * @return the zone it was created in
   */
  public final AbstractPz pz() {
    return pz;
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  @Override
  public final void close() {
    if (!isFreed()) {
      free();
    }
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
    AbstractEp endpoint =
        own(ia(), ep, AbstractEp.class, where("bind"), "ep", DatSubtype.INVALID_HANDLE_EP);
    if ((privileges & ~BIND_PRIVILEGES) != 0) {
      throw Errors.parameter(
          where("bind"), 3, "privileges", MemPriv.toString(privileges), "use defined privileges");
    }
    if ((flags & ~BIND_FLAGS) != 0) {
      throw Errors.parameter(
          where("bind"), 6, "flags", CompletionFlags.toString(flags), "use flags of a bind");
    }
    return implBind(lmrContext, address, length, privileges, endpoint, cookie, flags);
  }

  /**
   * Reads the parameters.
   *
   * @return zero for what an unbound region does not have
   */
  protected RmrParam implQuery() {
    throw Errors.notImplemented("dat_rmr_query", this);
  }

  /**
   * Posts a bind, see {@link Rmr#bind}.
   *
   * @param lmrContext registration
   * @param address first octet
   * @param length octets, 0 unbinds
   * @param privileges remote privileges
   * @param ep live endpoint of the same adapter
   * @param cookie of the completion
   * @param flags checked to be flags of a bind
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  protected int implBind(
      int lmrContext,
      long address,
      long length,
      int privileges,
      AbstractEp ep,
      long cookie,
      int flags) {
    throw Errors.notImplemented("dat_rmr_bind", this);
  }
}
