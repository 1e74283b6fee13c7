package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connects at once from one host to one service point. */
@Timeout(240)
class ManyConnectsTest {

  private static final int LIMIT_MICROS = 30_000_000;
  private static final EpAttr SMALL =
      EpAttr.DEFAULT.toBuilder().maxRequestDtos(1).maxRecvDtos(1).build();

  private final Ia client = AdapterPair.registry("", "").openIa("client");
  private final Ia server = AdapterPair.registry("", "").openIa("server");
  private final List<Socket> strangers = new ArrayList<>();
  private final DatEvent event = new DatEvent();

  @AfterEach
  void close() throws IOException {
    for (Socket stranger : strangers) {
      stranger.close();
    }
    client.close(CloseFlags.ABRUPT);
    server.close(CloseFlags.ABRUPT);
  }

  /** Endpoints of an adapter that share their EVDs. */
  private static final class Many {
    private final Ia ia;
    private final Pz pz;
    private final Evd dto;
    private final Evd connection;

    Many(Ia ia, int count) {
      this.ia = ia;
      pz = ia.createPz();
      dto = ia.createEvd(2 * count, null, EvdFlags.DTO);
      connection = ia.createEvd(2 * count, null, EvdFlags.CONNECTION);
    }

    Ep make() {
      return ia.createEp(pz, dto, dto, connection, SMALL);
    }

    void connect(InetAddress to, long qualifier) {
      make().connect(to, qualifier, LIMIT_MICROS, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    }
  }

  private void expectEstablished(Evd evd, int count) {
    for (int i = 0; i < count; i++) {
      assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 1, event), "event " + i);
      assertEquals(
          EventNumber.CONNECTION_EVENT_ESTABLISHED, event.number(), i + ": " + event.detail());
    }
  }

  @Test
  void aThousandRequestersConnectDespiteAThousandSilentStrangers() throws IOException {
    int count = 1000;
    Many clients = new Many(client, count);
    Many servers = new Many(server, count);
    try (DatListener listener = Dats.listen(server)) {
      int port = (int) listener.connQual();
      for (int i = 0; i < count; i++) {
        InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + i % 200)});
        strangers.add(new Socket(server.address(), port, from, 0));
      }
      for (int i = 0; i < count; i++) {
        clients.connect(server.address(), port);
      }
      for (int i = 0; i < count; i++) {
        listener.awaitRequest(AdapterPair.LIMIT).accept(servers.make(), null);
      }
      expectEstablished(clients.connection, count);
      expectEstablished(servers.connection, count);
    }
  }

  /** Requests that find the EVD full wait until the program continues. */
  @Test
  void aBurstWaitsForAProgramThatTakesItsRequestsLater() {
    int count = 300;
    Many clients = new Many(client, count);
    Many servers = new Many(server, count);
    Evd requests = server.createEvd(1, null, EvdFlags.CR);
    Psp psp = server.createPspAny(requests, PspFlags.CONSUMER);
    int room = requests.query().evdQlen();
    assertTrue(room < count);
    for (int i = 0; i < count; i++) {
      clients.connect(server.address(), psp.connQual());
    }
    // Not before the EVD is full.
    assertEquals(DatReturn.SUCCESS, requests.await(LIMIT_MICROS, room, event));
    for (int i = 0; i < count; i++) {
      event.cr().accept(servers.make(), null);
      if (i + 1 < count) {
        assertEquals(DatReturn.SUCCESS, requests.await(LIMIT_MICROS, 1, event));
      }
    }
    expectEstablished(clients.connection, count);
  }

  @Test
  void anEvdThatStaysFullIsNamed() {
    Evd requests = server.createEvd(1, null, EvdFlags.CR);
    Psp psp = server.createPspAny(requests, PspFlags.CONSUMER);
    int room = requests.query().evdQlen();
    Many clients = new Many(client, room + 1);
    for (int i = 0; i <= room; i++) {
      clients.connect(server.address(), psp.connQual());
    }
    assertEquals(DatReturn.SUCCESS, clients.connection.await(LIMIT_MICROS, 1, event));
    assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, event.number());
    String detail = event.detail();
    assertTrue(detail.contains("is full with " + room + " requests"), detail);
  }

  @Test
  void aRejectionByTheProgramIsNoLimit() {
    Many clients = new Many(client, 1);
    Evd requests = server.createEvd(1, null, EvdFlags.CR);
    Psp psp = server.createPspAny(requests, PspFlags.CONSUMER);
    clients.connect(server.address(), psp.connQual());
    assertEquals(DatReturn.SUCCESS, requests.await(LIMIT_MICROS, 1, event));
    Cr request = event.cr();
    request.reject();
    assertEquals(DatReturn.SUCCESS, clients.connection.await(LIMIT_MICROS, 1, event));
    // What a program says is not what the adapter says.
    assertEquals(EventNumber.CONNECTION_EVENT_PEER_REJECTED, event.number());
    assertFalse(event.detail().contains("limit"), event.detail());
  }
}
