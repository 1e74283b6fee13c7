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
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Region;

/**
 * A timing of a message of 64 bytes in one thread that has both ends of a connection. It alternates
 * with bare sockets in the same thread. Nothing waits and nothing runs concurrently, so the
 * difference is the provider's cost of one write and one read; it varies far less than a ratio of
 * round trips. Not a test: run {@code src/test/scripts/single-thread-cost}.
 */
final class SingleThreadTiming {

  private static final int SIZE = 64;
  private static final int BLOCK = 50_000;
  private static final int WARM = 8;
  private static final int BLOCKS = 15;

  private SingleThreadTiming() {}

  /**
   * Measures and prints.
   *
   * @param arguments the ia_params of both ends, none for the defaults
   */
  public static void main(String[] arguments) throws IOException {
    double[] dat = new double[BLOCKS];
    double[] bare = new double[BLOCKS];
    double[] more = new double[BLOCKS];
    try (AdapterPair pair = new AdapterPair(arguments.length == 0 ? "" : arguments[0]).connect();
        Bare sockets = new Bare()) {
      Side client = new Side(pair.client);
      Side server = new Side(pair.server);
      for (int i = -WARM; i < BLOCKS; i++) {
        long begin = System.nanoTime();
        for (int k = 0; k < BLOCK; k++) {
          Side.message(client, server);
          Side.message(server, client);
        }
        long between = System.nanoTime();
        for (int k = 0; k < BLOCK; k++) {
          sockets.message(0);
          sockets.message(1);
        }
        long end = System.nanoTime();
        if (i >= 0) {
          dat[i] = (between - begin) / 2.0 / BLOCK;
          bare[i] = (end - between) / 2.0 / BLOCK;
          more[i] = dat[i] - bare[i];
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "64 bytes, both ends in one thread: %.0f ns, bare sockets %.0f ns, more %.0f ns%n",
        median(dat),
        median(bare),
        median(more));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** Two bare sockets, connected with each other. */
  private static final class Bare implements AutoCloseable {
    private final SocketChannel[] ends = new SocketChannel[2];
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(SIZE);

    Bare() throws IOException {
      try (ServerSocketChannel listener = ServerSocketChannel.open()) {
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ends[0] = SocketChannel.open(listener.getLocalAddress());
        ends[1] = listener.accept();
      }
      for (SocketChannel end : ends) {
        end.configureBlocking(false);
        end.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
    }

    void message(int from) throws IOException {
      bytes.clear();
      while (bytes.hasRemaining()) {
        ends[from].write(bytes);
      }
      bytes.clear();
      while (bytes.hasRemaining()) {
        if (ends[1 - from].read(bytes) < 0) {
          throw new IOException("ended");
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel end : ends) {
        end.close();
      }
    }
  }

  /** One end of the connection, with a receive posted. */
  private static final class Side {
    private final DatConnection end;
    private final Region out;
    private final Region in;
    private final DatEvent event = new DatEvent();

    Side(DatConnection end) {
      this.end = end;
      out = end.register(SIZE);
      in = end.register(SIZE);
      receive();
    }

    static void message(Side from, Side to) {
      Region out = from.out;
      check(from.end.ep().postSend(out.context(), out.address(), SIZE, 2, CompletionFlags.DEFAULT));
      to.take(to.end.recvEvd());
      to.receive();
      from.take(from.end.requestEvd());
    }

    private void receive() {
      check(end.ep().postRecv(in.context(), in.address(), SIZE, 1, CompletionFlags.DEFAULT));
    }

    private void take(Evd evd) {
      while (evd.dequeue(event) != DatReturn.SUCCESS) {
        Thread.onSpinWait();
      }
      if (event.status() != DtoStatus.SUCCESS) {
        throw new IllegalStateException(event.toString());
      }
    }

    private static void check(int outcome) {
      if (outcome != DatReturn.SUCCESS) {
        throw new IllegalStateException("a post was refused: " + DatReturn.name(outcome));
      }
    }
  }
}
