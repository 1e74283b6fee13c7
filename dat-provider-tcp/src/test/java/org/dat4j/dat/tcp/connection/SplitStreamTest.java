package org.dat4j.dat.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
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
import org.dat4j.dat.tcp.FabricProvider;
import org.dat4j.dat.tcp.HexFrames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In whatever pieces a socket gives the bytes of messages, the outcome is the same. Each piece is
 * known to have been read before the next is there.
 */
@Tag("long")
@Timeout(240)
class SplitStreamTest {

  private static final HexFormat HEX = HexFormat.of();

  /** Where in the memory the first Write, the Send and the last Write go. */
  private static final int SHORT = 0;

  private static final int RECEIVE = 16;
  private static final int LONG = 32;

  /** More than what is staged where there is no CRC. */
  private static final int LENGTH = DirectPlacement.MIN_BYTES + 100;

  private final ScriptedFabric fabric = new ScriptedFabric();
  private final Ia ia =
      DatRegistry.builder().provider(new FabricProvider(fabric)).build().openIa(FabricProvider.IA);
  private final Pz pz = ia.createPz();
  private final Evd dtos = ia.createEvd(64, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final ByteBuffer memory = ByteBuffer.allocateDirect(LONG + LENGTH);
  private final Lmr lmr = ia.createLmr(memory, pz, MemPriv.ALL);
  private final ByteBuffer expected = ByteBuffer.allocate(LONG + LENGTH);
  private final DatEvent event = new DatEvent();

  @AfterEach
  void close() {
    ia.close();
  }

  /** A Write, a Send of two segments, a Read of what was written, and a long Write. */
  private byte[] stream(boolean crc) {
    byte[] large = new byte[LENGTH];
    new Random(7).nextBytes(large);
    expected.put(SHORT, HEX.parseHex("a1a2a3a4a5"));
    expected.put(RECEIVE, HEX.parseHex("68656c6c6f77"));
    expected.put(LONG, large);
    int stag = lmr.lmrContext();
    long address = lmr.registeredAddress();
    String[] ulpdus = {
      HexFrames.write(stag, address + SHORT, "a1a2a3a4a5"),
      HexFrames.untagged(HexFrames.UNTAGGED, HexFrames.SEND, 0, 0, 1, 0, "68656c6c6f"),
      HexFrames.untagged(HexFrames.UNTAGGED_LAST, HexFrames.SEND, 0, 0, 1, 5, "77"),
      HexFrames.readRequest(1, 5, stag, address + SHORT),
      HexFrames.write(stag, address + LONG, HEX.formatHex(large)),
    };
    StringBuilder stream = new StringBuilder();
    for (String ulpdu : ulpdus) {
      stream.append(HexFrames.fpdu(ulpdu, crc));
    }
    return HEX.parseHex(stream);
  }

  private Ep connected(boolean crc) {
    fabric.crc(crc);
    Ep ep = ia.createEp(pz, dtos, dtos, connections, null);
    ep.connect(ia.address(), 1, 1_000_000, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    expectConnection(EventNumber.CONNECTION_EVENT_ESTABLISHED);
    memory.put(0, new byte[memory.capacity()]);
    ep.postRecv(
        lmr.lmrContext(), lmr.registeredAddress() + RECEIVE, 16, 1, CompletionFlags.DEFAULT);
    return ep;
  }

  private void expectConnection(EventNumber number) {
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(number, event.number());
    assertEquals(DatReturn.QUEUE_EMPTY, connections.dequeue(event), event.toString());
  }

  private void give(byte[] stream, int from, int to) {
    fabric.channel().give(stream, from, to - from);
    fabric.wire().poll();
    assertEquals(0, fabric.channel().unread(), "bytes were left");
  }

  private void expectOutcome(Ep ep, boolean crc) {
    assertEquals(-1, expected.mismatch(memory), "byte that is wrong");
    assertEquals(DatReturn.SUCCESS, dtos.dequeue(event), "the Receive");
    assertEquals(1, event.cookie(), event.toString());
    assertEquals(DtoStatus.SUCCESS, event.status(), event.toString());
    assertEquals(6, event.transferredLength(), event.toString());
    assertEquals(DatReturn.QUEUE_EMPTY, dtos.dequeue(event), event.toString());
    String answer = HexFrames.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, "a1a2a3a4a5"), crc);
    assertEquals(answer, HEX.formatHex(fabric.channel().written()));
    ep.disconnect(CloseFlags.ABRUPT);
    expectConnection(EventNumber.CONNECTION_EVENT_DISCONNECTED);
    ep.free();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoPiecesAreAsGoodAsOne(boolean crc) {
    byte[] stream = stream(crc);
    for (int cut = 0; cut <= stream.length; cut++) {
      Ep ep = connected(crc);
      give(stream, 0, cut);
      give(stream, cut, stream.length);
      expectOutcome(ep, crc);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 16, 1000})
  void piecesOfAnyLengthAreAsGoodAsOne(int piece) {
    for (boolean crc : new boolean[] {true, false}) {
      byte[] stream = stream(crc);
      Ep ep = connected(crc);
      for (int at = 0; at < stream.length; at += piece) {
        give(stream, at, Math.min(stream.length, at + piece));
      }
      expectOutcome(ep, crc);
    }
  }
}
