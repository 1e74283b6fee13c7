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
  public final void close() {
    if (!isFreed()) {
      reject();
    }
  }

  @Override
  protected final void implFree() {
    implReject();
  }

  /**
   * The endpoint the request came with.
   *
   * @return null unless an RSP or the provider gave it one
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

  /** Rejects; also at the close of the adapter. */
  protected abstract void implReject();

  /**
   * Passes the request on; an endpoint it came with is free again.
   *
   * @param connQual the qualifier of a service point, which may not exist
   * @throws DatException DAT_INVALID_PARAMETER when nobody listens there; the request stays pending
   */
  protected void implHandoff(long connQual) {
    throw Errors.notImplemented("dat_cr_handoff", this);
  }
}
