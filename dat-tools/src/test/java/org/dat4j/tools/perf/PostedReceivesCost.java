package org.dat4j.tools.perf;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;

/**
 * The cost of a message on loopback with one and with many receives posted: post, Send of 64 bytes,
 * both completions, by one thread in interleaved blocks. The receives share one buffer. To be run
 * on an idle machine with the class path of {@code ./dat4j} and the test classes of this module:
 *
 * <pre>{@code
 * cd dat-tools/target/app
 * java -cp "$(cat classpath):../test-classes" org.dat4j.tools.perf.PostedReceivesCost
 * }</pre>
 */
final class PostedReceivesCost {

  private static final int SIZE = 64;
  private static final int WARM_UP = 20;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private PostedReceivesCost() {}

  /** Two connected endpoints of one process, one with a given number of receives posted. */
  private static final class Bench implements AutoCloseable {
    private final DatConnection client;
    private final DatConnection server;
    private final Lmr from;
    private final Lmr to;
    private final DatEvent event = new DatEvent();

    Bench(int posted) {
      DatRegistry registry = DatRegistry.builder().build();
      EpAttr attr = EpAttr.DEFAULT.toBuilder().maxRecvDtos(posted + 1).build();
      client = Dats.endpoint(registry.openIa("loopback0"));
      server = Dats.endpoint(registry.openIa("loopback0"), attr);
      DatListener listener = Dats.listen(server.ia());
      client.startConnect(server.ia().address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);
      from = client.ia().createLmr(ByteBuffer.allocateDirect(SIZE), client.pz(), MemPriv.ALL);
      to = server.ia().createLmr(ByteBuffer.allocateDirect(SIZE), server.pz(), MemPriv.ALL);
      for (int i = 0; i < posted; i++) {
        post();
      }
    }

    private void post() {
      int result =
          server
              .ep()
              .postRecv(to.lmrContext(), to.registeredAddress(), SIZE, 1, CompletionFlags.DEFAULT);
      if (result != DatReturn.SUCCESS) {
        throw new IllegalStateException("postRecv answers " + result);
      }
    }

    void message() {
      post();
      client
          .ep()
          .postSend(from.lmrContext(), from.registeredAddress(), SIZE, 2, CompletionFlags.DEFAULT);
      take(server.recvEvd());
      take(client.requestEvd());
    }

    private void take(Evd evd) {
      int result;
      do {
        result = evd.dequeue(event);
      } while (result == DatReturn.QUEUE_EMPTY);
      if (event.status() != DtoStatus.SUCCESS) {
        throw new IllegalStateException(event.toString());
      }
    }

    @Override
    public void close() {
      client.ia().close();
      server.ia().close();
    }
  }

  /**
   * Measures.
   *
   * @param many receives posted at the second endpoint
   * @param blocks measured, in turns
   * @param messages of a block
   * @return ns per message with one and with many receives posted, medians
   */
  static double[] measure(int many, int blocks, int messages) {
    try (Bench one = new Bench(1);
        Bench crowd = new Bench(many)) {
      double[][] cost = new double[2][blocks];
      for (int block = -WARM_UP; block < blocks; block++) {
        double first = block(one, messages);
        double second = block(crowd, messages);
        if (block >= 0) {
          cost[0][block] = first;
          cost[1][block] = second;
        }
      }
      Arrays.sort(cost[0]);
      Arrays.sort(cost[1]);
      return new double[] {cost[0][blocks / 2], cost[1][blocks / 2]};
    }
  }

  private static double block(Bench bench, int messages) {
    long start = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      bench.message();
    }
    return (double) (System.nanoTime() - start) / messages;
  }

  /**
   * Prints the cost.
   *
   * @param args none
   */
  public static void main(String[] args) {
    double[] cost = measure(65_535, 41, 20_000);
    System.out.printf(
        Locale.ROOT,
        "ns per message: 1 receive posted %.0f; 65,535 posted %.0f (x %.2f)%n",
        cost[0],
        cost[1],
        cost[1] / cost[0]);
  }
}
