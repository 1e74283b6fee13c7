package org.dat4j.dat.loopback;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Listener;

/**
 * The table of the service points of the loopback backend, by the connection qualifier they listen
 * on.
 */
final class ListenerTable {

  /** Qualifiers of the provider's choice, and ports of requesters, start here. */
  private static final long FIRST_CHOSEN = 0x1_0000_0000L;

  private final ConcurrentHashMap<Long, Acceptor> acceptors = new ConcurrentHashMap<>();
  private final AtomicLong chosen = new AtomicLong(FIRST_CHOSEN);

  Listener listen(long connQual, Acceptor acceptor) {
    long qualifier = connQual;
    if (qualifier == 0) {
      do {
        qualifier = nextPort();
      } while (acceptors.putIfAbsent(qualifier, acceptor) != null);
    } else if (acceptors.putIfAbsent(qualifier, acceptor) != null) {
      throw Errors.of(
          DatReturn.CONN_QUAL_IN_USE,
          DatSubtype.NO_SUBTYPE,
          "Ia.createPsp",
          "connQual",
          connQual,
          "another service point listens there; free it or use another qualifier");
    }
    return new Listening(qualifier, acceptor);
  }

  /** A number that names one end of a connection. */
  long nextPort() {
    return chosen.getAndIncrement();
  }

  /** Finds the service point that listens on a qualifier; null when none does. */
  Acceptor find(long connQual) {
    return acceptors.get(connQual);
  }

  private final class Listening implements Listener {
    private final long connQual;
    private final Acceptor acceptor;

    Listening(long connQual, Acceptor acceptor) {
      this.connQual = connQual;
      this.acceptor = acceptor;
    }

    @Override
    public long connQual() {
      return connQual;
    }

    @Override
    public void close() {
      acceptors.remove(connQual, acceptor);
    }
  }
}
