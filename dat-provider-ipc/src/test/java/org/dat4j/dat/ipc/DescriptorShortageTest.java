package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Qos;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Adapters in a process that has no file descriptor left. */
@Tag("long")
@Timeout(120)
class DescriptorShortageTest {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path NULL = Path.of("/dev/null");
  private static final String DONE = "done";

  private static final List<String> FEW_DESCRIPTORS =
      List.of("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh");

  @TempDir private Path parent;

  /** A program without descriptors for a while. */
  static final class Starving {
    private static final Deque<Closeable> HOGS = new ArrayDeque<>();

    private Starving() {}

    private static void fill() {
      try {
        while (true) {
          HOGS.add(Files.newInputStream(NULL));
        }
      } catch (IOException full) {
        // As wanted.
      }
    }

    private static void release(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        HOGS.pop().close();
      }
    }

    private static String line(String name, String params) {
      return name + " u1.2 threadsafe default ipc dat4j.0.1 \"" + params + "\" \"\"\n";
    }

    private static long descriptors() throws IOException {
      try (Stream<Path> all = Files.list(DESCRIPTORS)) {
        return all.count();
      }
    }

    private static String outcome(Runnable call) {
      try {
        call.run();
        return DONE;
      } catch (DatException e) {
        return DatReturn.name(e.type()) + " " + e.getMessage().replace('\n', ' ');
      } catch (UncheckedIOException e) {
        return "failed";
      }
    }

    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      DatRegistry registry =
          DatRegistry.builder()
              .config(
                  line("own0", "folder=" + folder) + line("bad0", "folder=" + folder + "/lock"),
                  "test")
              .build();
      Runnable open = () -> registry.openIa("own0").close(CloseFlags.ABRUPT);
      // The classes of refusals are loaded from files.
      outcome(
          () -> {
            throw Shortage.thrown("warm", new UncheckedIOException(new IOException("warm")));
          });
      try (AdapterPair pair = new AdapterPair(folder, "")) {
        pair.connect();
        outcome(open);
        outcome(() -> registry.openIa("bad0"));
        Ia ia = registry.openIa("own0");
        DatListener listener = Dats.listen(ia);
        DatConnection end = Dats.endpoint(pair.clientIa);
        long before = descriptors();
        fill();
        String opened = outcome(open);
        while (!opened.equals(DONE)) {
          System.out.println("open: " + opened);
          release(1);
          opened = outcome(open);
        }
        fill();
        // To an adapter with which this one has no link yet.
        String connected =
            outcome(
                () ->
                    end.ep()
                        .connect(
                            ia.address(),
                            listener.connQual(),
                            1_000_000,
                            null,
                            Qos.BEST_EFFORT,
                            ConnectFlags.DEFAULT));
        System.out.println("connect: " + connected);
        release(HOGS.size());
        System.out.println("state: " + end.ep().getStatus().state());
        end.startConnect(ia.address(), listener.connQual(), AdapterPair.LIMIT);
        DatConnection other = Dats.endpoint(ia);
        listener.accept(other, AdapterPair.LIMIT);
        end.awaitConnected(AdapterPair.LIMIT);
        System.out.println("state: " + end.ep().getStatus().state());
        end.close();
        other.close();
        listener.close();
        ia.close(CloseFlags.ABRUPT);
        System.gc();
        // Threads of the adapters that are left close the sockets of their links, and sweep.
        long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
        while (descriptors() > before && System.nanoTime() - deadline < 0) {
          LockSupport.parkNanos(1_000_000);
        }
        System.out.println("lost: " + (descriptors() - before));
      }
    }
  }

  private static void assertDescriptors(String refusal) {
    assertTrue(refusal.contains(": DAT_INSUFFICIENT_RESOURCES "), refusal);
    assertTrue(refusal.contains("ulimit -n"), refusal);
  }

  @Test
  void callsSaySoAndGoOnAfterwards() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "there is no /proc/self/fd");
    try (ChildJvm child =
        new ChildJvm(
            FEW_DESCRIPTORS, List.of(), Starving.class, parent.resolve("folder").toString())) {
      String line = child.line();
      assertTrue(line.startsWith("open: "), line);
      for (; line.startsWith("open: "); line = child.line()) {
        assertDescriptors(line);
      }
      assertDescriptors(line);
      assertEquals("state: UNCONNECTED", child.line());
      assertEquals("state: CONNECTED", child.line());
      line = child.line();
      assertTrue(Integer.parseInt(line.substring("lost: ".length())) <= 0, line);
    }
  }
}
