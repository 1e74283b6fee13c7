package org.dat4j.dat.tcp;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/**
 * A client or server of the {@code rping} protocol of rdma-core, with verified data. The client
 * tells its source memory, the server reads it and says so. The client tells its sink memory, the
 * server writes the data there and says so.
 *
 * <p>Arguments: {@code client HOST PORT COUNT SIZE PARAMS} or {@code server - PORT COUNT SIZE
 * PARAMS}, the last being ia_params.
 */
final class Rping {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MESSAGE = 16;
  private static final int FIRST_LETTER = 65;
  private static final int LETTERS = 58;

  private final DatConnection end;
  private final Region out;
  private final Region in;
  private final Region data;
  private final Region sink;
  private final DatEvent event = new DatEvent();
  private int peerContext;
  private long peerAddress;
  private int peerSize;

  private Rping(DatConnection end, int size) {
    this.end = end;
    out = end.register(MESSAGE);
    in = end.register(MESSAGE);
    data = end.register(size);
    sink = end.register(size);
  }

  /** Runs one side and ends with 0 when all data was right. */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[2]);
    int count = Integer.parseInt(arguments[3]);
    int size = Integer.parseInt(arguments[4]);
    String params = arguments[5];
    try (Ia ia = AdapterPair.registry(params, params).openIa("client");
        DatConnection end = Dats.endpoint(ia)) {
      run(arguments, ia, end, port, count, size);
    }
    System.out.println("rping " + arguments[0] + ": " + count + " x " + size + " bytes verified");
  }

  private static void run(
      String[] arguments, Ia ia, DatConnection end, int port, int count, int size)
      throws Exception {
    Rping rping = new Rping(end, size);
    try {
      if (arguments[0].equals("client")) {
        rping.postReceive();
        end.connect(InetAddress.getByName(arguments[1]), port, LIMIT);
        for (int i = 0; i < count; i++) {
          rping.ping(i);
        }
      } else {
        try (DatListener listener = Dats.listen(ia, port)) {
          rping.postReceive();
          listener.accept(end, LIMIT);
          for (int i = 0; i < count; i++) {
            rping.serve(i);
          }
        }
        Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED, LIMIT, rping.event);
      }
    } catch (DatException e) {
      // The connection's own event says more than the completion does.
      end.connectEvd().await(1_000_000, 1, rping.event);
      System.err.println(rping.event + " " + rping.event.detail());
      throw e;
    }
  }

  private void postReceive() {
    end.ep().postRecv(in.context(), in.address(), MESSAGE, 1, CompletionFlags.DEFAULT);
  }

  private void receive() {
    Dats.awaitDto(end.recvEvd(), 1, LIMIT, event);
    ByteBuffer message = in.buffer().duplicate().order(ByteOrder.BIG_ENDIAN);
    peerAddress = message.getLong(0);
    peerContext = message.getInt(8);
    peerSize = message.getInt(12);
    postReceive();
  }

  private void sendRegion(Region region) {
    out.buffer()
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(0, region.address())
        .putInt(8, region.context())
        .putInt(12, region.length());
    end.ep().postSend(out.context(), out.address(), MESSAGE, 2, CompletionFlags.DEFAULT);
    Dats.awaitDto(end.requestEvd(), 2, LIMIT, event);
  }

  private void ping(int round) {
    for (int i = 0; i < data.length(); i++) {
      data.buffer().put(i, (byte) (FIRST_LETTER + (round + i) % LETTERS));
    }
    // The server writes back as much as a C string of it takes.
    data.buffer().put(data.length() - 1, (byte) 0);
    sendRegion(data);
    receive();
    sendRegion(sink);
    receive();
    if (!data.buffer().equals(sink.buffer())) {
      throw new IllegalStateException("round " + round + ": other bytes came back");
    }
  }

  private void serve(int round) {
    receive();
    if (peerSize != data.length()) {
      throw new IllegalStateException("round " + round + ": the peer has " + peerSize + " bytes");
    }
    end.ep()
        .postRdmaRead(
            data.context(),
            data.address(),
            peerSize,
            3,
            peerContext,
            peerAddress,
            CompletionFlags.DEFAULT);
    Dats.awaitDto(end.requestEvd(), 3, LIMIT, event);
    sendRegion(data);
    receive();
    end.ep()
        .postRdmaWrite(
            data.context(),
            data.address(),
            peerSize,
            4,
            peerContext,
            peerAddress,
            CompletionFlags.DEFAULT);
    Dats.awaitDto(end.requestEvd(), 4, LIMIT, event);
    sendRegion(data);
  }
}
