package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Locale;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/**
 * Half round trip of 64 octets between two JVMs that poll, against bare non-blocking sockets of the
 * same two JVMs, in interleaved blocks. Not a test: run main with the ia_params as argument.
 */
final class PingPong {

  private static final int SIZE = 64;
  private static final int WARM = 60_000;
  private static final int BLOCK = 20_000;
  private static final int BLOCKS = 11;

  private PingPong() {}

  /** Starts the other JVM and prints the figures, or is the other JVM. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2) {
      serve(arguments[0]);
    } else {
      measure(arguments.length == 0 ? "" : arguments[0]);
    }
  }

  private static void serve(String params) throws IOException {
    try (Ia ia = Pair.registry(params, params).openIa("server");
        ServerSocketChannel bare = ServerSocketChannel.open();
        DatListener listener = Dats.listen(ia);
        DatConnection end = Dats.endpoint(ia)) {
      bare.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      System.out.println(listener.connQual());
      System.out.println(((InetSocketAddress) bare.getLocalAddress()).getPort());
      Side side = new Side(end);
      side.postReceive();
      listener.accept(end, Pair.LIMIT);
      try (SocketChannel channel = bare.accept()) {
        prepare(channel);
        ByteBuffer octets = ByteBuffer.allocateDirect(SIZE);
        for (int block = -1; block < BLOCKS; block++) {
          int rounds = block < 0 ? WARM : BLOCK;
          for (int i = 0; i < rounds; i++) {
            side.receive();
            side.send();
          }
          for (int i = 0; i < rounds; i++) {
            read(channel, octets);
            write(channel, octets);
          }
        }
      }
    }
  }

  private static void measure(String params) throws IOException {
    long[][] dat = new long[BLOCKS][];
    long[][] bare = new long[BLOCKS][];
    try (Child child = new Child(PingPong.class, params, "serve");
        Ia ia = Pair.registry(params, params).openIa("client");
        DatConnection end = Dats.endpoint(ia)) {
      long qualifier = Long.parseLong(child.line());
      int port = Integer.parseInt(child.line());
      Side side = new Side(end);
      side.postReceive();
      end.connect(ia.address(), qualifier, Pair.LIMIT);
      try (SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        prepare(channel);
        ByteBuffer octets = ByteBuffer.allocateDirect(SIZE);
        for (int block = -1; block < BLOCKS; block++) {
          long[] a = new long[block < 0 ? WARM : BLOCK];
          long[] b = new long[a.length];
          long before = System.nanoTime();
          for (int i = 0; i < a.length; i++) {
            side.send();
            side.receive();
            long now = System.nanoTime();
            a[i] = now - before;
            before = now;
          }
          before = System.nanoTime();
          for (int i = 0; i < b.length; i++) {
            write(channel, octets);
            read(channel, octets);
            long now = System.nanoTime();
            b[i] = now - before;
            before = now;
          }
          if (block >= 0) {
            dat[block] = a;
            bare[block] = b;
          }
        }
      }
    }
    report("tcp", dat);
    report("bare", bare);
    System.out.printf(
        Locale.ROOT,
        "ratio p50 %.3f p99 %.3f%n",
        median(dat, 0.5) / median(bare, 0.5),
        median(dat, 0.99) / median(bare, 0.99));
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  private static void read(SocketChannel channel, ByteBuffer octets) throws IOException {
    octets.clear();
    while (octets.hasRemaining()) {
      if (channel.read(octets) < 0) {
        throw new IOException("ended");
      }
    }
  }

  private static void write(SocketChannel channel, ByteBuffer octets) throws IOException {
    octets.clear();
    while (octets.hasRemaining()) {
      channel.write(octets);
    }
  }

  private static double median(long[][] blocks, double quantile) {
    double[] values = new double[blocks.length];
    for (int i = 0; i < values.length; i++) {
      long[] sorted = blocks[i].clone();
      Arrays.sort(sorted);
      values[i] = sorted[(int) (sorted.length * quantile)] / 2000.0;
    }
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static void report(String name, long[][] blocks) {
    System.out.printf(
        Locale.ROOT,
        "%s half round trip us: p50 %.2f p99 %.2f p99.9 %.2f%n",
        name,
        median(blocks, 0.5),
        median(blocks, 0.99),
        median(blocks, 0.999));
  }

  /** One endpoint that sends and receives one message at a time. */
  private static final class Side {
    private final DatConnection end;
    private final Region out;
    private final Region in;
    private final DatEvent event = new DatEvent();

    Side(DatConnection end) {
      this.end = end;
      out = end.register(SIZE);
      in = end.register(SIZE);
    }

    void postReceive() {
      end.ep().postRecv(in.context(), in.address(), SIZE, 1, CompletionFlags.DEFAULT);
    }

    void send() {
      end.ep().postSend(out.context(), out.address(), SIZE, 2, CompletionFlags.DEFAULT);
      await(end.requestEvd());
    }

    void receive() {
      await(end.recvEvd());
      postReceive();
    }

    private void await(Evd evd) {
      while (evd.dequeue(event) != DatReturn.SUCCESS) {
        Thread.onSpinWait();
      }
    }
  }
}
