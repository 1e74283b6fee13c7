package example.engine;

import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.EpInput;

/**
 * The reserved service point (RSP) of the example provider: takes one connection request, for the
 * endpoint reserved with it. The first request takes its endpoint; from then on the service point
 * does not listen.
 */
final class EngineRsp extends AbstractRsp implements QueueEngine.ServicePoint {

  private final EngineIa ia;
  private final EngineEp endpoint;

  EngineRsp(EngineIa ia, long connQual, EngineEp endpoint, AbstractEvd evd) {
    super(connQual, endpoint, evd);
    this.ia = ia;
    this.endpoint = endpoint;
    QueueEngine.locked(
        () -> {
          endpoint.require(EpInput.RESERVE, "createRsp");
          try {
            QueueEngine.listen(connQual, this);
          } catch (RuntimeException e) {
            endpoint.move(EpInput.UNRESERVE);
            throw e;
          }
        });
  }

  @Override
  public EngineIa engineIa() {
    return ia;
  }

  @Override
  public boolean take(ConnectRequest connectRequest) {
    EngineEvd queue = (EngineEvd) evd();
    if (queue.isFull() || !consume()) {
      return false;
    }
    EngineCr cr = new EngineCr(ia, connectRequest, endpoint);
    endpoint.requested(connectRequest);
    QueueEngine.ignore(connQual(), this);
    boolean admitted = ia.admit(cr);
    consumed();
    return !admitted || queue.offer(new RequestEvent(cr, null, connQual()));
  }

  @Override
  protected void implFree() {
    QueueEngine.locked(
        () -> {
          QueueEngine.ignore(connQual(), this);
          endpoint.move(EpInput.UNRESERVE);
        });
  }
}
