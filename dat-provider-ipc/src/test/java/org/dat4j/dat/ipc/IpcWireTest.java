package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.ipc.ring.Area;
import org.dat4j.dat.ipc.ring.RecordType;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One end of a connection, with a layer above of the test. */
@Timeout(60)
class IpcWireTest {

  private static final long PEER = 0x8000_0000_0000_0077L;

  @TempDir private Path parent;

  /** The wire under test. */
  private IpcWire wire;

  /** What the wire has told the layer above. */
  private final List<String> told = new CopyOnWriteArrayList<>();

  private final class ReceiveWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      wire.progress(16);
    }

    @Override
    public void afterRelease() {
      // There is no waiter.
    }
  }

  private WireUpcalls upcalls() {
    Turn.Work work = new ReceiveWork();
    return (WireUpcalls)
        Proxy.newProxyInstance(
            WireUpcalls.class.getClassLoader(),
            new Class<?>[] {WireUpcalls.class},
            (proxy, method, arguments) -> {
              if (method.getReturnType() == Turn.Work.class) {
                return work;
              }
              told.add(method.getName());
              return method.getReturnType() == long.class ? WireUpcalls.NOT_READY : null;
            });
  }

  @Test
  void noMessageIsTakenAndNoEndToldBeforeTheEndpointIsEstablished() throws Exception {
    Path path = parent.resolve("folder");
    PrivateFolder folder = PrivateFolder.open(path);
    IpcFabric fabric = IpcFabric.open("own0", IpcSettings.parse("folder=" + path));
    try (ServerSocketChannel server = folder.listen(PEER);
        SocketChannel channel = PrivateFolder.connect(folder, PEER)) {
      Link link = Link.initiate(fabric, channel, PEER);
      int index = link.takeSlot();
      Area area = Area.open(folder.area(fabric.number(), 1), fabric.ringBytes());
      wire = link.wire(index, upcalls());
      area.slot(index, false).writer().put(RecordType.SEND, 0, 0, 0, 0, 0, 0);
      wire.poll();
      wire.peerEnded(PeerEnd.fault("a test"));
      wire.poll();
      assertEquals(List.of(), told);
      wire.start();
      // The loop of the adapter may be at it.
      long start = System.nanoTime();
      while (told.size() < 3 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
        Thread.onSpinWait();
      }
      assertEquals(List.of("claimReceive", "failed", "ended"), told.subList(0, 3));
      server.accept().close();
    } finally {
      fabric.close();
    }
  }
}
