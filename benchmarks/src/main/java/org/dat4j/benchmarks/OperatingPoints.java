package org.dat4j.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.program.OperatingPoint;

/**
 * Lists the operating points that the benchmarks measure: operations with their message size,
 * window, number of connections and rate.
 */
final class OperatingPoints {

  private static final int SHORT = 64;
  private static final int MIDDLE = 1 << 16;
  private static final int LONG = 1 << 20;
  private static final int SHORT_WINDOW = 256;
  private static final int LONG_WINDOW = 16;
  private static final int CONNECTIONS = 100;
  private static final int MAX_SIZE = 1 << 22;
  private static final List<Integer> MANY_CONNECTIONS = List.of(10, 1000, 2000);

  /** Messages a second of the open loops. */
  private static final List<Integer> RATES = List.of(1000, 10_000, 50_000);

  /** Messages of an open loop that are under way at most: what is due later then waits. */
  private static final int OPEN_WINDOW = 1024;

  private OperatingPoints() {}

  /** Gives the points that every peer is asked for. */
  static List<OperatingPoint> ofAllPeers() {
    return List.of(
        OperatingPoint.pingPong(SHORT, 1),
        OperatingPoint.stream(SHORT, SHORT_WINDOW),
        OperatingPoint.stream(MIDDLE, LONG_WINDOW),
        OperatingPoint.stream(LONG, LONG_WINDOW),
        OperatingPoint.pingPong(SHORT, CONNECTIONS),
        OperatingPoint.write(SHORT, 1),
        OperatingPoint.write(LONG, LONG_WINDOW),
        new OperatingPoint(OperatingPoint.Kind.COPY, LONG, 1, 1, 0));
  }

  /** Gives the points that tell whether a build has become slower. */
  static List<OperatingPoint> ofGuard() {
    return List.of(
        OperatingPoint.pingPong(SHORT, 1),
        OperatingPoint.stream(SHORT, SHORT_WINDOW),
        OperatingPoint.write(LONG, LONG_WINDOW));
  }

  /**
   * Gives the further points of a long comparison: of dat4j and UCX all sizes, windows and numbers
   * of connections, and of all that can an open loop. Peers without streams have no further points.
   */
  static List<OperatingPoint> sweepOf(Peer peer) {
    List<OperatingPoint> points = new ArrayList<>();
    boolean hasRoundTripsOnly = peer.refusal(OperatingPoint.stream(SHORT, 1)).isPresent();
    if (hasRoundTripsOnly) {
      return points;
    }
    if (peer.kind() == Peer.Kind.DAT4J || peer.name().startsWith("UCX")) {
      for (int size = OperatingPoint.MIN_SIZE; size <= MAX_SIZE; size *= 2) {
        points.add(OperatingPoint.pingPong(size, 1));
        points.add(OperatingPoint.stream(size, LONG_WINDOW));
      }
      for (int window = 1; window <= SHORT_WINDOW; window *= 2) {
        points.add(OperatingPoint.stream(SHORT, window));
      }
    }
    if (peer.kind() == Peer.Kind.DAT4J) {
      MANY_CONNECTIONS.forEach(count -> points.add(OperatingPoint.pingPong(SHORT, count)));
    }
    for (int rate : RATES) {
      OperatingPoint point =
          new OperatingPoint(OperatingPoint.Kind.OPENLOOP, SHORT, OPEN_WINDOW, 1, rate);
      if (peer.refusal(point).isEmpty()) {
        points.add(point);
      }
    }
    return points;
  }
}
