package example.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An adapter over Unix sockets whose peer is connected and sends nothing. */
class SilentPeerTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void gracefulDisconnectEndsWithoutThePeersGoodBye() throws Exception {
    Path sockets = folder.resolve("sockets");
    String line = "silent0 u1.2 threadsafe default unix example.1.0 \"directory=%s\" \"\"\n";
    DatRegistry registry =
        DatRegistry.builder().config(line.formatted(sockets), "the test").build();
    try (Ia ia = registry.openIa("silent0");
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        SocketChannel peer =
            SocketChannel.open(
                UnixDomainSocketAddress.of(
                    sockets.resolve(Long.toUnsignedString(listener.connQual()))))) {
      FrameWriter writer = new FrameWriter();
      writer.put(FrameType.REQUEST, 7, new byte[0]);
      assertTrue(writer.flush(peer));
      Cr request = listener.awaitRequest(LIMIT);
      server.accept(request);
      writer.put(FrameType.READY, 0, 0, 0, 0, 0);
      assertTrue(writer.flush(peer));
      server.awaitConnected(LIMIT);
      server.ep().disconnect(CloseFlags.GRACEFUL);
      assertEquals(
          EventNumber.CONNECTION_EVENT_DISCONNECTED, server.awaitEnd(LIMIT).number());
    }
  }
}
