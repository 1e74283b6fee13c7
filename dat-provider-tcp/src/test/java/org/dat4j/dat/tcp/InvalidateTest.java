package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HostileScene.HELLO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Qos;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends with Invalidate (RFC 5040, 5.1): a peer ends the use of an RMR of its own connection, and
 * of nothing else.
 */
@Timeout(240)
class InvalidateTest {

  private static String segment(int control, int opcode, int msn, int offset, int stag) {
    return HexFrames.untagged(control, opcode, stag, 0, msn, offset, HELLO);
  }

  private static String invalidate(int msn, int stag) {
    return segment(HexFrames.UNTAGGED_LAST, HexFrames.SEND_INVALIDATE, msn, 0, stag);
  }

  private static void expectReceived(HostileScene scene, int cookie, int length) {
    assertEquals(
        length, Dats.awaitDto(scene.end.recvEvd(), cookie, AdapterPair.LIMIT, new DatEvent()));
  }

  private static void expectUnbound(Rmr window) {
    assertEquals(0, window.rmrContext());
    RmrParam param = window.query(RmrField.ALL);
    assertEquals(new RmrParam(param.ia(), param.pz(), 0, 0, 0, 0, 0), param);
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void aWindowOfTheConnectionIsUnboundWhenTheMessageIsDelivered(Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Rmr window = scene.window();
      int stag = window.rmrContext();
      scene.peer.write(scene.fpdu(scene.place(stag, 0, 1)) + scene.fpdu(invalidate(1, stag)));
      expectReceived(scene, 0, 5);
      expectUnbound(window);
      String late = scene.change(stag, 0, 1);
      scene.peer.write(scene.fpdu(late));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/1/00", Copy.HEADER, late)));
      scene.expectEnd(
          EventNumber.CONNECTION_EVENT_BROKEN, HostileScene.RECEIVES - 1, DtoStatus.ERR_FLUSHED);
      scene.expectUntouchedButReceives(1);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void aWindowMayBeInvalidatedTwiceAlsoBySolicitedMessages(Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Rmr window = scene.window();
      int stag = window.rmrContext();
      int opcode = HexFrames.SEND_SOLICITED_INVALIDATE;
      scene.peer.write(
          scene.fpdu(segment(HexFrames.UNTAGGED_LAST, opcode, 1, 0, stag))
              + scene.fpdu(invalidate(2, stag)));
      expectReceived(scene, 0, 5);
      expectReceived(scene, 1, 5);
      expectUnbound(window);
      scene.expectAlive(3);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void onlyTheLastSegmentInvalidates(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Rmr window = scene.window();
      int stag = window.rmrContext();
      int opcode = HexFrames.SEND_INVALIDATE;
      // The Write comes after the first segment of the message and is placed.
      scene.peer.write(
          scene.fpdu(segment(HexFrames.UNTAGGED, opcode, 1, 0, stag))
              + scene.fpdu(scene.place(stag, 0, 1))
              + scene.fpdu(segment(HexFrames.UNTAGGED_LAST, opcode, 1, 5, stag)));
      expectReceived(scene, 0, 10);
      expectUnbound(window);
      scene.expectAlive(2);
      scene.expectUntouchedButReceives(2);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void anInvalidatedWindowMayBeBoundAgainAndItsMemoryFreed(Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Rmr window = scene.window();
      int stag = window.rmrContext();
      Region before = scene.memory(MemPriv.ALL);
      Rmr second = bound(scene.end.pz().createRmr(), before.lmr(), scene.end.ep());
      DatEvent event = scene.next(scene.end.requestEvd());
      assertEquals(EventNumber.RMR_BIND_COMPLETION_EVENT, event.number());
      DatException bound = Assertions.assertThrows(DatException.class, before.lmr()::free);
      assertEquals(DatReturn.INVALID_STATE, bound.type(), bound.toString());

      scene.peer.write(
          scene.fpdu(invalidate(1, stag)) + scene.fpdu(invalidate(2, second.rmrContext())));
      expectReceived(scene, 0, 5);
      expectReceived(scene, 1, 5);
      before.lmr().free();
      second.free();
      scene.bind(window);
      assertNotEquals(stag, window.rmrContext());
      scene.peer.write(scene.fpdu(scene.place(window.rmrContext(), 0, 1)));
      scene.expectAlive(3);
      scene.expectUntouchedButReceives(3);
      // The context before the last bind names nothing.
      String old = invalidate(4, stag);
      scene.peer.write(scene.fpdu(old));
      scene.expectLast(scene.fpdu(HexFrames.terminate("0/2/09", Copy.HEADER, old)));
    }
  }

  private static Rmr bound(Rmr window, Lmr lmr, Ep ep) {
    int result =
        window.bind(
            lmr.lmrContext(),
            lmr.registeredAddress(),
            HostileScene.SIZE,
            MemPriv.REMOTE_WRITE,
            ep,
            0,
            CompletionFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, result);
    return window;
  }

  /** The contexts that a peer names though it must not, with the answers. */
  private enum Forbidden {
    REGISTRATION("0/1/09", scene -> scene.target.context()),
    FOREIGN_ZONE("0/1/09", scene -> scene.foreign().context()),
    NOTHING("0/2/09", scene -> 0),
    UNKNOWN("0/2/09", scene -> 7),
    BOUND_ANEW("0/2/09", HostileScene::reboundWindow),
    FREED(
        "0/2/09",
        scene -> {
          Rmr window = scene.window();
          int stag = window.rmrContext();
          window.free();
          return stag;
        });

    private final String fault;
    private final Function<HostileScene, Integer> stag;

    Forbidden(String fault, Function<HostileScene, Integer> stag) {
      this.fault = fault;
      this.stag = stag;
    }
  }

  static Stream<Arguments> forbidden() {
    return Stream.of(Forbidden.values())
        .flatMap(one -> Stream.of(Role.values()).map(role -> Arguments.of(one, role)));
  }

  @ParameterizedTest
  @MethodSource("forbidden")
  void nothingElseIsInvalidated(Forbidden what, Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true)) {
      expectRefused(scene, what.stag.apply(scene), what.fault);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void aWindowOfAnotherConnectionInTheSameZoneStays(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc);
        DatListener listener = Dats.listen(scene.ia());
        DatConnection passive = Dats.endpoint(scene.ia())) {
      Ia ia = scene.ia();
      Evd dtos = ia.createEvd(16, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
      Evd connections = ia.createEvd(4, null, EvdFlags.CONNECTION);
      Ep active = ia.createEp(scene.end.pz(), dtos, dtos, connections, null);
      active.connect(
          ia.address(),
          listener.connQual(),
          AdapterPair.LIMIT.toMillis() * 1000,
          null,
          Qos.BEST_EFFORT,
          ConnectFlags.DEFAULT);
      listener.accept(passive, AdapterPair.LIMIT);
      DatEvent event = scene.next(connections);
      assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, event.number());
      Rmr window = bound(scene.end.pz().createRmr(), scene.target.lmr(), active);
      assertEquals(EventNumber.RMR_BIND_COMPLETION_EVENT, scene.next(dtos).number());
      int stag = window.rmrContext();
      // An RMR belongs to a PZ: whoever is connected to it may use it, not end its use.
      scene.peer.write(scene.fpdu(scene.place(stag, 0, 1)));
      expectRefused(scene, stag, "0/1/09");
      assertEquals(stag, window.rmrContext());
      HostileScene.expectNothing(connections);
      window.free();
      active.free();
    }
  }

  /** The connection ends, and an RMR of it that was not named is as it was. */
  private static void expectRefused(HostileScene scene, int stag, String fault) throws IOException {
    scene.postReceives();
    Rmr bystander = scene.window();
    int before = bystander.rmrContext();
    String ulpdu = HexFrames.untagged(0x41, HexFrames.SEND_INVALIDATE, stag, 0, 1, 0, "");
    scene.peer.write(scene.fpdu(ulpdu));
    scene.expectLast(scene.fpdu(HexFrames.terminate(fault, Copy.HEADER, ulpdu)));
    scene.expectEnd(
        EventNumber.CONNECTION_EVENT_BROKEN, HostileScene.RECEIVES, DtoStatus.ERR_BAD_RESPONSE);
    assertEquals(before, bystander.rmrContext());
    scene.expectUntouched();
  }
}
