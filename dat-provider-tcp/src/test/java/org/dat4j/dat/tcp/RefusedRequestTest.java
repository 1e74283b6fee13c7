package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HexFormat;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of which of several outstanding requests is blamed when the peer refuses one. */
@Timeout(240)
class RefusedRequestTest {

  private static final int CONTEXT = 0x1234;
  private static final int LONG = 16 << 20;

  private static DatEvent next(Evd evd) {
    DatEvent event = new DatEvent();
    long limit = AdapterPair.LIMIT.toMillis() * 1000;
    assertEquals(DatReturn.SUCCESS, evd.await(limit, 1, event), "an event on " + evd);
    return event;
  }

  private static void expect(Evd evd, long cookie, DtoStatus status) {
    DatEvent event = next(evd);
    assertEquals(cookie, event.cookie(), event.toString());
    assertEquals(status, event.status(), event.toString());
  }

  /** Two Writes, their offsets and lengths; the statuses when the second one is refused. */
  @ParameterizedTest
  @CsvSource({
    "0, 64, 32, 64, ERR_FLUSHED",
    "0, 64, 64, 64, ERR_FLUSHED",
    "0, 64, 0, 65, ERR_FLUSHED",
    "0, 64, 32, 16, ERR_FLUSHED",
    "0, 64, 32, 32, ERR_FLUSHED",
    "32, 64, 0, 96, ERR_FLUSHED",
    "0, 64, 0, 64, ERR_REMOTE_ACCESS",
  })
  void ofTwoWritesToOneContextTheRefusedOneIsBlamed(
      long first, int firstLength, long second, int secondLength, DtoStatus innocent)
      throws IOException {
    try (HostileScene scene = new HostileScene(Role.INITIATOR, true)) {
      scene.postReceives();
      write(scene, first, firstLength, 1);
      write(scene, second, secondLength, 2);
      String refused = segment(scene, second, secondLength);
      scene.peer.write(scene.fpdu(HexFrames.terminate("1/1/01", Copy.HEADER, refused)));
      expect(scene.end.requestEvd(), 1, innocent);
      expect(scene.end.requestEvd(), 2, DtoStatus.ERR_REMOTE_ACCESS);
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      scene.peer.countToTheEndOrReset();
    }
  }

  @Test
  void attributeSaysThatSeveralRequestsMayBeBlamed() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      ProviderAttr attr = pair.client.ia().query().providerAttr();
      assertEquals("candidates", attr.specific("refused_request"));
    }
  }

  private static void write(HostileScene scene, long offset, int length, long cookie) {
    scene
        .end
        .ep()
        .postRdmaWrite(
            scene.target.context(),
            scene.target.address(),
            length,
            cookie,
            CONTEXT,
            0x1000 + offset,
            CompletionFlags.DEFAULT);
  }

  /** Reads what the adapter sends up to the Write of a range, which it returns. */
  private static String segment(HostileScene scene, long offset, int length) throws IOException {
    String wanted = HexFrames.write(CONTEXT, 0x1000 + offset, "");
    boolean isFirst = true;
    for (; ; ) {
      int size = scene.peer.in().readUnsignedShort();
      byte[] bytes = new byte[size + (-(size + 2) & 3) + 4];
      scene.peer.in().readFully(bytes);
      String hex = HexFormat.of().formatHex(bytes, 0, size);
      if (hex.startsWith(wanted) && size == 14 + length) {
        boolean twins = offset == 0 && length == 64 && isFirst;
        isFirst = false;
        if (!twins) {
          return hex;
        }
      }
    }
  }

  @Test
  void aWriteThatOverlapsOneBeforeItIsBlamedForLeavingTheMemory() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(128);
      Region target = pair.server.register(64);
      for (int i = 0; i < 2; i++) {
        int status =
            pair.client
                .ep()
                .postRdmaWrite(
                    out.context(),
                    out.address(),
                    i == 0 ? 64 : 65,
                    i,
                    target.context(),
                    target.address(),
                    CompletionFlags.DEFAULT);
        assertEquals(DatReturn.SUCCESS, status);
      }
      DatEvent event = next(pair.client.requestEvd());
      assertEquals(0, event.cookie());
      assertTrue(
          event.status() == DtoStatus.SUCCESS || event.status() == DtoStatus.ERR_FLUSHED,
          event.toString());
      expect(pair.client.requestEvd(), 1, DtoStatus.ERR_REMOTE_ACCESS);
    }
  }

  /** The peer's socket is full of the first answer when it meets the second Read. */
  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1024"})
  void aRefusedReadBehindOneThatIsBeingAnsweredIsBlamed(String params) {
    for (int i = 0; i < 3; i++) {
      try (AdapterPair pair = new AdapterPair(params).connect()) {
        Region sink = pair.client.register(LONG);
        Region source = pair.server.register(LONG);
        read(pair, sink, LONG, 1, source.context(), source.address());
        read(pair, sink, 64, 2, source.context(), source.address() + LONG - 32);
        DatEvent event = next(pair.client.requestEvd());
        assertEquals(1, event.cookie());
        assertTrue(
            event.status() == DtoStatus.SUCCESS || event.status() == DtoStatus.ERR_FLUSHED,
            event.toString());
        expect(pair.client.requestEvd(), 2, DtoStatus.ERR_REMOTE_ACCESS);
        Dats.await(
            pair.client.connectEvd(),
            EventNumber.CONNECTION_EVENT_BROKEN,
            AdapterPair.LIMIT,
            event);
      }
    }
  }

  private static void read(
      AdapterPair pair, Region sink, int length, long cookie, int context, long address) {
    pair.client
        .ep()
        .postRdmaRead(
            sink.context(),
            sink.address(),
            length,
            cookie,
            context,
            address,
            CompletionFlags.DEFAULT);
  }
}
