package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The moment at which an RDMA Write completes, seen from a peer that is a bare socket (decision
 * DAT-D34).
 */
@Timeout(240)
class WriteCompletionTest {

  private static final int STAG = 0x00123401;

  private static Region text(RawPeer peer, String text) {
    Region region = peer.end().register(8);
    region.buffer().put(0, text.getBytes(StandardCharsets.US_ASCII));
    return region;
  }

  private static void write(RawPeer peer, long cookie, long remoteAddress) {
    Region data = text(peer, "RDMAwrit");
    int posted =
        peer.end()
            .ep()
            .postRdmaWrite(
                data.context(),
                data.address(),
                8,
                cookie,
                STAG,
                remoteAddress,
                CompletionFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, posted);
  }

  private static void sendHello(RawPeer peer, long cookie) {
    Region data = text(peer, "hello");
    peer.end().ep().postSend(data.context(), data.address(), 5, cookie, CompletionFlags.DEFAULT);
  }

  private static void completes(RawPeer peer, long cookie, DtoStatus status) {
    DatEvent event = peer.await(peer.end().requestEvd(), EventNumber.DTO_COMPLETION_EVENT);
    assertEquals(cookie, event.cookie());
    assertEquals(status, event.status());
  }

  private static boolean hasCompletion(RawPeer peer) {
    return peer.end().requestEvd().dequeue(new DatEvent()) == DatReturn.SUCCESS;
  }

  @Test
  void aWriteCompletesWhenThePeerHasAnsweredTheReadBehindIt() throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connected();
      write(peer, 1, 0x1000);
      peer.expect(Golden.WRITE);
      peer.expect(Golden.RTR_READ);
      assertFalse(hasCompletion(peer), "completed without an answer");
      peer.write(Golden.RTR_READ_RESPONSE);
      completes(peer, 1, DtoStatus.SUCCESS);
    }
  }

  @Test
  void aSendCompletesAtOnceAndWaitsForAWriteBeforeIt() throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connected();
      sendHello(peer, 1);
      completes(peer, 1, DtoStatus.SUCCESS);
      peer.expect(Golden.SEND_HELLO);
      write(peer, 2, 0x1000);
      sendHello(peer, 3);
      peer.expect(Golden.WRITE);
      peer.expect(Golden.RTR_READ);
      assertFalse(hasCompletion(peer), "completed without an answer");
      peer.write(Golden.RTR_READ_RESPONSE);
      completes(peer, 2, DtoStatus.SUCCESS);
      completes(peer, 3, DtoStatus.SUCCESS);
    }
  }

  @Test
  void aRefusedWriteIsAnAccessErrorAndWhatFollowsIsFlushed() throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      peer.connected();
      write(peer, 1, 0x1000);
      write(peer, 2, 0x999000);
      write(peer, 3, 0x1000);
      peer.expect(Golden.WRITE);
      peer.expect(Golden.RTR_READ);
      peer.write(Golden.RTR_READ_RESPONSE);
      completes(peer, 1, DtoStatus.SUCCESS);
      peer.write(Golden.TERMINATE_BOUNDS);
      completes(peer, 2, DtoStatus.ERR_REMOTE_ACCESS);
      completes(peer, 3, DtoStatus.ERR_FLUSHED);
      peer.await(peer.end().connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
    }
  }

  @Test
  void aWriteThatCompletesLocallyNeedsNoAnswer() throws IOException {
    try (RawPeer peer = new RawPeer("completion=local")) {
      peer.connected();
      write(peer, 1, 0x1000);
      completes(peer, 1, DtoStatus.SUCCESS);
      peer.expect(Golden.WRITE);
      sendHello(peer, 2);
      peer.expect(Golden.SEND_HELLO);
    }
  }
}
