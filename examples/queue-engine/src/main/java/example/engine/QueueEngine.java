package example.engine;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;

/**
 * A simulated device that all adapters of this example provider share: its one lock, and its
 * table of service points by connection qualifier.
 */
final class QueueEngine {

  /** The address of every adapter. */
  static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  /** Guards everything in this package; a thread that holds it never waits. */
  static final ReentrantLock LOCK = new ReentrantLock();

  /** A service point: takes the requests for one connection qualifier. */
  interface ServicePoint {

    /** Takes a request in, under the lock; false when there is no room for its event. */
    boolean take(ConnectRequest connectRequest);

    EngineIa engineIa();
  }

  /** Qualifiers of the provider's choice, and ports of requesters, start here. */
  private static final long FIRST_CHOSEN = 1L << 32;

  private static final Map<Long, ServicePoint> LISTENING = new HashMap<>();

  private static long chosen = FIRST_CHOSEN;

  private QueueEngine() {}

  /** Does something under the lock. */
  static void locked(Runnable work) {
    LOCK.lock();
    try {
      work.run();
    } finally {
      LOCK.unlock();
    }
  }

  /** A number that names one end of a connection, or a qualifier of the provider's choice. */
  static long nextPort() {
    return chosen++;
  }

  /** Enters a service point under a qualifier, or under a free one for 0; answers which. */
  static long listen(long connQual, ServicePoint point) {
    long qualifier = connQual;
    while (qualifier == 0 || connQual == 0 && LISTENING.containsKey(qualifier)) {
      qualifier = nextPort();
    }
    if (LISTENING.putIfAbsent(qualifier, point) != null) {
      throw Errors.of(
          DatReturn.CONN_QUAL_IN_USE,
          DatSubtype.NO_SUBTYPE,
          "Ia.createPsp",
          "connQual",
          connQual,
          "free the other service point, or use another qualifier");
    }
    return qualifier;
  }

  static void ignore(long connQual, ServicePoint point) {
    LISTENING.remove(connQual, point);
  }

  /** Finds the service point of a qualifier; null if there is none. */
  static ServicePoint find(long connQual) {
    return LISTENING.get(connQual);
  }
}
