package org.dat4j.dat.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Qos;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.HexFrames;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An adapter where descriptors are used up, or where the JVM has no IPv6. */
@Tag("long")
@Timeout(120)
class ShortageTest {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path NULL = Path.of("/dev/null");

  /** A port without a listener. */
  private static final long NOBODY = 1;

  /** Of four loops each needs a selector of two descriptors at least. */
  private static final int NEEDED_LESS_ONE = 7;

  private static final List<String> FEW_DESCRIPTORS =
      List.of("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh");

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.count();
    }
  }

  /** Processor time of all threads whose name begins so, in ticks of 10 ms. */
  private static long ticks(String name) throws IOException {
    long sum = 0;
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
        if (stat.contains("(" + name)) {
          String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
          sum += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        }
      }
    }
    return sum;
  }

  private static void say(String what, Runnable call) {
    String outcome = "done";
    try {
      call.run();
    } catch (DatException e) {
      outcome = DatReturn.name(e.type()) + " " + e.getMessage().replace('\n', ' ');
    } catch (UncheckedIOException e) {
      outcome = "failed";
    }
    System.out.println(what + ": " + outcome);
  }

  private static void connect(DatConnection end, InetAddress to) {
    end.ep().connect(to, NOBODY, 1_000_000, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
  }

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

    public static void main(String[] arguments) throws IOException {
      DatRegistry registry = AdapterPair.registry("loops=4", "loops=4");
      // The classes of refusals are loaded from files.
      say(
          "refusal",
          () -> {
            throw Shortage.thrown("warm", new UncheckedIOException(new IOException("warm")));
          });
      say("wrong", () -> AdapterPair.registry("bind=192.0.2.1", "").openIa("client"));
      Ia ia = registry.openIa("server");
      DatListener listener = Dats.listen(ia);
      DatConnection end = Dats.endpoint(ia);
      DatConnection other = Dats.endpoint(ia);
      registry.openIa("client").close(CloseFlags.ABRUPT);
      say("warm", () -> Dats.listen(ia).close());
      InetAddress address = ia.address();
      // Nobody listens there.
      connect(other, address);
      Dats.await(
          other.connectEvd(),
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          AdapterPair.LIMIT,
          new DatEvent());
      other.ep().reset();
      long before = descriptors();
      fill();
      say("open", () -> registry.openIa("client").close(CloseFlags.ABRUPT));
      for (int i = 0; i < NEEDED_LESS_ONE; i++) {
        release(1);
        say("open", () -> registry.openIa("client").close(CloseFlags.ABRUPT));
      }
      fill();
      say("listen", () -> Dats.listen(ia).close());
      say("connect", () -> connect(other, address));
      release(HOGS.size());
      System.out.println("state: " + other.ep().getStatus().state());
      long used = ticks("dat4j-server-l");
      fill();
      System.out.println("port: " + listener.connQual());
      // The stranger is connected, by the system, and has no descriptor here.
      System.in.read();
      release(HOGS.size());
      System.out.println("ticks: " + (ticks("dat4j-server-l") - used));
      listener.accept(end, AdapterPair.LIMIT);
      System.out.println("accepted: " + end.ep().getStatus().state());
      end.close();
      other.close();
      listener.close();
      ia.close(CloseFlags.ABRUPT);
      System.gc();
      System.out.println("lost: " + (descriptors() - before));
    }
  }

  private static String value(ChildJvm child, String name) throws IOException {
    String line = child.line();
    assertTrue(line.startsWith(name + ": "), line);
    return line.substring(name.length() + 2);
  }

  private static void expectDescriptors(String refusal) {
    assertTrue(refusal.startsWith("DAT_INSUFFICIENT_RESOURCES "), refusal);
    assertTrue(refusal.contains("ulimit -n"), refusal);
  }

  @Test
  void withoutDescriptorsCallsSaySoAndAllGoesOnAfterwards() throws Exception {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "there is no /proc/self/fd");
    try (ChildJvm child = new ChildJvm(FEW_DESCRIPTORS, List.of(), Starving.class)) {
      value(child, "refusal");
      value(child, "wrong");
      assertEquals("done", value(child, "warm"));
      expectDescriptors(value(child, "open"));
      for (int i = 0; i < NEEDED_LESS_ONE; i++) {
        expectDescriptors(value(child, "open"));
      }
      expectDescriptors(value(child, "listen"));
      expectDescriptors(value(child, "connect"));
      assertEquals(EpState.UNCONNECTED.toString(), value(child, "state"));
      int port = Integer.parseInt(value(child, "port"));
      try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
        stranger.getOutputStream().write(HexFormat.of().parseHex(HexFrames.REQUEST + "40010000"));
        // As long as the loop would spin.
        stranger.setSoTimeout(3000);
        try {
          stranger.getInputStream().read();
        } catch (SocketTimeoutException e) {
          child.send('\n');
        }
        int ticks = Integer.parseInt(value(child, "ticks"));
        assertTrue(ticks <= 30, "the loops took " + ticks * 10 + " ms of 3 s");
        assertEquals("CONNECTED", value(child, "accepted"));
      }
      assertTrue(Integer.parseInt(value(child, "lost")) <= 0, "descriptors are lost");
    }
  }

  /** A program whose JVM has no IPv6. */
  static final class Ipv4Only {
    private Ipv4Only() {}

    public static void main(String[] arguments) throws IOException {
      DatRegistry registry = AdapterPair.registry("", "bind=::1");
      InetAddress far = InetAddress.getByName("2001:db8::1");
      try (Ia ia = registry.openIa("client");
          DatConnection end = Dats.endpoint(ia)) {
        long before = descriptors();
        for (int i = 0; i < 20; i++) {
          say("connect", () -> connect(end, far));
        }
        System.out.println("lost: " + (descriptors() - before));
        say("open", () -> registry.openIa("server").close());
      }
    }
  }

  @Test
  void anIpv6AddressIsRefusedWhereTheJvmHasNoIpv6() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "there is no /proc/self/fd");
    List<String> ipv4 = List.of("-Djava.net.preferIPv4Stack=true");
    try (ChildJvm child = new ChildJvm(List.of(), ipv4, Ipv4Only.class)) {
      for (int i = 0; i < 20; i++) {
        String refusal = value(child, "connect");
        assertTrue(refusal.startsWith("DAT_INVALID_ADDRESS "), refusal);
        assertTrue(refusal.contains("preferIPv4Stack"), refusal);
      }
      assertTrue(Integer.parseInt(value(child, "lost")) <= 2, "descriptors are lost");
      String open = value(child, "open");
      assertTrue(open.startsWith("DAT_INVALID_PARAMETER "), open);
      assertTrue(open.contains("preferIPv4Stack"), open);
    }
  }

  @Test
  void otherFailuresAreNoShortage() {
    assertNull(Shortage.of(new IOException("connection reset")));
    assertNull(Shortage.of(new InternalError("a fault")));
    assertEquals(Shortage.HEAP, Shortage.of(new OutOfMemoryError("Java heap space")));
    assertEquals(
        Shortage.DIRECT_MEMORY,
        Shortage.of(new OutOfMemoryError("Cannot reserve 1 bytes of direct buffer memory")));
  }
}
