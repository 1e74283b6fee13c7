package org.dat4j.dat.tcp.setup;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.dat.tcp.config.TcpSettings;

/**
 * A limit on the accepted connections of one tcp service point whose connection request is not
 * complete yet, in all and per remote address. Any thread.
 */
final class HalfOpenLimit {

  /** Most turned-away connections that are kept for a moment, so that they receive the reason. */
  private static final int MAX_TURNED_AWAY = 128;

  private final TcpSettings limits;
  private final Map<InetAddress, Integer> perAddress = new HashMap<>();
  private int all;
  private int turnedAway;

  HalfOpenLimit(TcpSettings limits) {
    this.limits = limits;
  }

  /** Counts a connection; returns the limit that forbids it, else null. */
  synchronized RejectReason tryAcquire(InetAddress address) {
    int ofAddress = perAddress.getOrDefault(address, 0);
    if (ofAddress >= limits.halfOpenPerAddress()) {
      return RejectReason.HALF_OPEN_PER_ADDRESS;
    }
    if (all >= limits.halfOpen()) {
      return RejectReason.HALF_OPEN;
    }
    all++;
    perAddress.put(address, ofAddress + 1);
    return null;
  }

  /** Uncounts a connection that has ended or has its request. */
  synchronized void release(InetAddress address) {
    all--;
    perAddress.computeIfPresent(address, (a, count) -> count > 1 ? count - 1 : null);
  }

  /** Counts a turned-away connection; false when it has to be closed at once. */
  synchronized boolean tryAcquireTurnedAway() {
    if (turnedAway == MAX_TURNED_AWAY) {
      return false;
    }
    turnedAway++;
    return true;
  }

  /** Uncounts a turned-away connection that is closed. */
  synchronized void releaseTurnedAway() {
    turnedAway--;
  }
}
