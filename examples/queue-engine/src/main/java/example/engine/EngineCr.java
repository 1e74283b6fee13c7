package example.engine;

import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.Errors;

/**
 * The connection request (CR) of the example provider, which the program accepts, rejects or hands
 * to another service point.
 */
final class EngineCr extends AbstractCr {

  private final EngineIa ia;
  private final ConnectRequest connectRequest;

  /** The endpoint of a reserved service point, or null. */
  private final EngineEp endpoint;

  private boolean isUnseen;

  EngineCr(EngineIa ia, ConnectRequest connectRequest, EngineEp endpoint) {
    super(ia);
    this.ia = ia;
    this.connectRequest = connectRequest;
    this.endpoint = endpoint;
  }

  EngineIa engineIa() {
    return ia;
  }

  /** Notes that the program has not seen it: its end is no decision of the program. */
  void markUnseen() {
    isUnseen = true;
  }

  @Override
  protected AbstractEp localEp() {
    return endpoint;
  }

  @Override
  protected CrParam implQuery() {
    return new CrParam(
        QueueEngine.ADDRESS, connectRequest.port, connectRequest.privateData.clone(), endpoint);
  }

  @Override
  protected void implAccept(AbstractEp ep, byte[] privateData) {
    EpInput input = endpoint == null ? EpInput.ACCEPT : EpInput.ACCEPT_OWN;
    QueueEngine.locked(() -> ((EngineEp) ep).accept(connectRequest, input, privateData));
  }

  @Override
  protected void implReject() {
    QueueEngine.locked(
        () -> {
          connectRequest.refuse(
              isUnseen
                  ? EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED
                  : EventNumber.CONNECTION_EVENT_PEER_REJECTED,
              "the request was rejected");
          release();
        });
  }

  @Override
  protected void implHandoff(long connQual) {
    QueueEngine.locked(
        () -> {
          QueueEngine.ServicePoint target = QueueEngine.find(connQual);
          if (target == null || target.engineIa() != ia) {
            throw Errors.parameter(
                where("handoff"),
                2,
                "connQual",
                connQual,
                "name a qualifier that a PSP or RSP of this adapter listens on");
          }
          if (!target.take(connectRequest)) {
            throw Errors.resources(
                where("handoff"),
                DatSubtype.NO_SUBTYPE,
                "connQual",
                connQual,
                "take events from the service point's EVD first");
          }
          release();
        });
  }

  /** The endpoint of an ended request is free again. */
  private void release() {
    if (endpoint != null) {
      endpoint.move(EpInput.REJECT_OWN);
    }
  }
}
