package example.engine;

import java.util.concurrent.Future;
import org.dat4j.dat.EventNumber;

/**
 * A connection request of the example provider's simulated device, kept from the connect until the
 * other side accepts or rejects it. Under the engine's lock.
 */
final class ConnectRequest {

  final EngineEp requester;
  final byte[] privateData;
  final long port;
  final long connQual;
  private Future<?> timer;
  private boolean isDecided;

  ConnectRequest(EngineEp requester, byte[] privateData, long connQual) {
    this.requester = requester;
    this.privateData = privateData;
    this.port = QueueEngine.nextPort();
    this.connQual = connQual;
  }

  /** Ends the request as timed out after a while, unless it is decided before. */
  void limit(long nanos) {
    timer =
        requester
            .engineIa()
            .later(
                nanos,
                () ->
                    refuse(
                        EventNumber.CONNECTION_EVENT_TIMED_OUT, "no answer within the time given"));
  }

  /** Decides the request; false if it was decided before. */
  boolean decide() {
    boolean first = !isDecided;
    isDecided = true;
    if (timer != null) {
      timer.cancel(false);
    }
    return first;
  }

  /** Ends the request without a connection, if it is not decided. */
  void refuse(EventNumber event, String reason) {
    if (decide()) {
      requester.end(event, reason);
    }
  }
}
