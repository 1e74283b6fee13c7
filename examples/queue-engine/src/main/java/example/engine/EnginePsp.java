package example.engine;

import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractPsp;

/**
 * The public service point (PSP) of the example provider: queues an event for each connection
 * request.
 */
final class EnginePsp extends AbstractPsp implements QueueEngine.ServicePoint {

  private final EngineIa ia;
  private long connQual;

  EnginePsp(EngineIa ia, long asked, AbstractEvd evd, PspFlags flags) {
    super(evd, flags);
    this.ia = ia;
    QueueEngine.locked(() -> connQual = QueueEngine.listen(asked, this));
  }

  @Override
  public long connQual() {
    return connQual;
  }

  @Override
  public EngineIa engineIa() {
    return ia;
  }

  @Override
  public boolean take(ConnectRequest connectRequest) {
    EngineEvd queue = (EngineEvd) evd();
    if (isFreed() || queue.isFull()) {
      return false;
    }
    EngineCr cr = new EngineCr(ia, connectRequest, null);
    return !ia.admit(cr) || queue.offer(new RequestEvent(cr, this, connQual));
  }

  @Override
  protected void implFree() {
    QueueEngine.locked(() -> QueueEngine.ignore(connQual, this));
  }
}
