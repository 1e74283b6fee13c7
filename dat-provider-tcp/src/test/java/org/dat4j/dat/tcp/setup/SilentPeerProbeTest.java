package org.dat4j.dat.tcp.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.tcp.RawPeer;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the probes that a silent peer gets. */
@Timeout(240)
class SilentPeerProbeTest {

  private final Queue<Runnable> due = new ArrayDeque<>();
  private final List<Long> waits = new ArrayList<>();
  private int reminders;
  private boolean silent = true;

  private void start(long nanos) {
    SilentPeerProbe.start(
        (wait, action) -> {
          waits.add(wait);
          due.add(action);
        },
        nanos,
        () -> silent,
        () -> reminders++);
  }

  private void pass() {
    due.remove().run();
  }

  @Test
  void aSilentPeerIsProbedFiveTimesAtGrowingIntervals() {
    start(50);
    while (!due.isEmpty()) {
      pass();
    }
    assertEquals(5, reminders);
    assertEquals(List.of(50L, 100L, 200L, 400L, 800L), waits);
  }

  @Test
  void aPeerThatHasSpokenIsLeftAlone() {
    start(50);
    pass();
    silent = false;
    pass();
    assertEquals(1, reminders);
    assertEquals(List.of(), List.copyOf(due));
  }

  @Test
  void noPeerIsProbedWhereTheSettingIsZero() {
    start(0);
    assertEquals(List.of(), waits);
  }

  @Test
  void aProbeIsAZeroLengthWriteBeforeOtherMessages() throws IOException {
    try (RawPeer peer = new RawPeer("remind=1")) {
      peer.connected();
      for (int i = 0; i < SilentPeerProbe.MAX_PROBES; i++) {
        peer.expect(Golden.RTR_WRITE);
      }
      sendHello(peer);
      peer.expect(Golden.SEND_HELLO);
    }
  }

  /** RFC 5044, 7.1.2: there it is the first message that lets the peer speak. */
  @Test
  void withoutAReadyMessageProbesFollowTheFirstMessageOfTheProgram() throws IOException {
    try (RawPeer peer = new RawPeer("remind=200 rtr=none")) {
      peer.connected(Golden.MPA_REQUEST_ONE_WAY, Golden.MPA_REPLY_ONE_WAY);
      sendHello(peer);
      peer.expect(Golden.SEND_HELLO);
      peer.expect(Golden.RTR_WRITE);
    }
  }

  private static void sendHello(RawPeer peer) {
    Region region = peer.end().register(5);
    region.buffer().put(0, new byte[] {'h', 'e', 'l', 'l', 'o'});
    peer.end().ep().postSend(region.context(), region.address(), 5, 1, CompletionFlags.DEFAULT);
  }
}
