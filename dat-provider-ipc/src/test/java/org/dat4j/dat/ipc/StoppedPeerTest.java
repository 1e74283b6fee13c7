package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A peer that is stopped with SIGSTOP inside of a transfer. It makes RDMA Writes and Reads of 1 MiB
 * without end. Meanwhile this side withdraws the memory, which must not take long. Once the
 * withdrawal has returned, the peer neither writes nor reads that memory, also when it goes on.
 *
 * <p>{@code -Dipc.stops=N} stops as many peers as that, {@code -Dipc.seed=N} chooses the moments.
 */
@Tag("long")
@Timeout(1200)
class StoppedPeerTest {

  private static final int STOPS = Integer.getInteger("ipc.stops", 12);
  private static final long SEED = Long.getLong("ipc.seed", Long.getLong("test.seed", 1));

  private static final Path THREADS = Path.of("/proc/self/task");
  private static final int SIZE = 1 << 20;
  private static final long QUALIFIER = 4711;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** The longest time of a withdrawal; it takes microseconds, but the machine may be busy. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  /** Steps of the peer until it is stopped, at most: its code is compiled by then. */
  private static final int STEPS = 400;

  /** Turns of a loop between the step at which a peer is stopped and its signal, at most. */
  private static final int TURNS = 100_000;

  private static final byte BEFORE = 0x11;
  private static final byte WRITTEN = 0x22;

  /** The bytes that this side puts into its memory after the withdrawal. */
  private static final byte AFTER = 0x5a;

  @TempDir private static Path parent;

  private final Random random = new Random(SEED);

  /** The calls after which no peer touches the memory. */
  private enum Withdrawal {
    FREE_LMR {
      @Override
      void run(DatConnection end, Region region, Rmr rmr, DatEvent event) {
        region.lmr().free();
      }
    },
    FREE_RMR {
      @Override
      void run(DatConnection end, Region region, Rmr rmr, DatEvent event) {
        rmr.free();
      }
    },
    UNBIND_RMR {
      @Override
      void run(DatConnection end, Region region, Rmr rmr, DatEvent event) {
        bind(end, region, rmr, 0);
        assertEquals(DatReturn.SUCCESS, end.requestEvd().await(micros(LIMIT), 1, event));
        assertEquals(EventNumber.RMR_BIND_COMPLETION_EVENT, event.number());
      }
    },
    DISCONNECT {
      @Override
      void run(DatConnection end, Region region, Rmr rmr, DatEvent event) {
        end.ep().disconnect(CloseFlags.ABRUPT);
        assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, end.awaitEnd(LIMIT).number());
      }
    };

    abstract void run(DatConnection end, Region region, Rmr rmr, DatEvent event);

    boolean needsRmr() {
      return this == FREE_RMR || this == UNBIND_RMR;
    }

    /**
     * Whether a peer is stopped at the right place by its count. A bind waits in the queue behind
     * the data of the peer's Read, for which a stopped peer makes no room.
     */
    boolean fits(int count) {
      return this == UNBIND_RMR ? count % 4 == 1 : count % 2 == 1;
    }
  }

  /** The process that is stopped. */
  static final class Worker {
    private Worker() {}

    /** Arguments: folder, file of the count. Prints how many of its bytes it should not have. */
    public static void main(String[] arguments) throws IOException {
      StepCounter count = new StepCounter(Path.of(arguments[1]));
      DatEvent event = new DatEvent();
      try (Ia ia = AdapterPair.open(Path.of(arguments[0]), "");
          DatConnection end = Dats.endpoint(ia)) {
        Region message = end.register(RemoteRegion.ENCODED_LENGTH);
        Region out = end.register(SIZE);
        Region in = end.register(SIZE);
        fill(out.buffer(), WRITTEN);
        end.receive(message, 0, message.length(), 1);
        end.connect(ia.address(), QUALIFIER, LIMIT);
        Dats.awaitDto(end.recvEvd(), 1, LIMIT, event);
        RemoteRegion far = RemoteRegion.decode(message.buffer());
        try {
          for (; ; ) {
            count.step(
                () -> {
                  end.write(out, 0, SIZE, far, 0, 2);
                  Dats.awaitDto(end.requestEvd(), 2, LIMIT, event);
                });
            count.step(
                () -> {
                  end.read(in, 0, SIZE, far, 0, 3);
                  Dats.awaitDto(end.requestEvd(), 3, LIMIT, event);
                });
          }
        } catch (DatException e) {
          // The memory is withdrawn.
          end.awaitEnd(LIMIT);
        }
        int wrong = 0;
        for (int i = 0; i < SIZE; i++) {
          wrong += in.buffer().get(i) == AFTER ? 1 : 0;
        }
        System.out.println(wrong);
      }
    }
  }

  private static void fill(ByteBuffer buffer, byte with) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, with);
    }
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1000;
  }

  private static void bind(DatConnection end, Region region, Rmr rmr, long length) {
    int code =
        rmr.bind(
            region.context(),
            region.address(),
            length,
            MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE,
            end.ep(),
            7,
            CompletionFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, code);
  }

  @BeforeAll
  static void printSeed() {
    Assumptions.assumeTrue(Files.isDirectory(THREADS), "looks at threads as Linux has them");
    System.out.println("StoppedPeerTest seed " + SEED + ", stops " + STOPS);
  }

  @Test
  void memoryIsUntouchedByAPeerThatWasStoppedInsideOfATransfer() throws IOException {
    Path folder = parent.resolve("folder");
    long longest = 0;
    try (Ia ia = AdapterPair.open(folder, "")) {
      for (int stop = 0; stop < STOPS; stop++) {
        Withdrawal how = Withdrawal.values()[stop % Withdrawal.values().length];
        String point = "seed " + SEED + ", stop " + stop + ", " + how;
        longest = Math.max(longest, withdraw(ia, folder, how, point));
      }
    }
    System.out.println("longest withdrawal: " + longest / 1000 + " us");
  }

  /** Lets one peer work, stops it, and withdraws the memory; says how many ns that took. */
  private long withdraw(Ia ia, Path folder, Withdrawal how, String point) throws IOException {
    Path file = Files.createTempFile(parent, "count", null);
    StepCounter count = new StepCounter(file);
    DatEvent event = new DatEvent();
    long taken;
    try (DatListener listener = Dats.listen(ia, QUALIFIER);
        DatConnection end = Dats.endpoint(ia)) {
      Region region = end.register(SIZE);
      fill(region.buffer(), BEFORE);
      try (ChildJvm peer = new ChildJvm(Worker.class, folder.toString(), file.toString())) {
        listener.accept(end, LIMIT);
        Rmr rmr = how.needsRmr() ? end.pz().createRmr() : null;
        sendRegion(end, shared(end, region, rmr, event), event);
        stopInside(peer, count, how, point);
        long start = System.nanoTime();
        assertTimeoutPreemptively(SHORT, () -> how.run(end, region, rmr, event), point);
        taken = System.nanoTime() - start;
        fill(region.buffer(), AFTER);
        peer.resume();
        assertEquals("0", peer.line(), () -> point + ": bytes read after the withdrawal");
        if (rmr != null) {
          rmr.close();
        }
      }
      ByteBuffer expected = ByteBuffer.allocate(SIZE);
      fill(expected, AFTER);
      int wrong = expected.mismatch(region.buffer());
      assertEquals(-1, wrong, () -> point + ": the memory was written after the withdrawal");
    }
    Files.delete(file);
    return taken;
  }

  /** The memory as the peer names it: the whole region, or an RMR over all of it. */
  private static RemoteRegion shared(DatConnection end, Region region, Rmr rmr, DatEvent event) {
    if (rmr == null) {
      return region.remote();
    }
    bind(end, region, rmr, SIZE);
    Dats.await(end.requestEvd(), EventNumber.RMR_BIND_COMPLETION_EVENT, LIMIT, event);
    return new RemoteRegion(rmr.rmrContext(), region.address(), SIZE);
  }

  private static void sendRegion(DatConnection end, RemoteRegion shared, DatEvent event) {
    Region message = end.register(RemoteRegion.ENCODED_LENGTH);
    shared.encode(message.buffer());
    end.send(message, 0, message.length(), 8);
    Dats.awaitDto(end.requestEvd(), 8, LIMIT, event);
  }

  /** Stops the peer at a random moment, again until that is inside of a transfer. */
  private void stopInside(ChildJvm peer, StepCounter count, Withdrawal how, String point)
      throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    int at = random.nextInt(STEPS);
    for (; ; ) {
      while (count.get() < at) {
        if (!peer.isAlive() || System.nanoTime() - deadline > 0) {
          throw new IOException(point + ": the peer is at step " + count.get());
        }
        LockSupport.parkNanos(1000);
      }
      for (int turn = random.nextInt(TURNS); turn > 0; turn--) {
        Thread.onSpinWait();
      }
      peer.stop();
      if (how.fits(count.get())) {
        return;
      }
      peer.resume();
      at = count.get() + 1;
    }
  }
}
