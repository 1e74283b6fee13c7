package org.dat4j.dat.spi;

import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.HandleType;

/**
 * Base of the connection requests of all DAT providers: checks each call and sees that exactly one
 * answer ends a request. An answer that is refused does not end it.
 */
public abstract class AbstractCr extends AbstractDatObject implements Cr {

  /**
   * Makes a pending request; the provider hands it to {@link AbstractIa#arrived(AbstractCr)}.
   *
   * @param ia the adapter it arrived at
   */
  protected AbstractCr(AbstractIa ia) {
    super(ia, HandleType.CR);
  }

  @Override
  public final CrParam query(int mask) {
    checkMask("query", mask, CrField.ALL);
    return implQuery();
  }

  @Override
  public final void accept(Ep ep, byte[] privateData) {
    checkLive("accept");
    String where = where("accept");
    AbstractEp local = localEp();
    AbstractEp endpoint;
    if (local == null) {
      endpoint = own(ia(), ep, AbstractEp.class, where, "ep", DatSubtype.INVALID_HANDLE_EP);
    } else if (ep == null) {
      endpoint = local;
    } else {
      throw Errors.handle(
          where, DatSubtype.INVALID_HANDLE_EP, "ep", ep, "give null: the request has its own EP");
    }
    endpoint.checkConfigured(where);
    ConnectChecks.privateData(where, 3, privateData, ia().providerAttr());
    byte[] data = privateData == null ? new byte[0] : privateData.clone();
    claim("accept", DatSubtype.NO_SUBTYPE);
    try {
      implAccept(endpoint, data);
    } catch (RuntimeException | Error e) {
      unclaim();
      throw e;
    }
    gone();
  }

  @Override
  public final void reject() {
    claim("reject", DatSubtype.NO_SUBTYPE);
    try {
      implReject();
    } catch (RuntimeException | Error e) {
      unclaim();
      throw e;
    }
    gone();
  }

  @Override
  public final void handoff(long connQual) {
    claim("handoff", DatSubtype.NO_SUBTYPE);
    try {
      implHandoff(connQual);
    } catch (RuntimeException | Error e) {
      unclaim();
      throw e;
    }
    gone();
  }

  @Override
  final void closeLive() {
    reject();
  }

  @Override
  protected final void implFree() {
    implReject();
  }

  /**
   * The endpoint that the request came with: that of its reserved service point, or one that the
   * provider has made and given to {@link AbstractIa#supplied}. Each call gives the same one. A
   * provider with reserved service points overrides this.
   *
   * @return the endpoint; null where the program names one in its accept
   */
  protected AbstractEp localEp() {
    return null;
  }

  /**
   * Reads the parameters: address, port and private data of the requester.
   *
   * @return the parameters
   */
  protected abstract CrParam implQuery();

  /**
   * Accepts.
   *
   * @param ep configured endpoint of the same adapter; its state is the provider's to check
   * @param privateData a copy, not null, not too long
   */
  protected abstract void implAccept(AbstractEp ep, byte[] privateData);

  /**
   * Rejects: the requester gets PEER_REJECTED. Also called at the close of the adapter, and by
   * {@link AbstractIa#abandon}: for a request that the program has not seen, the requester gets
   * NON_PEER_REJECTED.
   *
   * <p>An endpoint of a reserved service point is UNCONNECTED again: {@link EpInput#REJECT_OWN}.
   * One that the provider has made goes to {@link AbstractIa#takeBack}.
   */
  protected abstract void implReject();

  /**
   * Passes the request on to another service point of the adapter, which makes a new CR of it. An
   * endpoint it came with ends as after a reject. No attribute declares this absent: every provider
   * overrides it.
   *
   * @param connQual the qualifier of a service point, which may not exist
   * @throws DatException DAT_INVALID_PARAMETER when nobody listens there; the request stays pending
   */
  protected void implHandoff(long connQual) {
    throw Errors.notImplemented("dat_cr_handoff", this);
  }
}
