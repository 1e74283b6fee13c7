package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that both ends keep the agreed number of outstanding RDMA Reads. */
@Timeout(240)
class ReadDepthTest {

  private static final int DEPTH = RawPeer.READ_DEPTH;

  /** More than sockets take while the peer does not read. */
  private static final int LARGE = 32 << 20;

  private static final int READ_RESPONSE = 2;
  private static final int MAX_ANSWERS = 4;

  /** Where in a frame its opcode is, and the last byte of a Send's number. */
  private static final int OPCODE = 3;

  private static final int SEND_MSN = 15;

  /** Offset of the source in the frame of a Read Request. */
  private static final int READ_SINK = 20;

  private static final int READ_SINK_OFFSET = 24;
  private static final int READ_SIZE = 32;

  private static String small(HostileScene scene, int msn) {
    return scene.fpdu(
        HexFrames.readRequest(msn, 4, scene.target.context(), scene.target.address()));
  }

  /** The first is being answered all the time, and counts until it is answered to its end. */
  @ParameterizedTest
  @EnumSource(Role.class)
  void aReadThatIsBeingAnsweredCountsAsOutstanding(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true)) {
      scene.postReceives();
      Region large = scene.end.register(LARGE);
      StringBuilder reads =
          new StringBuilder(
              scene.fpdu(HexFrames.readRequest(1, LARGE, large.context(), large.address())));
      // The answer to the first has begun when its first bytes are here.
      scene.peer.write(reads.toString());
      scene.peer.in().readNBytes(1000);
      reads.setLength(0);
      for (int msn = 2; msn <= DEPTH; msn++) {
        reads.append(small(scene, msn));
      }
      scene.peer.write(reads.toString());
      scene.expectAlive(1);
      scene.peer.write(small(scene, DEPTH + 1));
      DatEvent event =
          scene.expectEnd(
              EventNumber.CONNECTION_EVENT_BROKEN,
              HostileScene.RECEIVES - 1,
              DtoStatus.ERR_FLUSHED);
      assertTrue(event.detail().toString().contains("0/2/07"), event.toString());
    }
  }

  /** Whoever asks for much does not keep the adapter from sending what it has to say. */
  @ParameterizedTest
  @EnumSource(Role.class)
  void ownRequestsWaitForFourAnswersAtMost(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true)) {
      scene.postReceives();
      Region large = scene.end.register(LARGE);
      send(scene, large, LARGE, 0);
      StringBuilder reads = new StringBuilder();
      for (int msn = 1; msn <= DEPTH; msn++) {
        reads.append(small(scene, msn));
      }
      scene.peer.write(reads.toString());
      // All Reads are here when the Send behind them is, and none can be answered yet.
      scene.expectAlive(1);
      int own = 4;
      for (int i = 1; i <= own; i++) {
        send(scene, scene.target, 4, i);
      }
      int answers = 0;
      int inRow = 0;
      while (own > 0 || answers < DEPTH) {
        byte[] header = scene.peer.frame();
        if ((header[OPCODE] & 0x0F) == READ_RESPONSE) {
          answers++;
          inRow++;
          assertTrue(own == 0 || inRow <= MAX_ANSWERS, inRow + " answers, " + own + " wait");
        } else if (header[SEND_MSN] > 1) {
          own--;
          inRow = 0;
        }
      }
    }
  }

  private static void send(HostileScene scene, Region region, int length, long cookie) {
    scene
        .end
        .ep()
        .postSend(region.context(), region.address(), length, cookie, CompletionFlags.DEFAULT);
  }

  /** A peer that sends its next Read as soon as one is answered never has one too many. */
  @ParameterizedTest
  @EnumSource(Role.class)
  void theWholeDepthMayBeUsedAllTheTime(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true)) {
      scene.postReceives();
      int rounds = 5000;
      StringBuilder first = new StringBuilder();
      for (int msn = 1; msn <= DEPTH; msn++) {
        first.append(small(scene, msn));
      }
      scene.peer.write(first.toString());
      byte[] answer = new byte[24];
      for (int msn = DEPTH + 1; msn <= rounds; msn++) {
        scene.peer.in().readFully(answer);
        scene.peer.write(small(scene, msn));
      }
      scene.peer.in().readNBytes(DEPTH * answer.length);
      scene.expectAlive(1);
    }
  }

  private static void post(DatConnection end, DtoOp op, Region local, long cookie) {
    long at = local.address();
    if (op == DtoOp.RDMA_READ) {
      end.ep()
          .postRdmaRead(local.context(), at, 4, cookie, 0x1234, 0x1000, CompletionFlags.DEFAULT);
    } else {
      end.ep()
          .postRdmaWrite(local.context(), at, 4, cookie, 0x1234, 0x1000, CompletionFlags.DEFAULT);
    }
  }

  /** A peer that serves no Reads gets none, and nothing waits for a response. */
  @ParameterizedTest
  @EnumSource(Role.class)
  void aReadToAPeerThatServesNoneFailsAtOnce(Role role) throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connect(role, 0);
      DatConnection end = peer.end();
      Region local = end.register(4);
      post(end, DtoOp.RDMA_WRITE, local, 1);
      post(end, DtoOp.RDMA_READ, local, 2);
      expect(end, 1, DtoStatus.SUCCESS);
      expect(end, 2, DtoStatus.ERR_REMOTE_RESPONDER);
      DatEvent event = peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
      assertTrue(event.detail().toString().contains("read depth is 0"), event.toString());
      assertEquals(HexFrames.WRITE, peer.frame()[OPCODE]);
      assertEquals(HexFrames.TERMINATE, peer.frame()[OPCODE]);
      assertEquals(-1, peer.in().read());
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void requestsAfterAnUnsupportedReadAreFlushed(Role role) throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connect(role, 0);
      DatConnection end = peer.end();
      Region local = end.register(4);
      post(end, DtoOp.RDMA_READ, local, 1);
      post(end, DtoOp.RDMA_WRITE, local, 2);
      expect(end, 1, DtoStatus.ERR_REMOTE_RESPONDER);
      expect(end, 2, DtoStatus.ERR_FLUSHED);
      peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void aPeerThatServesNoReadsMayBeWrittenTo(Role role) throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connect(role, 0);
      DatConnection end = peer.end();
      Region local = end.register(4);
      for (int i = 1; i <= 3; i++) {
        post(end, DtoOp.RDMA_WRITE, local, i);
        expect(end, i, DtoStatus.SUCCESS);
        assertEquals(HexFrames.WRITE, peer.frame()[OPCODE]);
      }
      end.ep().disconnect(CloseFlags.GRACEFUL);
      assertEquals(-1, peer.in().read());
      peer.socket().close();
      peer.expectOnly(EventNumber.CONNECTION_EVENT_DISCONNECTED);
    }
  }

  private static void expect(DatConnection end, long cookie, DtoStatus status) {
    DatEvent event = new DatEvent();
    Dats.await(end.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
    assertEquals(cookie, event.cookie(), event.toString());
    assertEquals(status, event.status(), event.toString());
  }

  static Stream<Arguments> depths() {
    return Stream.of(Role.values())
        .flatMap(role -> Stream.of(1, 2, 3).map(served -> Arguments.of(role, served)));
  }

  /**
   * Our own Reads and those that prove Writes, together: the peer answers one at a time, and only
   * after it has seen that no other comes.
   */
  @ParameterizedTest
  @MethodSource("depths")
  void noMoreReadsAreOnTheirWayThanThePeerServes(Role role, int served) throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connect(role, served);
      DatConnection end = peer.end();
      Region local = end.register(4);
      DtoOp read = DtoOp.RDMA_READ;
      DtoOp write = DtoOp.RDMA_WRITE;
      List<DtoOp> posted = List.of(write, read, read, write, read, read, read);
      for (int i = 0; i < posted.size(); i++) {
        post(end, posted.get(i), local, i);
      }
      Deque<byte[]> waiting = new ArrayDeque<>();
      int most = 0;
      int reads = 0;
      DatEvent event = new DatEvent();
      for (int msn = 1, completed = 0; completed < posted.size(); msn++) {
        // What was to be sent is in front of the answer to a Read of ours.
        peer.write(
            HexFrames.fpdu(HexFrames.readRequest(msn, 4, local.context(), local.address()), true));
        byte[] frame = peer.frame();
        for (; frame[OPCODE] != HexFrames.READ_RESPONSE; frame = peer.frame()) {
          if (frame[OPCODE] == HexFrames.READ_REQUEST) {
            waiting.add(frame);
            reads += size(frame) > 0 ? 1 : 0;
          }
        }
        most = Math.max(most, waiting.size());
        assertTrue(most <= served, most + " Reads on their way");
        if (!waiting.isEmpty()) {
          answer(peer, waiting.remove());
        }
        while (end.requestEvd().dequeue(event) == DatReturn.SUCCESS) {
          assertEquals(completed++, event.cookie(), event.toString());
          assertEquals(DtoStatus.SUCCESS, event.status(), event.toString());
        }
      }
      assertEquals(served, most, "the depth is used");
      assertEquals(5, reads);
    }
  }

  private static int size(byte[] readRequest) {
    return ByteBuffer.wrap(readRequest).getInt(READ_SIZE);
  }

  private static void answer(RawPeer peer, byte[] readRequest) throws IOException {
    ByteBuffer request = ByteBuffer.wrap(readRequest);
    String bytes = "5a".repeat(size(readRequest));
    int sink = request.getInt(READ_SINK);
    long offset = request.getLong(READ_SINK_OFFSET);
    peer.write(HexFrames.fpdu(HexFrames.readResponse(sink, offset, bytes), true));
  }
}
