package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import org.dat4j.dat.ipc.ring.Area;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;

/** The end of a link that a test drives by hand; the end that connects. */
final class RawLink implements AutoCloseable {

  /** Bytes of each ring. */
  static final int RING = 4096;

  private static final long NUMBER = 0x8000_0000_0000_0077L;

  final SocketChannel socket;
  final Area area;
  private final PrivateFolder folder;
  private final ByteBuffer input = ByteBuffer.allocate(4096);

  RawLink(PrivateFolder folder, long connQual) throws IOException {
    this.folder = folder;
    socket = PrivateFolder.connect(folder, folder.find(connQual).adapter());
    socket.configureBlocking(true);
    area = Area.create(folder.area(NUMBER, 1), RING);
    send(ControlFrame.of(ControlFrame.Type.HELLO, 0, Link.VERSION, RING));
    send(ControlFrame.of(ControlFrame.Type.ADAPTER, 0, NUMBER, 0));
    send(ControlFrame.of(ControlFrame.Type.AREA, 0, 1, 0));
  }

  void send(ControlFrame frame) throws IOException {
    ByteBuffer output = ByteBuffer.allocate(ControlFrame.MAX_BYTES);
    frame.write(output);
    output.flip();
    while (output.hasRemaining()) {
      socket.write(output);
    }
  }

  /** Tells the peer that records were put. */
  void ring(int index) throws IOException {
    area.doorbells(true).ring(index);
    send(ControlFrame.of(ControlFrame.Type.WAKE, 0, 0, 0));
  }

  ControlFrame await(ControlFrame.Type type) throws IOException {
    for (; ; ) {
      input.flip();
      ControlFrame frame = ControlFrame.read(input);
      input.compact();
      if (frame != null && frame.type() == type) {
        return frame;
      }
      if (frame == null) {
        assertTrue(socket.read(input) > 0);
      }
    }
  }

  /** Has the server accept a connection in a slot, which is new. */
  DatConnection accept(AdapterPair pair, int index) throws IOException {
    long point = folder.find(pair.listener.connQual()).number();
    send(ControlFrame.of(ControlFrame.Type.REQUEST, index, 5, point));
    DatConnection end = Dats.endpoint(pair.serverIa);
    CompletableFuture<Void> accepting =
        CompletableFuture.runAsync(() -> pair.listener.accept(end, AdapterPair.LIMIT));
    await(ControlFrame.Type.ACCEPT);
    send(ControlFrame.of(ControlFrame.Type.READY, index, 0, 0));
    accepting.join();
    return end;
  }

  /** The test's end of a slot, empty. */
  Slot slot(int index) {
    Slot slot = area.slot(index, true);
    slot.reset();
    return slot;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
