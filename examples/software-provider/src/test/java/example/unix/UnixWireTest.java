package example.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One end of a connection whose other end is a socket of the test. */
class UnixWireTest {

  private static final int LENGTH = 8;

  private final List<String> told = new ArrayList<>();
  private final HazardDomain hazards = new HazardDomain();

  /** Whether the memory that the peer names can be reached. */
  private boolean isThere = true;

  @TempDir private Path folder;

  /** The upcalls, of which those that end the connection are kept. */
  private WireUpcalls upcalls() {
    return (WireUpcalls)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {WireUpcalls.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hazard" -> hazards.mine();
                  case "locateRemote" -> isThere ? AccessResult.OK : AccessResult.UNKNOWN;
                  case "failed", "ended" -> {
                    told.add(method.getName());
                    yield null;
                  }
                  default -> null;
                });
  }

  @Test
  void noRequestFailsWhereTheMemoryOfThePeersReadIsGone() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        SelectorLoop loop = new SelectorLoop("dat4j-test-loop");
        Selector selector = Selector.open()) {
      server.bind(address);
      try (SocketChannel peer = SocketChannel.open(address);
          SocketChannel own = server.accept()) {
        own.configureBlocking(false);
        SelectionKey key = own.register(selector, 0);
        UnixWire wire = new UnixWire(loop, key, new FrameReader(), upcalls());
        FrameWriter writer = new FrameWriter();
        writer.put(FrameType.READ, 0, 0, LENGTH, 1, 1);
        assertTrue(writer.flush(peer));
        wire.progress(1);
        isThere = false;
        wire.transmit(null, 1);
        assertEquals(List.of("ended"), told);
      }
    }
  }
}
