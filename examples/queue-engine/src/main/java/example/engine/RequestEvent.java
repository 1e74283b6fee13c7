package example.engine;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Psp;

/**
 * The queued event that announces a connection request to a service point of the example provider.
 *
 * @param cr the request
 * @param psp the service point, null for a reserved one, which is gone
 * @param connQual the qualifier that was asked for
 */
record RequestEvent(EngineCr cr, Psp psp, long connQual) implements QueuedEvent {

  @Override
  public void fill(DatEvent out, EngineEvd evd) {
    out.setConnectionRequest(evd, psp, QueueEngine.ADDRESS, connQual, cr);
  }

  @Override
  public void lost() {
    cr.engineIa().lost(cr);
  }
}
