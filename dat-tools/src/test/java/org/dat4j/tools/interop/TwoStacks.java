package org.dat4j.tools.interop;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/**
 * One wire, two stacks: adapters of two providers connect to each other in both roles and exchange
 * Send, RDMA Write and RDMA Read in both directions; every byte is verified. Arguments: the two
 * names, then sizes. Exit status 0 when all held.
 */
public final class TwoStacks {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int FLAGS = CompletionFlags.DEFAULT;

  private final Random random;
  private final DatEvent event = new DatEvent();

  private TwoStacks(long seed) {
    random = new Random(seed);
  }

  /**
   * Runs the exchange.
   *
   * @param args two names of adapters, then sizes in bytes
   */
  public static void main(String[] args) {
    long seed = Long.getLong("dat4j.seed", System.nanoTime());
    System.out.println("seed " + seed);
    TwoStacks stacks = new TwoStacks(seed);
    try (Ia one = Dat.openIa(args[0]);
        Ia other = Dat.openIa(args[1])) {
      for (int i = 2; i < args.length; i++) {
        int size = Integer.parseInt(args[i]);
        stacks.exchange(one, other, size);
        stacks.exchange(other, one, size);
      }
    }
  }

  /** One end of the connection with its memory. */
  private record End(DatConnection link, Region out, Region in, Region target) {

    static End on(Ia ia, int size) {
      DatConnection link = Dats.endpoint(ia);
      return new End(link, link.register(size), link.register(size), link.register(size));
    }

    void receive(long cookie) {
      posted(link.ep().postRecv(in.context(), in.address(), in.length(), cookie, FLAGS));
    }
  }

  private void exchange(Ia passive, Ia active, int size) {
    End far = End.on(passive, size);
    End near = End.on(active, size);
    try (DatListener listener = Dats.listen(passive);
        DatConnection first = far.link();
        DatConnection second = near.link()) {
      far.receive(1);
      near.receive(1);
      second.startConnect(passive.address(), listener.connQual(), LIMIT);
      first.accept(request(listener, second));
      second.awaitConnected(LIMIT);
      first.awaitConnected(LIMIT);
      // The active side sends first, as MPA wants it.
      send(near, far);
      send(far, near);
      write(near, far);
      write(far, near);
      read(near, far);
      read(far, near);
      System.out.println(
          "verified: " + active.name() + " to " + passive.name() + ", " + size + " bytes");
    }
  }

  /** A request; if none comes, what the requester was told goes with the failure. */
  private static Cr request(DatListener listener, DatConnection requester) {
    try {
      return listener.awaitRequest(LIMIT);
    } catch (DatException none) {
      try {
        requester.awaitConnected(Duration.ofSeconds(1));
      } catch (DatException told) {
        none.addSuppressed(told);
      }
      throw none;
    }
  }

  private void send(End from, End to) {
    byte[] data = fill(from.out());
    posted(
        from.link()
            .ep()
            .postSend(from.out().context(), from.out().address(), data.length, 2, FLAGS));
    Dats.awaitDto(from.link().requestEvd(), 2, LIMIT, event);
    long length = Dats.awaitDto(to.link().recvEvd(), 1, LIMIT, event);
    if (length != data.length) {
      throw new IllegalStateException("received " + length + " bytes of " + data.length);
    }
    check(to.in(), data, "Send");
    to.receive(1);
  }

  private void write(End from, End to) {
    byte[] data = fill(from.out());
    Region target = to.target();
    posted(
        from.link()
            .ep()
            .postRdmaWrite(
                from.out().context(),
                from.out().address(),
                data.length,
                3,
                target.remote().rmrContext(),
                target.remote().address(),
                FLAGS));
    Dats.awaitDto(from.link().requestEvd(), 3, LIMIT, event);
    // What was written may be looked at when a later Send has arrived.
    send(from, to);
    check(target, data, "RDMA Write");
  }

  private void read(End from, End to) {
    byte[] data = fill(to.out());
    Region sink = from.target();
    posted(
        from.link()
            .ep()
            .postRdmaRead(
                sink.context(),
                sink.address(),
                data.length,
                4,
                to.out().remote().rmrContext(),
                to.out().remote().address(),
                FLAGS));
    Dats.awaitDto(from.link().requestEvd(), 4, LIMIT, event);
    check(sink, data, "RDMA Read");
  }

  private byte[] fill(Region region) {
    byte[] data = new byte[region.length()];
    random.nextBytes(data);
    region.buffer().put(0, data);
    return data;
  }

  private static void check(Region region, byte[] expected, String what) {
    if (ByteBuffer.wrap(expected).mismatch(region.buffer().duplicate().clear()) >= 0) {
      throw new IllegalStateException(what + ": the data differs");
    }
  }

  private static void posted(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException("a post ended with " + DatReturn.name(outcome));
    }
  }
}
