package org.dat4j.dat.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.FabricProvider;
import org.dat4j.dat.tcp.HexFrames;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of partial reads and writes, with a scripted socket. */
@Timeout(240)
class ScriptedTest {

  private static final int MULPDU = 64018;
  private static final int HEADER = 16;
  private static final int TRAILER = 4;

  /** Payload of the longest segment of a Write. */
  private static final int LONGEST = 65521;

  private final ScriptedFabric fabric = new ScriptedFabric();
  private final Ia ia =
      DatRegistry.builder().provider(new FabricProvider(fabric)).build().openIa(FabricProvider.IA);
  private final Pz pz = ia.createPz();
  private final Evd dtos = ia.createEvd(64, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final DatEvent event = new DatEvent();

  @AfterEach
  void close() {
    ia.close();
  }

  private Ep connected(boolean crc) {
    fabric.crc(crc);
    fabric.mulpdu(MULPDU);
    Ep ep = ia.createEp(pz, dtos, dtos, connections, null);
    ep.connect(ia.address(), 1, 1_000_000, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, event.number());
    return ep;
  }

  private void give(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    fabric.channel().give(bytes, 0, bytes.length);
  }

  private void expectBrokenOnce(Ep ep) {
    assertEquals(DatReturn.SUCCESS, connections.dequeue(event), "a connection event");
    assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, event.number(), event.toString());
    assertEquals(DatReturn.QUEUE_EMPTY, connections.dequeue(new DatEvent()), "a second one");
    assertEquals(EpState.DISCONNECTED, ep.getStatus().state());
  }

  /**
   * How many bytes the socket takes before the source goes: segments, and bytes beyond. With a CRC
   * the answer is sent from a copy: the segment that is copied then ends as it was.
   */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 0", "0, 1", "0, 15", "0, 16", "1, 1", "1, 40000", "2, 64000"})
  void anAnswerFromRevokedMemoryEndsBetweenSegmentsWithATerminate(int segments, int beyond) {
    for (boolean crc : new boolean[] {true, false}) {
      ByteBuffer memory = ByteBuffer.allocateDirect(1 << 18);
      AdapterPair.fill(memory, 7);
      Lmr source = ia.createLmr(memory, pz, MemPriv.ALL);
      Ep ep = connected(crc);
      ScriptedChannel channel = fabric.channel();
      int length = 1 << 18;
      long address = source.registeredAddress();
      String read = HexFrames.readRequest(1, length, source.lmrContext(), address);
      int before = channel.written().length;
      int payload = MULPDU - HEADER + 2 & -64;
      int segment = HEADER + payload + TRAILER;
      channel.room(segments * segment + beyond);
      give(HexFrames.fpdu(read, crc));
      fabric.wire().poll();
      int out = channel.written().length - before;
      assertEquals(segments * segment + beyond, out, "the socket is full");
      ByteBuffer first = ByteBuffer.wrap(channel.written(), before, out);
      if (segments > 0) {
        assertEquals(HEADER - 2 + payload, first.getShort() & 0xFFFF, "length of a segment");
      }
      source.free();
      channel.room(Integer.MAX_VALUE);
      fabric.wire().poll();
      expectBrokenOnce(ep);
      byte[] all = channel.written();
      String rest = HexFormat.of().formatHex(all, before + out, all.length);
      if (beyond > 0 && !crc) {
        assertEquals("", rest, "within a segment nothing can follow");
        assertFalse(channel.isOpen(), "reset");
        assertTrue(event.detail().toString().contains("reset"), event.toString());
      } else {
        int copied = crc ? 1 : 0;
        int done = (segments + copied) * payload;
        if (crc) {
          ByteBuffer sent = ByteBuffer.wrap(all, before + segments * segment + HEADER, payload);
          assertEquals(memory.slice(segments * payload, payload), sent, "the copied segment");
        }
        String header =
            "00abcd02"
                + HexFrames.toHex(0x2000 + done)
                + HexFrames.hex(length - done, 4)
                + HexFrames.hex(source.lmrContext(), 4)
                + HexFrames.toHex(address + done);
        String updated = HexFrames.untagged(0x41, HexFrames.READ_REQUEST, 0, 1, 1, 0, header);
        String expected = HexFrames.terminate("0/1/00", Copy.READ_HEADER, updated);
        int left = copied * segment - beyond;
        assertEquals(HexFrames.fpdu(expected, crc), rest.substring(2 * left));
        assertTrue(event.detail().toString().contains("0/1/00"), event.toString());
      }
      ep.free();
    }
  }

  @Test
  void theEndNamesTheTerminateThatFollowsWhatTheSocketHasStillToTake() {
    int length = 1 << 18;
    Lmr source = ia.createLmr(ByteBuffer.allocateDirect(length), pz, MemPriv.ALL);
    Lmr freed = ia.createLmr(ByteBuffer.allocateDirect(64), pz, MemPriv.ALL);
    Ep ep = connected(true);
    ScriptedChannel channel = fabric.channel();
    String first =
        HexFrames.readRequest(1, length, source.lmrContext(), source.registeredAddress());
    String second = HexFrames.readRequest(2, 64, freed.lmrContext(), freed.registeredAddress());
    channel.room(0);
    give(HexFrames.fpdu(first, true) + HexFrames.fpdu(second, true));
    fabric.wire().poll();
    freed.free();
    int payload = MULPDU - HEADER + 2 & -64;
    int segments = (length + payload - 1) / payload;
    int answer = length + segments * (HEADER + TRAILER);
    int before = channel.written().length;
    channel.room(answer - 10);
    fabric.wire().poll();
    assertEquals(answer - 10, channel.written().length - before, "the socket is full");
    expectBrokenOnce(ep);
    assertTrue(event.detail().toString().contains("0/1/00"), event.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPeerWithAnUnreadMessageIsNotSilent(boolean crc) {
    connected(crc);
    assertTrue(fabric.wire().isPeerSilent());
    give(HexFrames.fpdu(HexFrames.write(1, 0, ""), crc));
    assertFalse(fabric.wire().isPeerSilent());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMessageOfAMebibyteIsOneWrite(boolean crc) {
    int length = 1 << 20;
    Lmr source = ia.createLmr(ByteBuffer.allocateDirect(length), pz, MemPriv.ALL);
    Ep ep = connected(crc);
    ep.postSend(
        source.lmrContext(), source.registeredAddress(), length, 1, CompletionFlags.DEFAULT);
    assertTrue(fabric.channel().written().length > length, "all of it is out");
    assertEquals(1, fabric.channel().gathered());
  }

  /** However much there is, one turn takes a bounded part of it: others have theirs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneTurnOfAConnectionTakesABoundedPart(boolean crc) {
    Lmr target = ia.createLmr(ByteBuffer.allocateDirect(1 << 16), pz, MemPriv.ALL);
    Ep ep = connected(crc);
    for (int payload : new int[] {0, 8, 1400, 60000}) {
      String write =
          HexFrames.write(target.lmrContext(), target.registeredAddress(), "ab".repeat(payload));
      byte[] fpdu = HexFormat.of().parseHex(HexFrames.fpdu(write, crc));
      ByteBuffer flood = ByteBuffer.allocate((4 << 20) / fpdu.length * fpdu.length);
      while (flood.hasRemaining()) {
        flood.put(fpdu);
      }
      fabric.channel().give(flood.array(), 0, flood.capacity());
      int turns = 0;
      for (int left = flood.capacity(); left > 0; left = fabric.channel().unread()) {
        fabric.wire().poll();
        int taken = left - fabric.channel().unread();
        assertTrue(taken > 0, "nothing was taken");
        assertTrue(taken <= (256 << 10) + (68 << 10), taken + " bytes in one turn");
        turns++;
      }
      assertTrue(turns >= 12, turns + " turns");
    }
    assertEquals(EpState.CONNECTED, ep.getStatus().state());
  }

  /** Segments of all lengths lie across the end of the room for received bytes. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void segmentsArePlacedWhereverTheRoomForReceivedBytesEnds(boolean crc) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    ByteBuffer memory = ByteBuffer.allocateDirect(LONGEST);
    Lmr target = ia.createLmr(memory, pz, MemPriv.ALL);
    connected(crc);
    byte[] expected = new byte[LONGEST];
    for (int round = 0; round < 20; round++) {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      int most = random.nextBoolean() ? LONGEST : 100;
      while (stream.size() < 1 << 20) {
        byte[] payload = new byte[random.nextInt(most + 1)];
        random.nextBytes(payload);
        int at = random.nextInt(LONGEST - payload.length + 1);
        System.arraycopy(payload, 0, expected, at, payload.length);
        long address = target.registeredAddress() + at;
        String write =
            HexFrames.write(target.lmrContext(), address, HexFormat.of().formatHex(payload));
        stream.writeBytes(HexFormat.of().parseHex(HexFrames.fpdu(write, crc)));
      }
      fabric.channel().give(stream.toByteArray(), 0, stream.size());
      while (fabric.channel().unread() > 0) {
        int before = fabric.channel().unread();
        fabric.wire().poll();
        assertTrue(fabric.channel().unread() < before, "nothing was taken, seed " + seed);
      }
      assertEquals(-1, ByteBuffer.wrap(expected).mismatch(memory), "byte, seed " + seed);
    }
  }
}
