package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.ipc.ring.RingReader;
import org.dat4j.dat.ipc.ring.RingWriter;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the peer refuses, also where its ring has no room to say so. */
@Timeout(120)
class RefusalTest {

  private static final int SIZE = 300_001;

  /** Microseconds that a test waits for an event. */
  private static final long LIMIT = 20_000_000;

  /** More requests than an endpoint has. */
  private static final long NUMBER = 77;

  @TempDir private Path folder;
  private final DatEvent event = new DatEvent();

  @BeforeEach
  void keepOthersOut() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  private static void send(DatConnection from, Region out, int length) {
    from.ep().postSend(out.context(), out.address(), length, 1, CompletionFlags.DEFAULT);
  }

  private static void read(DatConnection from, Region to, int length, long cookie, Region far) {
    from.ep()
        .postRdmaRead(
            to.context(),
            to.address(),
            length,
            cookie,
            far.context(),
            far.address(),
            CompletionFlags.DEFAULT);
  }

  /** Posts an RDMA Write to memory that the peer does not have. */
  private static void writeAstray(
      DatConnection from, Region out, int length, long cookie, Region far) {
    from.ep()
        .postRdmaWrite(
            out.context(),
            out.address(),
            length,
            cookie,
            far.context() + 1,
            far.address(),
            CompletionFlags.DEFAULT);
  }

  private void await(Evd evd, long cookie, DtoStatus status) {
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT, 1, event));
    assertEquals(cookie, event.cookie());
    assertEquals(status, event.status());
  }

  private void awaitBroken(DatConnection end) {
    assertEquals(DatReturn.SUCCESS, end.connectEvd().await(LIMIT, 1, event));
    assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ring=4096", "ring=65536"})
  void messagesThatFindNoReceiveEndTheConnectionAlsoWhereBothRingsAreFull(String settings) {
    try (AdapterPair pair = new AdapterPair(folder, settings)) {
      DatConnection[] ends = pair.connect();
      for (DatConnection end : ends) {
        send(end, end.register(SIZE), SIZE);
      }
      for (DatConnection end : ends) {
        assertEquals(DatReturn.SUCCESS, end.requestEvd().await(LIMIT, 1, event));
        assertNotEquals(DtoStatus.SUCCESS, event.status());
        awaitBroken(end);
      }
    }
  }

  @Test
  void writesAstrayThatCrossEndTheConnection() throws Exception {
    try (AdapterPair pair = new AdapterPair(folder, "ring=4096")) {
      for (int round = 0; round < 200; round++) {
        DatConnection[] ends = pair.connect();
        CyclicBarrier barrier = new CyclicBarrier(ends.length);
        Runnable[] writes = {
          writeAtBarrier(ends[0], ends[1], barrier), writeAtBarrier(ends[1], ends[0], barrier)
        };
        CompletableFuture<Void> other = CompletableFuture.runAsync(writes[1]);
        writes[0].run();
        other.join();
        for (DatConnection end : ends) {
          assertEquals(DatReturn.SUCCESS, end.requestEvd().await(LIMIT, 1, event));
          assertNotEquals(DtoStatus.SUCCESS, event.status());
          awaitBroken(end);
          end.close();
        }
      }
    }
  }

  /** Registers what a Write needs, and returns the Write, which waits for another thread's. */
  private static Runnable writeAtBarrier(
      DatConnection end, DatConnection far, CyclicBarrier barrier) {
    Region out = end.register(SIZE);
    Region target = far.register(8);
    return () -> {
      try {
        barrier.await();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      writeAstray(end, out, SIZE, 1, target);
    };
  }

  @Test
  void aReadBeforeARefusedWriteHasAllOfItsData() {
    try (AdapterPair pair = new AdapterPair(folder, "ring=4096")) {
      DatConnection[] ends = pair.connect();
      Region own = ends[0].register(SIZE);
      Region far = ends[1].register(SIZE);
      far.buffer().put(SIZE - 1, (byte) 9);
      read(ends[0], own, SIZE, 1, far);
      writeAstray(ends[0], own, 8, 2, far);
      await(ends[0].requestEvd(), 1, DtoStatus.SUCCESS);
      await(ends[0].requestEvd(), 2, DtoStatus.ERR_REMOTE_ACCESS);
      assertEquals(9, own.buffer().get(SIZE - 1));
      awaitBroken(ends[0]);
    }
  }

  /** A refused access and the cause that both sides report. */
  enum Access {
    PRIVILEGE(MemPriv.LOCAL_READ | MemPriv.REMOTE_READ, 64, "lacks the privilege"),
    RANGE(MemPriv.ALL, 65, "the range leaves the memory");

    private final int privileges;
    private final int length;
    private final String cause;

    Access(int privileges, int length, String cause) {
      this.privileges = privileges;
      this.length = length;
      this.cause = cause;
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothSidesAreToldWhatWasWrongWithTheAccess(Access access) {
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection[] ends = pair.connect();
      Region own = ends[0].register(128);
      Region far = ends[1].register(ByteBuffer.allocateDirect(64), access.privileges);
      ends[0]
          .ep()
          .postRdmaWrite(
              own.context(),
              own.address(),
              access.length,
              1,
              far.remote().rmrContext(),
              far.address(),
              CompletionFlags.DEFAULT);
      await(ends[0].requestEvd(), 1, DtoStatus.ERR_REMOTE_ACCESS);
      awaitBroken(ends[0]);
      String told = "the peer has refused a request: ERR_REMOTE_ACCESS: ";
      assertTrue(event.detail().startsWith(told), event::detail);
      assertTrue(event.detail().contains(access.cause), event::detail);
      awaitBroken(ends[1]);
      assertTrue(event.detail().startsWith("the peer's request was refused: "), event::detail);
      assertTrue(event.detail().contains(access.cause), event::detail);
    }
  }

  @Test
  void theSenderIsToldThatTheReceiveIsTooShort() {
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection[] ends = pair.connect();
      ends[1].receive(ends[1].register(64), 0, 8, 1);
      send(ends[0], ends[0].register(64), 9);
      awaitBroken(ends[0]);
      assertTrue(event.detail().contains("ERR_REMOTE_RESPONDER"), event::detail);
      assertTrue(event.detail().contains("longer than the receive buffer"), event::detail);
    }
  }

  @Test
  void aReceiveIntoFreedMemoryReportsTheFreeAtItsOwnSide() {
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection[] ends = pair.connect();
      Region in = ends[1].register(64);
      ends[1].receive(in, 0, 64, 1);
      in.close();
      send(ends[0], ends[0].register(64), 8);
      await(ends[1].recvEvd(), 1, DtoStatus.ERR_LOCAL_PROTECTION);
      awaitBroken(ends[1]);
      assertTrue(event.detail().contains("was freed before"), event::detail);
    }
  }

  @Test
  void aRefusalOfAnEarlierVersionHasNoCause() throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      int status = DtoStatus.ERR_REMOTE_ACCESS.value();
      raw.send(ControlFrame.of(ControlFrame.Type.RELEASE, 0, -status, NUMBER));
      awaitBroken(victim);
      assertTrue(event.detail().contains("ERR_REMOTE_ACCESS"), event::detail);
      victim.close();
    }
  }

  @Test
  void aPeerThatIsGoneIsNamedAlikeWhereItsSocketIsReset() throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection victim;
      try (RawLink raw = new RawLink(shared, pair.listener.connQual())) {
        raw.slot(0);
        raw.slot(1);
        victim = raw.accept(pair, 0);
        long point = shared.find(pair.listener.connQual()).number();
        raw.send(ControlFrame.of(ControlFrame.Type.REQUEST, 1, 6, point));
        // Closed with an answer that was not read, the socket is reset.
        pair.listener.awaitRequest(AdapterPair.LIMIT).reject();
      }
      awaitBroken(victim);
      assertEquals("the peer has gone without a good-bye", event.detail());
      victim.close();
    }
  }

  /** Connects two ends. The second one has sent a message, which waits for a Receive. */
  private DatConnection[] connectWithAWaitingMessage(AdapterPair pair) {
    DatConnection[] ends = pair.connect();
    send(ends[1], ends[1].register(64), 8);
    Dats.awaitDto(ends[1].requestEvd(), 1, AdapterPair.LIMIT, event);
    return ends;
  }

  @Test
  void aRefusalArrivesThoughAMessageBeforeItWaitsForAReceive() {
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection[] ends = connectWithAWaitingMessage(pair);
      Region own = ends[0].register(64);
      Region far = ends[1].register(64);
      writeAstray(ends[0], own, 8, 2, far);
      await(ends[0].requestEvd(), 2, DtoStatus.ERR_REMOTE_ACCESS);
      awaitBroken(ends[0]);
    }
  }

  @Test
  void aRefusalNamesItsRequestThoughTheDataOfAnEarlierReadIsLost() {
    try (AdapterPair pair = new AdapterPair(folder, "")) {
      DatConnection[] ends = connectWithAWaitingMessage(pair);
      Region own = ends[0].register(64);
      Region far = ends[1].register(64);
      read(ends[0], own, 64, 1, far);
      writeAstray(ends[0], own, 8, 2, far);
      await(ends[0].requestEvd(), 1, DtoStatus.ERR_FLUSHED);
      await(ends[0].requestEvd(), 2, DtoStatus.ERR_REMOTE_ACCESS);
      awaitBroken(ends[0]);
    }
  }

  private static void until(BooleanSupplier done) {
    long start = System.nanoTime();
    while (!done.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < TimeUnit.MICROSECONDS.toNanos(LIMIT), "too late");
      Thread.onSpinWait();
    }
  }

  /** Waits until the peer has put the first record of an answer. */
  private static RingReader awaitData(Slot slot) {
    RingReader reader = slot.reader();
    until(reader::next);
    assertEquals(RecordType.DATA, reader.type());
    return reader;
  }

  private static void put(RingWriter writer, RecordType type, long number, int length, Region far) {
    writer.put(type, 0, number, length, far.context(), far.address(), 0);
  }

  @Test
  void aReadOfASourceFreedHalfwayIsRefusedByItsNumber() throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      Slot slot = raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      Region far = victim.register(SIZE);
      put(slot.writer(), RecordType.READ, NUMBER, SIZE, far);
      raw.ring(0);
      RingReader reader = awaitData(slot);
      // The ring has no room for the rest.
      far.close();
      while (reader.next()) {
        reader.take();
      }
      reader.publishPosition();
      raw.ring(0);
      PeerEnd end = PeerEnd.of(raw.await(ControlFrame.Type.RELEASE));
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, end.status());
      assertEquals(NUMBER, end.request());
      awaitBroken(victim);
      victim.close();
    }
  }

  @Test
  void theAnswerToAReadIsDroppedIfNeitherSideTakesMore() throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      Slot slot = raw.slot(0);
      slot.setStuck();
      DatConnection victim = raw.accept(pair, 0);
      Region far = victim.register(SIZE);
      RingWriter writer = slot.writer();
      put(writer, RecordType.READ, NUMBER, SIZE, far);
      writer.put(RecordType.WRITE, 0, NUMBER + 1, SIZE, far.context() + 1, far.address(), 0);
      raw.ring(0);
      PeerEnd end = PeerEnd.of(raw.await(ControlFrame.Type.RELEASE));
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, end.status());
      assertEquals(NUMBER + 1, end.request());
      awaitBroken(victim);
      victim.close();
    }
  }

  @Test
  void aSideThatKeepsDataForThePeerSaysThatItTakesNoMore() throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      Slot slot = raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      Region far = victim.register(SIZE);
      RingWriter writer = slot.writer();
      put(writer, RecordType.READ, NUMBER, SIZE, far);
      writer.put(RecordType.WRITE, 0, NUMBER + 1, SIZE, far.context() + 1, far.address(), 0);
      raw.ring(0);
      until(slot::isPeerStuck);
      // It goes on when its data is taken.
      RingReader reader = slot.reader();
      for (int taken = 0; taken < SIZE; taken += reader.payload()) {
        until(reader::next);
        reader.take();
        reader.publishPosition();
        raw.ring(0);
      }
      awaitBroken(victim);
      // Where the ring is full again right behind the data, the refusal comes with the end.
      assertEquals(
          NUMBER + 1,
          reader.next()
              ? reader.number()
              : PeerEnd.of(raw.await(ControlFrame.Type.RELEASE)).request());
      victim.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {2, -12, Long.MIN_VALUE, Long.MAX_VALUE})
  void anEndThatMakesNoSenseBreaksTheConnection(long said) throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      Region memory = victim.register(8);
      writeAstray(victim, memory, 8, 1, memory);
      raw.send(ControlFrame.of(ControlFrame.Type.RELEASE, 0, said, 0));
      await(victim.requestEvd(), 1, DtoStatus.ERR_TRANSPORT);
      awaitBroken(victim);
      victim.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 5, Long.MAX_VALUE, Long.MIN_VALUE})
  void noRequestIsCompleteForARefusalWhateverItsNumber(long number) throws IOException {
    PrivateFolder shared = PrivateFolder.open(folder);
    try (AdapterPair pair = new AdapterPair(folder, "");
        RawLink raw = new RawLink(shared, pair.listener.connQual())) {
      raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      Region memory = victim.register(8);
      writeAstray(victim, memory, 8, 1, memory);
      int status = DtoStatus.ERR_REMOTE_ACCESS.value();
      raw.send(ControlFrame.of(ControlFrame.Type.RELEASE, 0, -status, number));
      await(
          victim.requestEvd(),
          1,
          number <= 0 ? DtoStatus.ERR_REMOTE_ACCESS : DtoStatus.ERR_FLUSHED);
      awaitBroken(victim);
      victim.close();
    }
  }
}
