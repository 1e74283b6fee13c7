package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As many RDMA Reads as agreed, and not one more. */
@Timeout(240)
class ReadDepthTest {

  private static final int DEPTH = RawPeer.READ_DEPTH;

  /** More than sockets take while nobody reads. */
  private static final int LARGE = 32 << 20;

  private static String small(HostileScene scene, int msn) {
    return scene.fpdu(Octets.readRequest(msn, 4, scene.target.context(), scene.target.address()));
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
              scene.fpdu(Octets.readRequest(1, LARGE, large.context(), large.address())));
      // The answer to the first has begun when its first octets are here.
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
}
