package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.ipc.ring.RingWriter;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer of the test that follows the protocol of links, and writes nonsense into its rings. */
@Timeout(240)
class HostilePeerTest {

  private static final int RING = RawLink.RING;

  /** Time limit in µs of an event that comes. */
  private static final long LIMIT_MICROS = TimeUnit.SECONDS.toMicros(20);

  /** Nanoseconds in which others go on beside a flood; far more than they need. */
  private static final long FLOOD_LIMIT = TimeUnit.SECONDS.toNanos(20);

  /** Requests that need far more answers than sockets and a link hold. */
  private static final int MAX_REQUESTS = 200_000;

  @TempDir private Path parent;
  private final DatEvent event = new DatEvent();

  @Test
  void aRequestToAFreedServicePointNeverReachesItsSuccessor() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    try (AdapterPair pair = new AdapterPair(path, "")) {
      long qualifier = pair.listener.connQual();
      long freed = folder.find(qualifier).number();
      pair.listener.close();
      try (DatListener next = Dats.listen(pair.serverIa, qualifier);
          RawLink raw = new RawLink(folder, qualifier)) {
        raw.send(ControlFrame.of(ControlFrame.Type.REQUEST, 0, 5, freed));
        ControlFrame answer = raw.await(ControlFrame.Type.DROP);
        assertEquals(DropReason.NOBODY, DropReason.of(answer.first()));
        assertEquals(qualifier, next.connQual());
      }
    }
  }

  @Test
  void nonsenseInOneRingEndsThatConnectionOnly() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    Random random = new Random(3);
    byte[] noise = new byte[RING];
    try (AdapterPair pair = new AdapterPair(path, "ring=4096");
        RawLink raw = new RawLink(folder, pair.listener.connQual())) {
      DatConnection[] neighbours = pair.connect();
      Region out = neighbours[0].register(64);
      Region in = neighbours[1].register(64);
      DatConnection good = raw.accept(pair, 7);
      Region message = good.register(64);
      for (int round = 0; round < 60; round++) {
        int index = round % 7;
        Slot slot = raw.slot(index);
        DatConnection victim = raw.accept(pair, index);
        Region memory = victim.register(64);
        victim.ep().postRecv(memory.context(), memory.address(), 64, 1, CompletionFlags.DEFAULT);
        RingWriter writer = slot.writer();
        int ring = writer.payloadIndex() - 32;
        random.nextBytes(noise);
        if (round % 3 == 0) {
          noise[0] = (byte) (1 + random.nextInt(7));
        }
        if (round % 3 == 1) {
          // A header that makes sense, about memory that does not exist, or of a wrong length.
          writer.put(RecordType.values()[1 + random.nextInt(6)], 0, random.nextLong(), 99, 1, 2, 0);
          writer.memory().put(ring + 32, noise, 32, RING - 32);
        } else {
          noise[0] |= 1;
          writer.memory().put(ring, noise, 0, RING);
        }
        raw.ring(index);
        assertEquals(DatReturn.SUCCESS, victim.connectEvd().await(60_000_000, 1, event));
        assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number());
        assertEquals(DatReturn.SUCCESS, victim.recvEvd().await(60_000_000, 1, event));
        victim.close();
        raw.send(ControlFrame.of(ControlFrame.Type.RELEASE, index, 0, 0));
        AdapterPair.exchange(neighbours[0], out, neighbours[1], in, 64, event);
      }
      // The raw peer's other connection still works.
      good.ep().postRecv(message.context(), message.address(), 64, 9, CompletionFlags.DEFAULT);
      RingWriter writer = raw.area.slot(7, true).writer();
      writer.memory().putLong(writer.payloadIndex(), 42);
      writer.put(RecordType.SEND, 0, 0, 8, 0, 0, 8);
      raw.ring(7);
      assertEquals(8, Dats.awaitDto(good.recvEvd(), 9, AdapterPair.LIMIT, event));
      assertNotNull(message.buffer());
      good.close();
    }
  }

  @Test
  void aRefusalCompletesNoRequestWithSuccess() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    try (AdapterPair pair = new AdapterPair(path, "");
        RawLink raw = new RawLink(folder, pair.listener.connQual())) {
      Slot slot = raw.slot(0);
      DatConnection victim = raw.accept(pair, 0);
      Region memory = victim.register(64);
      victim
          .ep()
          .postRdmaWrite(memory.context(), memory.address(), 64, 1, 5, 6, CompletionFlags.DEFAULT);
      slot.writer().put(RecordType.REFUSAL, DtoStatus.SUCCESS.value(), 0, 0, 0, 0, 0);
      raw.ring(0);
      assertEquals(DatReturn.SUCCESS, victim.requestEvd().await(60_000_000, 1, event));
      assertEquals(DtoStatus.ERR_TRANSPORT, event.status());
      assertEquals(DatReturn.SUCCESS, victim.connectEvd().await(60_000_000, 1, event));
      assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number());
      victim.close();
    }
  }

  @Test
  void nonsenseInTheSocketEndsThatLinkOnly() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    Random random = new Random(4);
    try (AdapterPair pair = new AdapterPair(path, "")) {
      DatConnection[] neighbours = pair.connect();
      Region out = neighbours[0].register(64);
      Region in = neighbours[1].register(64);
      for (int round = 0; round < 50; round++) {
        try (SocketChannel socket =
            PrivateFolder.connect(folder, folder.find(pair.listener.connQual()).adapter())) {
          byte[] noise = new byte[200];
          random.nextBytes(noise);
          if (round % 2 == 0) {
            System.arraycopy(new byte[] {(byte) (round % 11), 0, 0, 0, 0, 0, 0, 0}, 0, noise, 0, 8);
          }
          socket.write(ByteBuffer.wrap(noise));
        }
        AdapterPair.exchange(neighbours[0], out, neighbours[1], in, 64, event);
      }
    }
  }

  @Test
  void aFloodOfFramesKeepsNoThreadFromOtherLinks() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    AtomicBoolean isOver = new AtomicBoolean();
    try (AdapterPair pair = new AdapterPair(path, "spin=0");
        RawLink raw = new RawLink(folder, pair.listener.connQual())) {
      CompletableFuture<Void> flooding = CompletableFuture.runAsync(() -> flood(raw, isOver));
      try {
        long start = System.nanoTime();
        for (int round = 0; round < 20; round++) {
          DatConnection[] neighbours = pair.connect();
          Region out = neighbours[0].register(64);
          Region in = neighbours[1].register(64);
          for (int i = 0; i < 10; i++) {
            AdapterPair.exchange(neighbours[0], out, neighbours[1], in, 64, event);
          }
        }
        assertTrue(System.nanoTime() - start < FLOOD_LIMIT, "the flood has the thread");
      } finally {
        isOver.set(true);
        flooding.join();
      }
    }
  }

  /** Sends frames that ask for nothing, faster than the peer can read them. */
  private static void flood(RawLink raw, AtomicBoolean isOver) {
    ByteBuffer output = ByteBuffer.allocateDirect(1 << 16);
    while (output.remaining() >= ControlFrame.MAX_BYTES) {
      ControlFrame.of(ControlFrame.Type.MAPPED, 0, 5, 0).write(output);
    }
    output.flip();
    try {
      while (!isOver.get()) {
        raw.socket.write(output);
        if (!output.hasRemaining()) {
          output.rewind();
        }
      }
      while (output.hasRemaining()) {
        raw.socket.write(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPeerThatTakesNoAnswersLosesItsLink() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    try (AdapterPair pair = new AdapterPair(path, "");
        RawLink raw = new RawLink(folder, pair.listener.connQual())) {
      DatConnection[] neighbours = pair.connect();
      Region out = neighbours[0].register(64);
      Region in = neighbours[1].register(64);
      ControlFrame toNobody = ControlFrame.of(ControlFrame.Type.REQUEST, 0, 5, -1);
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < MAX_REQUESTS; i++) {
              raw.send(toNobody);
            }
          });
      AdapterPair.exchange(neighbours[0], out, neighbours[1], in, 64, event);
    }
  }

  @Test
  void aConnectionIsBrokenIfItsPeerRefusesFrames() throws IOException {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    try (AdapterPair pair = new AdapterPair(path, "");
        RawLink raw = new RawLink(folder, pair.listener.connQual())) {
      DatConnection end = raw.accept(pair, 0);
      raw.socket.shutdownInput();
      // The answer cannot be sent, but this peer closes nothing.
      raw.send(ControlFrame.of(ControlFrame.Type.REQUEST, 1, 5, -1));
      assertEquals(DatReturn.SUCCESS, end.connectEvd().await(LIMIT_MICROS, 1, event));
      assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number());
    }
  }
}
