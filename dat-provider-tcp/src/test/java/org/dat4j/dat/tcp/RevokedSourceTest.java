package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of a peer's RDMA Reads whose source is revoked before they are answered. */
@Timeout(240)
class RevokedSourceTest {

  /** More than sockets take while the peer does not read. */
  private static final int LARGE = 32 << 20;

  private static final HexFormat HEX = HexFormat.of();

  /** The ways in which the source of a read goes away. */
  private enum End {
    REGISTRATION_FREED,
    WINDOW_FREED,
    WINDOW_INVALIDATED
  }

  static Stream<Arguments> ends() {
    return Stream.of(End.values())
        .flatMap(
            end ->
                Stream.of(Role.values())
                    .flatMap(
                        role -> Stream.of(true, false).map(crc -> Arguments.of(end, role, crc))));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aReadOfASourceRevokedBeforeItsTurnIsRefusedWithItsHeader(End end, Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Region large = scene.end.register(LARGE);
      Region freed = scene.memory(MemPriv.ALL);
      Rmr window = scene.window();
      boolean isWindow = end != End.REGISTRATION_FREED;
      int stag = isWindow ? window.rmrContext() : freed.context();
      String read =
          HexFrames.readRequest(2, 100, stag, isWindow ? scene.target.address() : freed.address());
      scene.peer.write(
          scene.fpdu(HexFrames.readRequest(1, LARGE, large.context(), large.address()))
              + scene.fpdu(read)
              + scene.fpdu(HexFrames.send(1, "")));
      // What is in front of the message has been looked at: the second read waits for its turn.
      assertEquals(0, Dats.awaitDto(scene.end.recvEvd(), 0, AdapterPair.LIMIT, new DatEvent()));
      switch (end) {
        case REGISTRATION_FREED -> freed.close();
        case WINDOW_FREED -> window.free();
        default -> {
          String invalidate =
              HexFrames.untagged(0x41, HexFrames.SEND_INVALIDATE, stag, 0, 2, 0, "");
          scene.peer.write(scene.fpdu(invalidate));
          assertEquals(0, Dats.awaitDto(scene.end.recvEvd(), 1, AdapterPair.LIMIT, new DatEvent()));
        }
      }
      String all = HEX.formatHex(scene.peer.in().readAllBytes());
      String last = scene.fpdu(HexFrames.terminate("0/1/00", Copy.READ_HEADER, read));
      assertTrue(all.length() > 2 * LARGE, "the first read is answered");
      assertEquals(last, all.substring(all.length() - last.length()));
      int receives = HostileScene.RECEIVES - (end == End.WINDOW_INVALIDATED ? 2 : 1);
      DatEvent event =
          scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, receives, DtoStatus.ERR_FLUSHED);
      assertTrue(event.detail().toString().contains("0/1/00"), event.toString());
    }
  }

  /** The other side of it: the answer breaks off between two segments. */
  @ParameterizedTest
  @EnumSource(Role.class)
  void aReadRefusedInTheMiddleOfItsAnswerIsARemoteAccessError(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true)) {
      scene.postReceives();
      Region sink = scene.memory(MemPriv.ALL);
      int stag = scene.postRead(sink);
      String first =
          HexFrames.tagged(HexFrames.TAGGED, HexFrames.READ_RESPONSE, stag, 0, "cdcdcdcd");
      // As far as it got: four bytes less, from an address four bytes further on.
      String rest = HexFrames.readRequest(1, 4, 0x1234, 0x1004);
      scene.peer.write(
          scene.fpdu(first) + scene.fpdu(HexFrames.terminate("0/1/00", Copy.READ_HEADER, rest)));
      DatEvent event = scene.next(scene.end.requestEvd());
      assertEquals(9, event.cookie());
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      scene.peer.countToTheEndOrReset();
    }
  }
}
