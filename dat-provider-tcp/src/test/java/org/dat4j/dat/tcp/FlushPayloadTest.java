package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HexFormat;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of payload in the response to a flush, the zero-length Read after an RDMA Write. Linux's
 * soft iWARP sends as many bytes as it was sending; a peer gains nothing by it.
 */
@Timeout(60)
class FlushPayloadTest {

  private static final int STAG = 0x1234;
  private static final long OFFSET = 0x1000;
  private static final int LENGTH = 8;

  /** The sink that a proof names. */
  private static final int SINK = 1;

  /** The peer has sent five bytes, and nothing more. */
  private static HostileScene afterOneMessage(Role role, boolean crc, String params)
      throws IOException {
    HostileScene scene = new HostileScene(role, crc, params);
    scene.postReceives();
    scene.expectAlive(1);
    return scene;
  }

  /** The adapter writes eight bytes and asks for their proof. */
  private static void write(HostileScene scene, long cookie, int proofs) throws IOException {
    Region data = scene.target;
    int posted =
        scene
            .end
            .ep()
            .postRdmaWrite(
                data.context(),
                data.address(),
                LENGTH,
                cookie,
                STAG,
                OFFSET,
                CompletionFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, posted);
    byte[] bytes = new byte[LENGTH];
    data.buffer().get(0, bytes);
    scene.peer.expect(scene.fpdu(HexFrames.write(STAG, OFFSET, HexFormat.of().formatHex(bytes))));
    scene.peer.expect(scene.fpdu(proof(proofs)));
  }

  private static String proof(int msn) {
    String header = HexFrames.hex(SINK, 4) + HexFrames.toHex(0) + HexFrames.hex(0, 4) + "00000001";
    return HexFrames.untagged(
        0x41, HexFrames.READ_REQUEST, 0, 1, msn, 0, header + HexFrames.toHex(0));
  }

  private static String answer(int bytes) {
    return HexFrames.readResponse(SINK, 0, "cd".repeat(bytes));
  }

  private static void completes(HostileScene scene, long cookie, DtoStatus status) {
    DatEvent event = scene.next(scene.end.requestEvd());
    assertEquals(cookie, event.cookie(), event.toString());
    assertEquals(status, event.status(), event.toString());
  }

  /** The adapter's next Write ends with the connection over an answer, and nothing is placed. */
  private static void isRefused(HostileScene scene, String fault, String answer, int receives)
      throws IOException {
    write(scene, 9, 1);
    scene.peer.write(scene.fpdu(answer));
    scene.expectLast(scene.fpdu(HexFrames.terminate(fault, Copy.HEADER, answer)));
    completes(scene, 9, DtoStatus.ERR_BAD_RESPONSE);
    scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, receives, DtoStatus.ERR_FLUSHED);
    scene.expectUntouchedButReceives(HostileScene.RECEIVES - receives);
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void payloadUpToThePeersLongestMessageIsDroppedAndTheWriteConfirmed(Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = afterOneMessage(role, crc, "")) {
      write(scene, 7, 1);
      scene.peer.write(scene.fpdu(answer(5)));
      completes(scene, 7, DtoStatus.SUCCESS);
      write(scene, 8, 2);
      scene.peer.write(scene.fpdu(answer(0)));
      completes(scene, 8, DtoStatus.SUCCESS);
      scene.expectAlive(2);
      scene.expectUntouchedButReceives(2);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 6, 1/1/01", "0, 0, 300, 1/1/01", "0, 1, 5, 1/1/01", "1, 0, 5, 1/1/00"})
  void aResponseUnlikeTheFlushAndTheSiwFaultIsABadResponse(
      int stagOff, int offset, int length, String fault) throws IOException {
    for (Role role : Role.values()) {
      try (HostileScene scene = afterOneMessage(role, true, "")) {
        String answer = HexFrames.readResponse(SINK + stagOff, offset, "cd".repeat(length));
        isRefused(scene, fault, answer, HostileScene.RECEIVES - 1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  void anAnswerThatNamesMemoryReachesNone(Role role, boolean crc) throws IOException {
    try (HostileScene scene = afterOneMessage(role, crc, "")) {
      Region target = scene.target;
      String answer = HexFrames.readResponse(target.context(), target.address(), "cdcdcdcdcd");
      isRefused(scene, "1/1/00", answer, HostileScene.RECEIVES - 1);
    }
  }

  @Test
  void aPeerThatHasSentNothingMayAnswerWithNothingOnly() throws IOException {
    try (HostileScene scene = new HostileScene(Role.RESPONDER, true)) {
      scene.postReceives();
      isRefused(scene, "1/1/01", answer(1), HostileScene.RECEIVES);
    }
  }

  @Test
  void amongOwnPeersAnAnswerHasNoBytes() throws IOException {
    try (HostileScene scene = afterOneMessage(Role.RESPONDER, true, "interop=own")) {
      isRefused(scene, "1/1/01", answer(5), HostileScene.RECEIVES - 1);
    }
  }

  @Test
  void theAnswerToAReadOfTheProgramHasNoBytesTooMany() throws IOException {
    try (HostileScene scene = afterOneMessage(Role.RESPONDER, true, "")) {
      Region sink = scene.target;
      scene
          .end
          .ep()
          .postRdmaRead(sink.context(), sink.address(), 0, 9, 0, 0, CompletionFlags.DEFAULT);
      scene.peer.expect(scene.fpdu(proof(1)));
      scene.peer.write(scene.fpdu(answer(5)));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/1/01", Copy.HEADER, answer(5))));
      completes(scene, 9, DtoStatus.ERR_BAD_RESPONSE);
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, 3, DtoStatus.ERR_FLUSHED);
      scene.expectUntouchedButReceives(1);
    }
  }

  @Test
  void aResponseInSegmentsConfirmsWithItsLast() throws IOException {
    try (HostileScene scene = afterOneMessage(Role.INITIATOR, true, "")) {
      write(scene, 7, 1);
      int response = HexFrames.READ_RESPONSE;
      scene.peer.write(scene.fpdu(HexFrames.tagged(HexFrames.TAGGED, response, SINK, 0, "cdcdcd")));
      scene.expectAlive(2);
      HostileScene.expectNothing(scene.end.requestEvd());
      scene.peer.write(
          scene.fpdu(HexFrames.tagged(HexFrames.TAGGED_LAST, response, SINK, 3, "cdcd")));
      completes(scene, 7, DtoStatus.SUCCESS);
      scene.expectUntouchedButReceives(2);
    }
  }

  @Test
  void anAnswerWithoutEndIsRefusedWhereItBecomesTooLong() throws IOException {
    try (HostileScene scene = afterOneMessage(Role.INITIATOR, true, "")) {
      write(scene, 7, 1);
      int response = HexFrames.READ_RESPONSE;
      scene.peer.write(scene.fpdu(HexFrames.tagged(HexFrames.TAGGED, response, SINK, 0, "cdcdcd")));
      String second = HexFrames.tagged(HexFrames.TAGGED, response, SINK, 3, "cdcdcd");
      scene.peer.write(scene.fpdu(second));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/1/01", Copy.HEADER, second)));
      completes(scene, 7, DtoStatus.ERR_BAD_RESPONSE);
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, 3, DtoStatus.ERR_FLUSHED);
      scene.expectUntouchedButReceives(1);
    }
  }

  @Test
  void writesReadsAndResponsesOfThePeerCountForItsLongestMessage() throws IOException {
    try (HostileScene scene = new HostileScene(Role.RESPONDER, true)) {
      scene.postReceives();
      scene.peer.write(scene.fpdu(scene.place(0, 3)));
      scene.awaitPlaced();
      write(scene, 1, 1);
      scene.peer.write(scene.fpdu(answer(3)));
      completes(scene, 1, DtoStatus.SUCCESS);

      Region target = scene.target;
      scene.peer.write(scene.fpdu(HexFrames.readRequest(1, 4, target.context(), target.address())));
      byte[] bytes = new byte[4];
      target.buffer().get(0, bytes);
      String read = HexFrames.readResponse(0x00abcd02, 0x2000, HexFormat.of().formatHex(bytes));
      scene.peer.expect(scene.fpdu(read));
      write(scene, 2, 2);
      scene.peer.write(scene.fpdu(answer(4)));
      completes(scene, 2, DtoStatus.SUCCESS);

      byte[] there = new byte[LENGTH];
      target.buffer().get(0, there);
      String same = HexFormat.of().formatHex(there);
      int sink = scene.postRead(target);
      scene.peer.write(scene.fpdu(HexFrames.readResponse(sink, 0, same)));
      completes(scene, 9, DtoStatus.SUCCESS);
      write(scene, 3, 4);
      scene.peer.write(scene.fpdu(answer(LENGTH)));
      completes(scene, 3, DtoStatus.SUCCESS);
      scene.expectUntouched();
    }
  }

  @Test
  void aLongWriteThatGoesStraightToItsMemoryCountsAsSent() throws IOException {
    int size = 40_000;
    try (HostileScene scene = new HostileScene(Role.RESPONDER, false)) {
      Region memory = scene.end.register(size);
      String write = HexFrames.write(memory.context(), memory.address(), "ab".repeat(size));
      String bytes = scene.fpdu(write);
      int half = bytes.length() / 4 * 2;
      scene.peer.write(bytes.substring(0, half));
      long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
      while (memory.buffer().get(size / 2 - 100) != (byte) 0xab) {
        assertTrue(System.nanoTime() < deadline, "the first half was not placed");
        Thread.onSpinWait();
      }
      scene.peer.write(bytes.substring(half));
      write(scene, 7, 1);
      scene.peer.write(scene.fpdu(answer(size)));
      completes(scene, 7, DtoStatus.SUCCESS);
      scene.expectUntouched();
      scene.postReceives();
      scene.expectAlive(1);
    }
  }
}
