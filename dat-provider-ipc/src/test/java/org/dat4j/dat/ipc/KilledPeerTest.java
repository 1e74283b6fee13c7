package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed with SIGKILL while it is inside of a step: a connect, a transfer or a
 * free. It counts its steps in a file, and dies when the count is the one of the test. The survivor
 * gets one event for its connection, and nothing is left behind.
 *
 * <p>{@code -Dipc.kills=N} kills as often as that, and {@code -Dipc.seed=N} chooses the steps.
 */
@Timeout(1200)
class KilledPeerTest {

  private static final int KILLS = Integer.getInteger("ipc.kills", 4);

  /** Kills from which on at least 60 % must be inside of a step; fewer may miss by chance. */
  private static final int MANY = 30;

  private static final int SIZE = 20_000;
  private static final long QUALIFIER = 4711;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Time in which a living process makes its next connection, as a rule. */
  private static final Duration SOON = Duration.ofMillis(300);

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  /** Steps of one round: a connect, a free, and three transfers in turn. */
  private static final int TRANSFERS = 9;

  @TempDir private static Path parent;

  private final DatEvent event = new DatEvent();

  /** Processes that were killed inside of a step, by their count. */
  private int killedInside;

  /** The process that is killed. */
  static final class Victim {
    private Victim() {}

    /** Arguments: folder, file of the count, whether it connects. */
    public static void main(String[] arguments) throws IOException {
      StepCounter count = new StepCounter(Path.of(arguments[1]));
      boolean connects = Boolean.parseBoolean(arguments[2]);
      try (Ia ia = AdapterPair.open(Path.of(arguments[0]), "ring=4096");
          DatListener listener = connects ? null : Dats.listen(ia, QUALIFIER)) {
        System.out.println("ready");
        for (; ; ) {
          try {
            round(ia, listener, count);
          } catch (DatException e) {
            // The survivor has given up waiting on a busy machine: once more.
            continue;
          }
        }
      }
    }

    private static void round(Ia ia, DatListener listener, StepCounter count) {
      DatEvent event = new DatEvent();
      DatConnection end = Dats.endpoint(ia);
      Region own = end.register(SIZE);
      Region shared = end.register(SIZE);
      end.share(shared);
      end.ep().postRecv(own.context(), own.address(), SIZE, 1, CompletionFlags.DEFAULT);
      count.step(
          () -> {
            if (listener == null) {
              end.connect(ia.address(), QUALIFIER, LIMIT);
            } else {
              listener.accept(end, LIMIT);
            }
          });
      RemoteRegion far = end.peerRegion();
      for (int i = 0; i < TRANSFERS; i++) {
        int kind = i % 3;
        count.step(() -> transfer(end, own, far, kind, event));
      }
      count.step(
          () -> {
            shared.close();
            end.close();
          });
    }

    private static void transfer(
        DatConnection end, Region own, RemoteRegion far, int kind, DatEvent event) {
      if (kind == 0) {
        end.ep().postSend(own.context(), own.address(), SIZE, 2, CompletionFlags.DEFAULT);
      } else if (kind == 1) {
        end.ep()
            .postRdmaWrite(
                own.context(),
                own.address(),
                SIZE,
                2,
                far.rmrContext(),
                far.address(),
                CompletionFlags.DEFAULT);
      } else {
        end.ep()
            .postRdmaRead(
                own.context(),
                own.address(),
                SIZE,
                2,
                far.rmrContext(),
                far.address(),
                CompletionFlags.DEFAULT);
      }
      Dats.awaitDto(end.requestEvd(), 2, LIMIT, event);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    }
  }

  @AfterAll
  static void nothingIsLeft() throws IOException {
    assertEquals(List.of("lock"), names(parent.resolve("folder")));
  }

  @Test
  void aKilledPeerIsOneEventAndLeavesNothing() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(DESCRIPTORS), "counts descriptors as Linux has them");
    long seed = Long.getLong("ipc.seed", 1);
    Random random = new Random(seed);
    Path folder = parent.resolve("folder");
    try (Ia ia = AdapterPair.open(folder, "ring=4096")) {
      long before = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        boolean victimConnects = kill % 2 == 0;
        int at = 2 * random.nextInt(2 * (TRANSFERS + 2)) + 1;
        String point = "seed " + seed + ", kill " + kill + " at step " + at;
        survive(ia, folder, victimConnects, at, point);
        if (kill == 1) {
          before = descriptors();
        }
      }
      String share = "killed inside of a step: " + killedInside + " of " + KILLS;
      System.out.println(share);
      assertTrue(KILLS < MANY || 10 * killedInside >= 6 * KILLS, share);
      long most = before + 2;
      long deadline = System.nanoTime() + LIMIT.toNanos();
      // The adapter closes the sockets of the last dead processes in a thread of its own.
      while (descriptors() > most && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(1_000_000);
      }
      long after = descriptors();
      assertTrue(after <= most, "descriptors: " + before + ", then " + after);
    }
  }

  private void survive(Ia ia, Path folder, boolean victimConnects, int at, String point)
      throws IOException {
    Path file = Files.createTempFile(parent, "count", null);
    StepCounter count = new StepCounter(file);
    try (DatListener listener = victimConnects ? Dats.listen(ia, QUALIFIER) : null;
        ChildJvm victim =
            new ChildJvm(Victim.class, folder.toString(), file.toString(), "" + victimConnects)) {
      assertEquals("ready", victim.line());
      Thread killer =
          new Thread(
              () -> {
                while (count.get() < at) {
                  LockSupport.parkNanos(1000);
                }
                victim.kill();
              });
      killer.start();
      while (victim.isAlive()) {
        answer(ia, listener, point);
      }
      killer.join();
      killedInside += count.get() & 1;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    awaitSwept(ia, folder, point);
    Files.delete(file);
  }

  /** Serves one connection of the victim, if it makes or takes one. */
  private void answer(Ia ia, DatListener listener, String point) {
    try (DatConnection end = Dats.endpoint(ia)) {
      Region in = end.register(SIZE);
      Region shared = end.register(SIZE);
      end.share(shared);
      for (int i = 0; i < TRANSFERS; i++) {
        end.ep().postRecv(in.context(), in.address(), SIZE, i, CompletionFlags.DEFAULT);
      }
      try {
        if (listener != null) {
          listener.accept(end, SOON);
        } else {
          end.connect(ia.address(), QUALIFIER, SOON);
        }
      } catch (DatException e) {
        // It is dead, or about to make its next connection.
        return;
      }
      assertEquals(DatReturn.SUCCESS, end.connectEvd().await(60_000_000, 1, event), point);
      assertTrue(
          event.number() == EventNumber.CONNECTION_EVENT_BROKEN
              || event.number() == EventNumber.CONNECTION_EVENT_DISCONNECTED,
          () -> point + ": " + event);
      assertEquals(EpState.DISCONNECTED, end.ep().getStatus().state(), point);
      for (int i = 0; i < TRANSFERS; i++) {
        assertEquals(DatReturn.SUCCESS, end.recvEvd().await(60_000_000, 1, event), point);
        assertEquals(i, event.cookie(), point);
        assertTrue(
            event.status() == DtoStatus.SUCCESS || event.status() == DtoStatus.ERR_FLUSHED,
            () -> point + ": " + event);
      }
      assertEquals(DatReturn.QUEUE_EMPTY, end.connectEvd().dequeue(event), point);
      assertEquals(DatReturn.QUEUE_EMPTY, end.recvEvd().dequeue(event), point);
    }
  }

  /** The files of the dead are deleted, and its qualifier can be used. */
  private static void awaitSwept(Ia ia, Path folder, String point) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    // A survivor that had no link to the dead finds what it has left when it listens.
    try (DatListener next = Dats.listen(ia, QUALIFIER)) {
      assertEquals(QUALIFIER, next.connQual());
    }
    AdapterPair.open(folder, "").close();
    while (names(folder).size() > 2 && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    assertEquals(2, names(folder).size(), () -> point + ": " + listing(folder));
  }

  private static String listing(Path folder) {
    try {
      return names(folder).toString();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
