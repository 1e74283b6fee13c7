package org.dat4j.conformance.dat.mutant.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.spi.forward.Call;

/**
 * Tracks which endpoints are connected with each other, for the faults of DAT mutants that have to
 * see both ends. It takes each accept for that of the oldest connect which is not accepted.
 * Thread-safe.
 */
public final class PeerTracker {
  private final Deque<Ep> connecting = new ArrayDeque<>();
  private final Map<Ep, Ep> peers = new ConcurrentHashMap<>();

  /** Makes a tracker of no connections. */
  public PeerTracker() {}

  /**
   * Notes a connect before it is made: the request may be accepted before the call returns.
   *
   * @param call any call that begins
   */
  public synchronized void before(Call call) {
    if (call.name().equals("Ep.connect")) {
      connecting.removeIf(ep -> ep == call.object() || !isConnecting(ep));
      connecting.add((Ep) call.object());
    } else if (call.name().equals("Cr.accept") && call.arguments()[0] instanceof Ep accepting) {
      connecting.removeIf(ep -> !isConnecting(ep));
      Ep active = connecting.poll();
      if (active != null) {
        peers.put(active, accepting);
        peers.put(accepting, active);
      }
    }
  }

  private static boolean isConnecting(Ep ep) {
    try {
      return ep.getStatus().state() == EpState.ACTIVE_CONNECTION_PENDING;
    } catch (DatException freed) {
      return false;
    }
  }

  /**
   * Returns the other end of an endpoint's last connection.
   *
   * @param ep the endpoint, or null
   * @return its peer; null if it is not known
   */
  public Ep of(Ep ep) {
    return ep == null ? null : peers.get(ep);
  }

  /**
   * Ends the connection of an endpoint abruptly, if there is one.
   *
   * @param ep the endpoint
   */
  public static void end(Ep ep) {
    try {
      if (ep.getStatus().state() == EpState.CONNECTED) {
        ep.disconnect(CloseFlags.ABRUPT);
      }
    } catch (DatException gone) {
      // There is nothing to end.
    }
  }
}
