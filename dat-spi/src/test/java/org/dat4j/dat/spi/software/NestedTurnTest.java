package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.junit.jupiter.api.Test;

/** A wire that runs the transmit turn of its connection within its receive turn. */
class NestedTurnTest {

  /** A transport whose wires run a turn too early. */
  private static final class Nesting extends StubFabric {
    private Turn transmit;
    private Turn receive;

    @Override
    public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
      WireUpcalls upcalls = attempt.upcalls();
      transmit = new Turn(upcalls.transmitWork());
      receive = new Turn(upcalls.receiveWork());
      attempt.claim();
      Wire wire =
          new IdleWire() {
            @Override
            public int progress(int budget) {
              transmit.runOrHandOff();
              return 0;
            }
          };
      attempt.established(wire, transmit, receive, 1, connQual, new byte[0]);
      return HANDLE;
    }
  }

  @Test
  void aTurnWithinATurnBreaksTheConnectionWithTheRuleAsItsDetail() {
    Nesting fabric = new Nesting();
    SoftIa ia = fabric.open();
    Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
    Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
    Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
    fabric.connect(ep);
    DatEvent event = new DatEvent();
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, event.number());
    fabric.receive.runOrHandOff();
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number());
    assertTrue(event.detail().contains("runs no turn"), event.detail());
  }
}
