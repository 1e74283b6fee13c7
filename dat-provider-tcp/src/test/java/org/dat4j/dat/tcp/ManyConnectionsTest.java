package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the cost of idle connections. */
@Timeout(240)
class ManyConnectionsTest {

  private static final int CONNECTIONS = 100;
  private static final int SIZE = 64;

  /** The few connections that keep their buffers, both sides, and some that are on loan. */
  private static final long BOUND = (2 * 8 + 8) * (320L << 10);

  private static long direct() {
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        return pool.getMemoryUsed();
      }
    }
    throw new AssertionError("no pool of direct buffers");
  }

  @Test
  void idleConnectionsShareTheirBuffers() {
    List<DatConnection> open = new ArrayList<>();
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(SIZE);
      Region in = pair.server.register(SIZE);
      long before = direct();
      for (int i = 0; i < CONNECTIONS; i++) {
        pair.connectMore(open);
      }
      exchange(pair, out, in, 1);
      for (int i = 0; i < CONNECTIONS; i++) {
        DatConnection client = open.get(2 * i);
        DatConnection server = open.get(2 * i + 1);
        Region from = client.register(SIZE);
        Region to = server.register(SIZE);
        pair.receive(server, to, i);
        pair.send(client, from, SIZE, i);
        assertEquals(SIZE, Dats.awaitDto(server.recvEvd(), i, AdapterPair.LIMIT, pair.event));
        assertEquals(SIZE, Dats.awaitDto(client.requestEvd(), i, AdapterPair.LIMIT, pair.event));
      }
      long used = direct() - before;
      assertTrue(used < BOUND, () -> used + " bytes of direct memory, bound " + BOUND);
    } finally {
      open.forEach(DatConnection::close);
    }
  }

  private static void exchange(AdapterPair pair, Region out, Region in, long cookie) {
    pair.receive(pair.server, in, cookie);
    pair.send(pair.client, out, SIZE, cookie);
    assertEquals(SIZE, Dats.awaitDto(pair.server.recvEvd(), cookie, AdapterPair.LIMIT, pair.event));
    assertEquals(
        SIZE, Dats.awaitDto(pair.client.requestEvd(), cookie, AdapterPair.LIMIT, pair.event));
  }
}
