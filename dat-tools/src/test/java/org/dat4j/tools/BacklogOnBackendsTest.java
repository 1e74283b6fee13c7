package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that starts again, and all its clients come back before it accepts the first. */
class BacklogOnBackendsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int CLIENTS = 300;

  private static List<DatConnection> connect(Ia ia, DatListener to, int count) {
    List<DatConnection> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      DatConnection client = Dats.endpoint(ia);
      client.startConnect(ia.address(), to.connQual(), LIMIT);
      clients.add(client);
    }
    return clients;
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void allClientsOfAServerAreConnected(String name) {
    Ia ia = Dat.openIa(name);
    DatListener listener = Dats.listen(ia);
    List<DatConnection> clients = connect(ia, listener, CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      listener.accept(Dats.endpoint(ia), LIMIT);
    }
    clients.forEach(client -> client.awaitConnected(LIMIT));
    ia.close(CloseFlags.ABRUPT);
  }

  /** The client whose request came last, which need not be the one that was made last. */
  private static DatConnection refused(List<DatConnection> clients) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() - end < 0) {
      for (DatConnection client : clients) {
        if (client.ep().getStatus().state() != EpState.ACTIVE_CONNECTION_PENDING) {
          return client;
        }
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("no client was refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aBacklogIsChosenAndOneThatIsFullIsNamed(String name) {
    Ia ia = Dat.openIa(name);
    DatListener listener = Dats.listen(ia, 0, 40);
    int places = listener.evd().query().evdQlen();
    assertTrue(places >= 40, places + " places");
    List<DatConnection> clients = connect(ia, listener, places + 1);
    DatConnection last = refused(clients);
    DatException refused = assertThrows(DatException.class, () -> last.awaitConnected(LIMIT));
    assertTrue(refused.getMessage().contains("queue of the service point"), refused.getMessage());
    assertTrue(refused.getMessage().contains(places + " requests"), refused.getMessage());
    ia.close(CloseFlags.ABRUPT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aBacklogThatCannotBeIsRefused(String name) {
    try (Ia ia = Dat.openIa(name)) {
      DatException refused = assertThrows(DatException.class, () -> Dats.listen(ia, 0, 0));
      assertEquals(DatReturn.INVALID_PARAMETER, refused.type());
    }
  }
}
