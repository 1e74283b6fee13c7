package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stranger who speaks DAT but not the protocol: loses its connection, and nobody else does. */
@Tag("long")
class HostileTest {
  private static final long SECONDS = 1_000_000;
  private static final int RECEIVES = 40;
  private static final int PLACE = 2048;
  private static final int SENDS = RECEIVES * PLACE;

  private final Nodes nodes = Nodes.plain();
  private final List<Ia> strangers = new ArrayList<>();
  private RsmController exporter;
  private ExportSegment export;

  @AfterEach
  void close() {
    strangers.forEach(ia -> ia.close(CloseFlags.ABRUPT));
    export.close();
    nodes.close();
  }

  /** A connection of the stranger. */
  private final class Stranger {
    final Evd evd;
    final Ep ep;
    final Lmr lmr;
    final ByteBuffer memory = ByteBuffer.allocateDirect(SENDS + PLACE);
    final DatEvent event = new DatEvent();

    Stranger(String name, byte[] privateData) {
      Ia ia = Dat.registry().openIa(name);
      strangers.add(ia);
      Pz pz = ia.createPz();
      evd = ia.createEvd(300, null, EvdFlags.CONNECTION | EvdFlags.DTO);
      lmr = ia.createLmr(memory, pz, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE);
      ep = ia.createEp(pz, evd, evd, evd, Link.SIZES);
      for (int i = 0; i < RECEIVES; i++) {
        long at = lmr.registeredAddress() + i * PLACE;
        ep.postRecv(lmr.lmrContext(), at, PLACE, i, CompletionFlags.DEFAULT);
      }
      ep.connect(
          ia.address(),
          Nodes.PORT + 8,
          30 * SECONDS,
          privateData,
          Qos.BEST_EFFORT,
          ConnectFlags.DEFAULT);
      do {
        assertEquals(DatReturn.SUCCESS, evd.await(60 * SECONDS, 1, event));
        // A request that fails flushes the receives first.
      } while (event.number() == EventNumber.DTO_COMPLETION_EVENT);
    }

    void send(byte[] octets) {
      memory.put(SENDS, octets);
      ep.postSend(
          lmr.lmrContext(),
          lmr.registeredAddress() + SENDS,
          octets.length,
          0,
          CompletionFlags.SUPPRESS);
    }

    void send(int request, Message message) {
      ByteBuffer out = ByteBuffer.allocate(Codec.MAX_SIZE);
      Codec.encode(out, request, message);
      byte[] octets = new byte[out.position()];
      out.get(0, octets);
      send(octets);
    }

    /** Takes events until a message of a kind has come. */
    <M extends Message> M receives(Class<M> kind) throws MalformedException {
      while (true) {
        assertEquals(DatReturn.SUCCESS, evd.await(60 * SECONDS, 1, event), "" + kind);
        assertEquals(EventNumber.DTO_COMPLETION_EVENT, event.number(), "" + event);
        assertEquals(DtoStatus.SUCCESS, event.status(), "" + event);
        int place = (int) event.cookie() * PLACE;
        int length = (int) event.transferredLength();
        Message message = Codec.decode(memory.slice(place, length)).message();
        if (kind.isInstance(message)) {
          return kind.cast(message);
        }
      }
    }

    /** Takes events until the connection has ended. */
    void losesItsConnection(String why) {
      do {
        assertEquals(DatReturn.SUCCESS, evd.await(60 * SECONDS, 1, event), why);
      } while (event.number() == EventNumber.DTO_COMPLETION_EVENT);
      assertTrue(
          event.number() == EventNumber.CONNECTION_EVENT_DISCONNECTED
              || event.number() == EventNumber.CONNECTION_EVENT_BROKEN,
          why + ": " + event);
    }
  }

  /** As of a node of this domain, whose digest is no secret. */
  private static byte[] greeting() {
    Config config = Config.of(new RsmSettings(Map.of()));
    return Greeting.encode(
        new Greeting.Control(
            false, Greeting.ownOrder(), false, 2, 1, config.domain(), new byte[Greeting.NONCE]));
  }

  private static Message.Hello hello() {
    return new Message.Hello(0, 0, 1, List.of());
  }

  private void open(String name) {
    exporter = nodes.on(name, 1);
    export = exporter.createExportSegment(exporter.allocate(4096), 0);
    export.publish(Nodes.ID, null);
  }

  /** Others are served as before. */
  private void lives(String name) {
    ImportSegment segment = nodes.ready(nodes.on(name, 3), 1, Nodes.ID, Permission.RDWR);
    assertEquals(RsmReturn.SUCCESS, segment.put8(0, new byte[1], 0, 1));
    assertEquals(RsmReturn.SUCCESS, segment.post(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void privateDataThatIsNoGreetingIsRejected(String name) {
    open("dat" + name);
    byte[] wrongDomain = greeting();
    wrongDomain[20]++;
    byte[] wrongToken = Greeting.encode(new Greeting.Data(1, new byte[Sealer.TAG]));
    byte[] answer = greeting();
    answer[5] = 3;
    for (byte[] data : new byte[][] {null, new byte[7], wrongDomain, wrongToken, answer}) {
      Stranger stranger = new Stranger(name, data);
      assertEquals(
          EventNumber.CONNECTION_EVENT_PEER_REJECTED, stranger.event.number(), "" + stranger.event);
    }
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aRequestBeforeTheIntroductionEndsTheConnection(String name) {
    open("dat" + name);
    Stranger stranger = new Stranger(name, greeting());
    stranger.send(0, new Message.Connect(Nodes.ID, 0600));
    stranger.losesItsConnection("no introduction");
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void whatMayNotBeSaidEndsTheConnection(String name) {
    open("dat" + name);
    List<Message> wrong =
        List.of(
            hello(),
            new Message.Done(0),
            new Message.Welcome(1, 2),
            new Message.Grant(0, Message.Place.NONE),
            new Message.Abort(1),
            new Message.Rebound(1, Message.Place.NONE));
    for (Message message : wrong) {
      Stranger stranger = new Stranger(name, greeting());
      stranger.send(0, hello());
      stranger.send(1, message);
      stranger.losesItsConnection(message.toString());
    }
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void tokensThatWereNotGivenReachNothing(String name) {
    open("dat" + name);
    Stranger stranger = new Stranger(name, greeting());
    stranger.send(0, hello());
    for (int i = 1; i < 30; i++) {
      stranger.send(i, i % 2 == 0 ? new Message.Signal(i, false) : new Message.Disconnect(i));
    }
    for (int answers = 0; answers < 30; answers++) {
      assertEquals(DatReturn.SUCCESS, stranger.evd.await(60 * SECONDS, 1, stranger.event));
    }
    assertEquals(RsmReturn.TIMEOUT, export.await(0));
    lives("dat" + name);
  }

  /** The data connection of an import that its importer has left without ending it. */
  private Stranger leaves(String name) throws MalformedException {
    Stranger control = new Stranger(name, greeting());
    control.send(0, hello());
    control.receives(Message.Welcome.class);
    control.send(1, new Message.Connect(Nodes.ID, Permission.READ));
    long token = control.receives(Message.Connected.class).token();
    Stranger data =
        new Stranger(name, Greeting.encode(new Greeting.Data(token, new byte[Sealer.TAG])));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, data.event.number(), "" + data.event);
    control.send(2, new Message.Disconnect(token));
    control.receives(Message.Done.class);
    return data;
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void whoLeavesAnImportAndKeepsItsConnectionLosesIt(String name) throws MalformedException {
    open("dat" + name);
    leaves(name).losesItsConnection("an import that was left");
    lives("dat" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void unpublishTakesTheConnectionFromWhoLeftAnImportAndKeptIt(String name)
      throws MalformedException {
    open("dat" + name);
    Stranger data = leaves(name);
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
  void anyOctetsEndAConnectionAtMost(String name) {
    open("dat" + name);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      Stranger stranger = new Stranger(name, greeting());
      stranger.send(0, hello());
      byte[] octets = new byte[random.nextInt(Codec.MAX_SIZE)];
      random.nextBytes(octets);
      stranger.send(octets);
      stranger.losesItsConnection("seed " + seed + ", round " + round);
    }
    lives("dat" + name);
  }
}
