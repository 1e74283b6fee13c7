package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Random;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ipc.ring.Area;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.ipc.ring.RingWriter;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A peer of the test that follows the protocol of links, and writes nonsense into its rings. */
@Timeout(240)
class HostilePeerTest {

  private static final long NUMBER = 0x8000_0000_0000_0077L;
  private static final int RING = 4096;

  @TempDir private Path parent;
  private final DatEvent event = new DatEvent();

  /** The end of a link that the test drives by hand. */
  private static final class RawLink implements AutoCloseable {
    private final SocketChannel socket;
    private final Area area;
    private final ByteBuffer input = ByteBuffer.allocate(4096);

    RawLink(PrivateFolder folder, long connQual) throws IOException {
      socket = PrivateFolder.connect(folder, folder.find(connQual));
      socket.configureBlocking(true);
      area = Area.create(folder.area(NUMBER, 1), RING);
      send(ControlFrame.of(ControlFrame.Type.HELLO, 0, 1, RING));
      send(ControlFrame.of(ControlFrame.Type.ADAPTER, 0, NUMBER, 0));
      send(ControlFrame.of(ControlFrame.Type.AREA, 0, 1, 0));
    }

    void send(ControlFrame frame) throws IOException {
      ByteBuffer output = ByteBuffer.allocate(ControlFrame.LONGEST);
      frame.write(output);
      output.flip();
      while (output.hasRemaining()) {
        socket.write(output);
      }
    }

    void awaitAccept() throws IOException {
      for (; ; ) {
        input.flip();
        ControlFrame frame = ControlFrame.read(input);
        input.compact();
        if (frame != null && frame.type() == ControlFrame.Type.ACCEPT) {
          return;
        }
        if (frame == null) {
          assertTrue(socket.read(input) > 0);
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Accepts a connection of the raw peer in a slot. */
  private static DatConnection accept(AdapterPair pair, RawLink raw, int index) throws IOException {
    raw.send(ControlFrame.of(ControlFrame.Type.REQUEST, index, 5, pair.listener.connQual()));
    DatConnection end = Dats.endpoint(pair.serverIa);
    Thread accepting = new Thread(() -> pair.listener.accept(end, AdapterPair.LIMIT));
    accepting.start();
    raw.awaitAccept();
    raw.send(ControlFrame.of(ControlFrame.Type.READY, index, 0, 0));
    try {
      accepting.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return end;
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
      DatConnection good = accept(pair, raw, 7);
      Region message = good.register(64);
      for (int round = 0; round < 60; round++) {
        int index = round % 7;
        Slot slot = raw.area.slot(index, true);
        slot.reset();
        DatConnection victim = accept(pair, raw, index);
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
        raw.area.doorbells(true).ring(index);
        raw.send(ControlFrame.of(ControlFrame.Type.WAKE, 0, 0, 0));
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
      raw.area.doorbells(true).ring(7);
      raw.send(ControlFrame.of(ControlFrame.Type.WAKE, 0, 0, 0));
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
      Slot slot = raw.area.slot(0, true);
      slot.reset();
      DatConnection victim = accept(pair, raw, 0);
      Region memory = victim.register(64);
      victim
          .ep()
          .postRdmaWrite(memory.context(), memory.address(), 64, 1, 5, 6, CompletionFlags.DEFAULT);
      slot.writer().put(RecordType.REFUSAL, DtoStatus.SUCCESS.value(), 0, 0, 0, 0, 0);
      raw.area.doorbells(true).ring(0);
      raw.send(ControlFrame.of(ControlFrame.Type.WAKE, 0, 0, 0));
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
            PrivateFolder.connect(folder, folder.find(pair.listener.connQual()))) {
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
}
