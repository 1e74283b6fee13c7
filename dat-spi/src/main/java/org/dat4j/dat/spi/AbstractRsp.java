package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.RspParam;

/**
 * Base of the reserved service points of all DAT providers: protects the EVD of its request from
 * being freed.
 */
public abstract class AbstractRsp extends AbstractDatObject implements Rsp {

  private final long connQual;
  private final AbstractEp ep;
  private final AbstractEvd evd;
  private volatile boolean consumed;

  /**
   * Makes a service point.
   *
   * @param connQual the qualifier
   * @param ep the reserved endpoint
   * @param evd where the request goes
   */
  protected AbstractRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    super(evd.ia(), HandleType.RSP);
    this.connQual = connQual;
    this.ep = ep;
    this.evd = evd;
  }

  /**
   * The qualifier.
   *
   * @return what it listens on
   */
  public final long connQual() {
    return connQual;
  }

  /**
   * The reserved endpoint.
   *
   * @return the endpoint
   */
  public final AbstractEp ep() {
    return ep;
  }

  /**
   * The EVD to which the connection request goes.
   *
   * @return the EVD
   */
  public final AbstractEvd evd() {
    return evd;
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  @Override
  final void closeLive() {
    free();
  }

  /**
   * A request has arrived: wins the right to consume this service point. From here on it counts as
   * freed, and {@link #consumed} follows. The caller has room for the event before this. DAT-D20 in
   * {@code docs/reference/decisions.md} says why one request ends a reserved service point.
   *
   * <p>The order for a request: look for room in the EVD, call this, make the CR, stop listening,
   * call {@link AbstractIa#arrived} and {@link #consumed}, then queue the event.
   *
   * @return false when it was freed or consumed before: refuse the request
   */
  protected final boolean consume() {
    return tryClaim();
  }

  /** The request was taken: gives up what this service point used, before its event is seen. */
  protected final void consumed() {
    consumed = true;
    gone();
  }

  /** Whether a request has ended it; its end may come before its creation has returned. */
  final boolean isConsumed() {
    return consumed;
  }

  /**
   * There was no room for the request: goes on listening.
   *
   * @return false when the adapter was closed meanwhile: stop listening, {@link #consumed} follows
   * @deprecated look for room before {@link #consume}. A free between the two calls is refused,
   *     though the service point goes on.
   */
  @Deprecated
  protected final boolean notConsumed() {
    return tryUnclaim();
  }

  @Override
  public final RspParam query(int mask) {
    checkMask("query", mask, RspField.ALL);
    return new RspParam(ia(), connQual, evd, ep);
  }

  @Override
  final void dropReferences() {
    evd.leaveOther();
  }
}
