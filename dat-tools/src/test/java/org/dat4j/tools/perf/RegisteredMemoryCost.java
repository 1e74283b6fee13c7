package org.dat4j.tools.perf;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.tools.perf.exchange.Operation;

/**
 * Prints what registered memory costs on loopback, in interleaved blocks of one thread: an RDMA
 * Write of 64 bytes among few and among many registrations, and RDMA Writes and Reads of 1 MiB
 * against a plain copy between the same buffers. Not a test: run it on an idle machine with the
 * class path of {@code ./dat4j} and the test classes of this module, after {@code mvn
 * test-compile}:
 *
 * <pre>{@code
 * cd dat-tools/target/app
 * java -cp "$(cat classpath):../test-classes" org.dat4j.tools.perf.RegisteredMemoryCost
 * }</pre>
 */
final class RegisteredMemoryCost {

  private static final int BLOCKS = 41;
  private static final int WARM_UP = 20;
  private static final int SMALL = 64;
  private static final int LARGE = 1 << 20;
  private static final int MANY = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private RegisteredMemoryCost() {}

  /** Two connected endpoints of one process, each with memory. */
  private static final class Bench implements AutoCloseable {
    final DatConnection client;
    final DatConnection server;
    final ByteBuffer near;
    final ByteBuffer far;
    final Lmr local;
    final Lmr remote;
    final int[] contexts = new int[MANY];
    final long[] addresses = new long[MANY];
    private final Evd requests;
    private final DatEvent event = new DatEvent();

    Bench(int size) {
      DatRegistry registry = DatRegistry.builder().build();
      client = Dats.endpoint(registry.openIa("loopback0"));
      server = Dats.endpoint(registry.openIa("loopback0"));
      DatListener listener = Dats.listen(server.ia());
      client.startConnect(server.ia().address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);
      near = ByteBuffer.allocateDirect(size);
      far = ByteBuffer.allocateDirect(size);
      for (int i = 0; i < size; i++) {
        near.put(i, (byte) (i * 31));
      }
      local = client.ia().createLmr(near, client.pz(), MemPriv.ALL);
      remote = server.ia().createLmr(far, server.pz(), MemPriv.ALL);
      requests = client.requestEvd();
    }

    /** Registers the target's memory many times more. */
    void crowd() {
      List<Lmr> all = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        all.add(server.ia().createLmr(far, server.pz(), MemPriv.ALL));
        client.ia().createLmr(near, client.pz(), MemPriv.ALL);
      }
      Collections.shuffle(all, new Random(1));
      for (int i = 0; i < MANY; i++) {
        contexts[i] = all.get(i).rmrContext();
        addresses[i] = all.get(i).registeredAddress();
      }
    }

    void write(int length) {
      write(remote.rmrContext(), remote.registeredAddress(), length);
    }

    void write(int context, long address, int length) {
      client
          .ep()
          .postRdmaWrite(
              local.lmrContext(),
              local.registeredAddress(),
              length,
              1,
              context,
              address,
              CompletionFlags.DEFAULT);
      take();
    }

    void read(int length) {
      client
          .ep()
          .postRdmaRead(
              local.lmrContext(),
              local.registeredAddress(),
              length,
              1,
              remote.rmrContext(),
              remote.registeredAddress(),
              CompletionFlags.DEFAULT);
      take();
    }

    private void take() {
      int result;
      do {
        result = requests.dequeue(event);
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
   * @param args none
   */
  public static void main(String[] args) {
    lookUp();
    move();
  }

  private static void lookUp() {
    try (Bench few = new Bench(SMALL);
        Bench many = new Bench(SMALL)) {
      many.crowd();
      report(
          "RDMA Write of 64 bytes",
          MANY,
          new String[] {
            "one LMR each side",
            "among " + MANY + " LMRs, the same one",
            "among " + MANY + " LMRs, every one in random order"
          },
          n -> times(n, i -> few.write(SMALL)),
          n -> times(n, i -> many.write(SMALL)),
          n -> times(n, i -> many.write(many.contexts[i], many.addresses[i], SMALL)));
    }
  }

  private static void move() {
    try (Bench bench = new Bench(LARGE)) {
      report(
          "1 MiB",
          500,
          new String[] {"plain copy", "RDMA Write", "plain copy back", "RDMA Read"},
          n -> times(n, i -> bench.far.put(0, bench.near, 0, LARGE)),
          n -> times(n, i -> bench.write(LARGE)),
          n -> times(n, i -> bench.near.put(0, bench.far, 0, LARGE)),
          n -> times(n, i -> bench.read(LARGE)));
      if (bench.near.mismatch(bench.far) >= 0) {
        throw new IllegalStateException("the buffers differ");
      }
    }
  }

  /** One operation. */
  @FunctionalInterface
  private interface Operation {
    void run(int i);
  }

  private static long times(int count, Operation operation) {
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      operation.run(i);
    }
    return System.nanoTime() - begin;
  }

  private static void report(
      String title, int count, String[] names, IntToLongFunction... subjects) {
    double[][] nanos = new double[subjects.length][BLOCKS];
    for (int block = -WARM_UP; block < BLOCKS; block++) {
      for (int s = 0; s < subjects.length; s++) {
        double each = (double) subjects[s].applyAsLong(count) / count;
        if (block >= 0) {
          nanos[s][block] = each;
        }
      }
    }
    System.out.println(title + ", medians of " + BLOCKS + " interleaved blocks of " + count);
    double first = median(nanos[0].clone());
    for (int s = 0; s < subjects.length; s++) {
      double[] ratios = new double[BLOCKS];
      for (int block = 0; block < BLOCKS; block++) {
        ratios[block] = nanos[s][block] / nanos[0][block];
      }
      System.out.printf(
          Locale.ROOT,
          "  %-45s %10.1f ns, to the first line %.3f (of medians %.3f)%n",
          names[s],
          median(nanos[s].clone()),
          median(ratios),
          median(nanos[s].clone()) / first);
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
