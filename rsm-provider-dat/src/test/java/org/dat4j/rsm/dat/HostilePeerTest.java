package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.dat4j.rsm.dat.message.ProtocolViolationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of RSM over DAT with a peer that breaks the protocol: it loses its connection, and other
 * peers are served as before.
 */
@Tag("long")
class HostilePeerTest {
  private static final long SECONDS = 1_000_000;

  private final Nodes nodes = Nodes.plain();
  private final List<RawPeer> strangers = new ArrayList<>();
  private RsmController exporter;
  private ExportSegment export;

  @AfterEach
  void close() {
    strangers.forEach(RawPeer::close);
    export.close();
    nodes.close();
  }

  private RawPeer stranger(String name, byte[] privateData) {
    RawPeer made = new RawPeer(name, privateData);
    strangers.add(made);
    return made;
  }

  private void open(String name) {
    exporter = nodes.on(name, 1);
    export = exporter.createExportSegment(exporter.allocate(4096), 0);
    export.publish(Nodes.ID, null);
  }

  /** Checks that other peers are served as before. */
  private void lives(String name) {
    ImportSegment segment = nodes.ready(nodes.on(name, 3), 1, Nodes.ID, Permission.RDWR);
    assertEquals(RsmReturn.SUCCESS, segment.put8(0, new byte[1], 0, 1));
    assertEquals(RsmReturn.SUCCESS, segment.post(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void privateDataThatIsNoGreetingIsRejected(String name) {
    open("dat" + name);
    byte[] wrongDomain = RawPeer.greeting();
    wrongDomain[12]++;
    byte[] wrongToken = ConnectData.encode(new ConnectData.Data(1, new byte[MessageCipher.TAG]));
    byte[] answer = RawPeer.greeting();
    answer[5] = 3;
    for (byte[] data : new byte[][] {null, new byte[7], wrongDomain, wrongToken, answer}) {
      RawPeer stranger = stranger(name, data);
      assertEquals(
          EventNumber.CONNECTION_EVENT_PEER_REJECTED, stranger.event.number(), "" + stranger.event);
    }
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aRequestBeforeTheIntroductionEndsTheConnection(String name) {
    open("dat" + name);
    RawPeer stranger = stranger(name, RawPeer.greeting());
    stranger.send(0, new Message.Connect(Nodes.ID, 0600));
    stranger.losesItsConnection("no introduction");
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aForbiddenMessageEndsTheConnection(String name) {
    open("dat" + name);
    List<Message> wrong =
        List.of(
            RawPeer.hello(),
            new Message.Done(0),
            new Message.Welcome(1, 2),
            new Message.Grant(0, Message.MemoryLocation.NONE),
            new Message.Abort(1),
            new Message.MemoryChanged(1, Message.MemoryLocation.NONE));
    for (Message message : wrong) {
      RawPeer stranger = stranger(name, RawPeer.greeting());
      stranger.send(0, RawPeer.hello());
      stranger.send(1, message);
      stranger.losesItsConnection(message.toString());
    }
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void tokensThatWereNotGivenReachNothing(String name) {
    open("dat" + name);
    RawPeer stranger = stranger(name, RawPeer.greeting());
    stranger.send(0, RawPeer.hello());
    for (int i = 1; i < 30; i++) {
      stranger.send(i, i % 2 == 0 ? new Message.Signal(i, false, 1) : new Message.Disconnect(i));
    }
    for (int answers = 0; answers < 30; answers++) {
      assertEquals(DatReturn.SUCCESS, stranger.evd.await(60 * SECONDS, 1, stranger.event));
    }
    assertEquals(RsmReturn.TIMEOUT, export.await(0));
    lives("dat" + name);
  }

  /** Makes and disconnects an import, and returns its data connection, which stays open. */
  private RawPeer leaves(String name) throws ProtocolViolationException {
    RawPeer control = stranger(name, RawPeer.greeting());
    control.send(0, RawPeer.hello());
    control.receives(Message.Welcome.class);
    control.send(1, new Message.Connect(Nodes.ID, Permission.READ));
    long token = control.receives(Message.Connected.class).token();
    RawPeer data =
        stranger(
            name, ConnectData.encode(new ConnectData.Data(token, new byte[MessageCipher.TAG])));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, data.event.number(), "" + data.event);
    control.send(2, new Message.Disconnect(token));
    control.receives(Message.Done.class);
    return data;
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aPeerThatLeavesAnImportAndKeepsItsConnectionLosesIt(String name)
      throws ProtocolViolationException {
    open("dat" + name);
    leaves(name).losesItsConnection("an import that was left");
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void unpublishEndsAConnectionKeptAfterItsImport(String name) throws ProtocolViolationException {
    open("dat" + name);
    RawPeer data = leaves(name);
    long begun = System.nanoTime();
    export.unpublish();
    data.losesItsConnection("an import that was left, of a segment that was unpublished");
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    // Left alone it would have kept it for 5 s from when it left.
    assertTrue(millis < 4000, "lost only after " + millis + " ms");
    export.publish(Nodes.ID, null);
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void arbitraryBytesEndAConnectionAtMost(String name) {
    open("dat" + name);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      RawPeer stranger = stranger(name, RawPeer.greeting());
      stranger.send(0, RawPeer.hello());
      byte[] bytes = new byte[random.nextInt(MessageCodec.MAX_SIZE)];
      random.nextBytes(bytes);
      stranger.send(bytes);
      stranger.losesItsConnection("seed " + seed + ", round " + round);
    }
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aContextOfAnotherImporterIsGoodForNothing(String name) throws ProtocolViolationException {
    open("dat" + name);
    RawPeer owner = stranger(name, RawPeer.greeting());
    owner.send(0, RawPeer.hello());
    Message.Welcome flush = owner.receives(Message.Welcome.class);
    owner.send(1, new Message.Connect(Nodes.ID, Permission.READ));
    long token = owner.receives(Message.Connected.class).token();
    byte[] data = ConnectData.encode(new ConnectData.Data(token, new byte[MessageCipher.TAG]));
    RawPeer path = stranger(name, data);
    owner.send(2, new Message.Bind(token));
    Message.MemoryLocation place = owner.receives(Message.Grant.class).where();
    assertEquals(DtoStatus.SUCCESS, path.reads(place.context(), place.base()));

    RawPeer other = stranger(name, RawPeer.greeting());
    other.send(0, RawPeer.hello());
    other.receives(Message.Welcome.class);
    assertNotEquals(DtoStatus.SUCCESS, other.reads(place.context(), place.base()));
    RawPeer third = stranger(name, RawPeer.greeting());
    third.send(0, RawPeer.hello());
    third.receives(Message.Welcome.class);
    assertNotEquals(DtoStatus.SUCCESS, third.reads(flush.context(), flush.address()));
    RawPeer unknown = stranger(name, RawPeer.greeting());
    assertNotEquals(DtoStatus.SUCCESS, unknown.reads(place.context(), place.base()));
    lives("dat" + name);
  }

  @Test
  void silentUnknownPeerCostsExporterLittleMemory() {
    // Over tcp the buffers of connections, which are not this provider's, would count, too.
    String name = "loopback0";
    open("dat" + name);
    stranger(name, RawPeer.greeting());
    long before = direct();
    List<RawPeer> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(stranger(name, RawPeer.greeting()));
    }
    long own = 20L * all.get(0).memory.capacity();
    long each = (direct() - before - own) / 20;
    assertTrue(each < 8192, each + " bytes for each stranger");
    lives("dat" + name);
  }

  private static long direct() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void unknownPeersOfOneAddressAreLimited() {
    open("dattcp0");
    int accepted = 0;
    for (int i = 0; i < 70; i++) {
      RawPeer stranger = stranger("tcp0", RawPeer.greeting());
      if (stranger.event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
        accepted++;
      }
    }
    assertTrue(accepted <= 64, accepted + " were accepted");
  }
}
