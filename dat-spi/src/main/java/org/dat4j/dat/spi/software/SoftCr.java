package org.dat4j.dat.spi.software;

import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.Errors;

/**
 * The connection request of software backends (loopback, ipc, tcp), which waits for accept or
 * reject. It has the endpoint of its service point if that had one.
 */
final class SoftCr extends AbstractCr {

  private final SoftIa ia;
  private final Incoming incoming;
  private final SoftEp endpoint;
  private final ConnectionEnds peer;
  private volatile boolean unseen;

  /**
   * Makes a pending request.
   *
   * @param ia where it arrived
   * @param incoming the transport's part
   * @param endpoint in state PASSIVE_CONNECTION_PENDING, TENTATIVE_CONNECTION_PENDING if the
   *     provider made it, or null
   * @param peer the requester, and the qualifier that it asks for
   */
  SoftCr(SoftIa ia, Incoming incoming, SoftEp endpoint, ConnectionEnds peer) {
    super(ia);
    this.ia = ia;
    this.incoming = incoming;
    this.endpoint = endpoint;
    this.peer = peer;
  }

  SoftIa softIa() {
    return ia;
  }

  /**
   * Notes that the program has not seen the request, so that its end is no decision of the program.
   */
  void isUnseen() {
    unseen = true;
  }

  @Override
  protected AbstractEp localEp() {
    return endpoint;
  }

  @Override
  protected CrParam implQuery() {
    return new CrParam(
        incoming.remoteAddress(), incoming.remotePort(), incoming.privateData().clone(), endpoint);
  }

  @Override
  protected void implAccept(AbstractEp ep, byte[] privateData) {
    ((SoftEp) ep).accept(incoming, peer, endpoint != null, privateData);
  }

  @Override
  protected void implReject() {
    if (unseen) {
      incoming.drop();
    } else {
      incoming.reject();
    }
    release();
  }

  @Override
  protected void implHandoff(long connQual) {
    Acceptor target = ia.points().find(connQual);
    if (target == null) {
      throw Errors.parameter(
          where("handoff"),
          2,
          "connQual",
          connQual,
          "name a qualifier that a PSP or RSP of this adapter listens on");
    }
    if (!target.request(incoming)) {
      throw Errors.resources(
          where("handoff"),
          DatSubtype.NO_SUBTYPE,
          "connQual",
          connQual,
          "the service point has no room for the request; take events from its EVD first");
    }
    release();
  }

  /** The endpoint of an ended request is free again, or the provider's again. */
  private void release() {
    if (endpoint != null && !endpoint.passive(EpInput.REJECT_OWN)) {
      ia.back(endpoint);
    }
  }
}
