package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
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
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.dat4j.rsm.dat.message.ProtocolViolationException;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * A test connection to the process of node 1 that sends any bytes over DAT, also such as break the
 * protocol.
 */
final class RawPeer implements AutoCloseable {
  private static final long SECONDS = 1_000_000;
  private static final int RECEIVES = MessageCodec.MAX_REQUESTS * 2;
  private static final int PLACE = 2048;
  private static final long READ = 1 << 20;
  private static final int SENDS = RECEIVES * PLACE;

  private final Ia ia;
  final Evd evd;
  final Ep ep;
  final Lmr lmr;
  final ByteBuffer memory = ByteBuffer.allocateDirect(SENDS + PLACE);
  final DatEvent event = new DatEvent();

  RawPeer(String name, byte[] privateData) {
    ia = Dat.registry().openIa(name);
    Pz pz = ia.createPz();
    evd = ia.createEvd(300, null, EvdFlags.CONNECTION | EvdFlags.DTO);
    lmr = ia.createLmr(memory, pz, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE);
    ep = ia.createEp(pz, evd, evd, evd, ControlConnection.SIZES);
    for (int i = 0; i < RECEIVES; i++) {
      expect(i);
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

  void send(byte[] bytes) {
    memory.put(SENDS, bytes);
    ep.postSend(
        lmr.lmrContext(),
        lmr.registeredAddress() + SENDS,
        bytes.length,
        0,
        CompletionFlags.SUPPRESS);
  }

  void send(int request, Message message) {
    ByteBuffer out = ByteBuffer.allocate(MessageCodec.MAX_SIZE);
    MessageCodec.encode(out, request, message);
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    send(bytes);
  }

  private void expect(int place) {
    long at = lmr.registeredAddress() + place * PLACE;
    ep.postRecv(lmr.lmrContext(), at, PLACE, place, CompletionFlags.DEFAULT);
  }

  /**
   * A message that has arrived.
   *
   * @param request its number
   * @param message the message
   */
  record Received(int request, Message message) {}

  /** Takes events until a message of a kind has come. */
  Received request(Class<? extends Message> kind) throws ProtocolViolationException {
    while (true) {
      assertEquals(DatReturn.SUCCESS, evd.await(60 * SECONDS, 1, event), "" + kind);
      assertEquals(EventNumber.DTO_COMPLETION_EVENT, event.number(), "" + event);
      assertEquals(DtoStatus.SUCCESS, event.status(), "" + event);
      int place = (int) event.cookie();
      int length = (int) event.transferredLength();
      MessageCodec.Frame frame = MessageCodec.decode(memory.slice(place * PLACE, length));
      expect(place);
      if (kind.isInstance(frame.message())) {
        return new Received(frame.request(), frame.message());
      }
    }
  }

  /** Takes events until a message of a kind has come; returns it without its number. */
  <M extends Message> M receives(Class<M> kind) throws ProtocolViolationException {
    return kind.cast(request(kind).message());
  }

  /** Reads eight bytes of the exporter by RDMA, and takes events until that has ended. */
  DtoStatus reads(int context, long address) {
    long to = lmr.registeredAddress() + SENDS + PLACE - Long.BYTES;
    ep.postRdmaRead(
        lmr.lmrContext(), to, Long.BYTES, READ, context, address, CompletionFlags.DEFAULT);
    do {
      assertEquals(DatReturn.SUCCESS, evd.await(60 * SECONDS, 1, event));
    } while (event.number() != EventNumber.DTO_COMPLETION_EVENT || event.cookie() != READ);
    return event.status();
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

  /** Returns private data as of a node of this domain, whose digest is no secret. */
  static byte[] greeting() {
    DatRsmSettings config = DatRsmSettings.of(new RsmSettings(Map.of()));
    return ConnectData.encode(
        new ConnectData.Control(
            false,
            ConnectData.ownOrder(),
            false,
            2,
            config.domain(),
            new byte[ConnectData.NONCE],
            new byte[MessageCipher.TAG]));
  }

  static Message.Hello hello() {
    return new Message.Hello(0, 0, 1, List.of());
  }

  @Override
  public void close() {
    ia.close(CloseFlags.ABRUPT);
  }
}
