package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Evd;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.FabricProvider;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.tcp.setup.TcpFabric;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that uses one of many connections after the other, and awaits each answer. */
@Timeout(240)
class PredictedInputTest {

  private static final int CONNECTIONS = 12;

  /** Connections that are there before them. */
  private static final int BEFORE = 1;

  private static final int SIZE = 64;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  private final List<DatConnection> open = new ArrayList<>();
  private final List<Region> memory = new ArrayList<>();
  private PollPolicy policy;
  private AdapterPair pair;
  private long cookie;

  @BeforeEach
  void connect() throws Exception {
    TcpFabric fabric = new TcpFabric("expecting", TcpSettings.parse(""));
    policy = fabric.nextDriver().policy();
    DatRegistry clients = DatRegistry.builder().provider(new FabricProvider(fabric)).build();
    DatRegistry servers = AdapterPair.registry("", "");
    pair =
        new AdapterPair(clients.openIa(FabricProvider.IA), servers.openIa("server"), null)
            .connect();
    for (int i = 0; i < CONNECTIONS; i++) {
      pair.connectMore(open);
    }
    open.forEach(end -> memory.add(end.register(SIZE)));
  }

  @AfterEach
  void close() {
    open.forEach(DatConnection::close);
    pair.close();
  }

  private DatConnection client(int index) {
    return open.get(2 * index);
  }

  private DatConnection server(int index) {
    return open.get(2 * index + 1);
  }

  /**
   * Exchanges over one connection after the other until each was expected once: another thread may
   * have driven meanwhile, and now and then nothing is.
   *
   * @param ask posts to the connection of an index, which makes input predictable
   * @param answer lets it come and awaits it
   */
  private void assertAllPredicted(IntConsumer ask, IntConsumer answer) {
    Set<Integer> foreseen = new HashSet<>();
    long begin = System.nanoTime();
    while (foreseen.size() < CONNECTIONS && System.nanoTime() - begin < PATIENCE) {
      for (int i = 0; i < CONNECTIONS; i++) {
        cookie++;
        ask.accept(i);
        int next = policy.next();
        if (next != PollPolicy.NONE) {
          assertEquals(BEFORE + i, next, "position of connection " + i);
          foreseen.add(next);
        }
        answer.accept(i);
      }
    }
    assertEquals(CONNECTIONS, foreseen.size(), foreseen::toString);
  }

  private void await(Evd evd) {
    assertEquals(SIZE, Dats.awaitDto(evd, cookie, AdapterPair.LIMIT, pair.event));
  }

  @Test
  void aPostedReceivePredictsItsMessage() {
    assertAllPredicted(
        i -> pair.receive(client(i), memory.get(2 * i), cookie),
        i -> {
          pair.send(server(i), memory.get(2 * i + 1), SIZE, cookie);
          await(client(i).recvEvd());
          await(server(i).requestEvd());
        });
  }

  @Test
  void aPostedReadPredictsItsResponse() {
    assertAllPredicted(this::read, i -> await(client(i).requestEvd()));
  }

  private void read(int index) {
    Region to = memory.get(2 * index);
    Region from = memory.get(2 * index + 1);
    client(index)
        .ep()
        .postRdmaRead(
            to.context(),
            to.address(),
            SIZE,
            cookie,
            from.context(),
            from.address(),
            CompletionFlags.DEFAULT);
  }
}
