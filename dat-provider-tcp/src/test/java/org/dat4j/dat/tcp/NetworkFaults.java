package org.dat4j.dat.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.Cr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;

/**
 * Faults between two network namespaces, see {@code src/test/scripts/network-faults}, which makes
 * them. Runs in the near one, as root, and starts its partners in the far one.
 *
 * <p>Arguments: {@code FAR-NAMESPACE NEAR-ADDRESS FAR-ADDRESS DEVICE KILLS SEED}, or {@code partner
 * ADDRESS} for a partner that is connected to, or {@code caller ADDRESS NEAR-ADDRESS PORT} for one
 * that connects.
 */
final class NetworkFaults {

  /** A connection that is cut or whose partner is gone has ended by then. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Duration AT_ONCE = Duration.ofSeconds(10);
  private static final int WARM = 5;
  private static final long SLACK = 4 << 20;

  private final String namespace;
  private final String nearAddress;
  private final String address;
  private final String device;
  private final Random random;
  private final Ia ia;
  private final Queue<Partner> partners = new ConcurrentLinkedQueue<>();
  private Partner steady;

  private NetworkFaults(String[] arguments) {
    namespace = arguments[0];
    nearAddress = arguments[1];
    address = arguments[2];
    device = arguments[3];
    random = new Random(Long.parseLong(arguments[5]));
    String params = "bind=" + arguments[1];
    ia = AdapterPair.registry(params, params).openIa("client");
  }

  /** Runs all faults and ends with 0 when everything held. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("partner")) {
      serve(arguments[1]);
      return;
    }
    if (arguments[0].equals("caller")) {
      call(arguments[1], arguments[2], Long.parseLong(arguments[3]));
      return;
    }
    NetworkFaults lab = new NetworkFaults(arguments);
    lab.steady = lab.new Partner("partner", lab.address);
    try (lab.ia) {
      lab.linkDownAndUp();
      lab.packetsLost();
      lab.cut(true);
      lab.cut(false);
      lab.kills(Integer.parseInt(arguments[4]));
    } finally {
      lab.partners.forEach(Partner::kill);
    }
  }

  // --- the far side

  /** Answers one connection after the other and tells how each ended. */
  private static void serve(String address) {
    String params = "bind=" + address;
    try (Ia ia = AdapterPair.registry(params, params).openIa("server");
        DatListener listener = Dats.listen(ia)) {
      System.out.println(listener.connQual());
      while (true) {
        try (FaultPeer side = new FaultPeer(ia)) {
          side.accept(listener, Duration.ofHours(1));
          side.pump(Duration.ofHours(1), false);
          side.expectSettled();
          System.out.println(side.ended());
        }
      }
    }
  }

  /** Connects and keeps the connection busy until it is killed. */
  private static void call(String from, String address, long port) throws IOException {
    String params = "bind=" + from;
    try (Ia ia = AdapterPair.registry(params, params).openIa("client");
        FaultPeer side = new FaultPeer(ia)) {
      side.connect(InetAddress.getByName(address), port, LIMIT);
      side.pump(Duration.ofHours(1), true);
    }
  }

  /** A process in the far namespace. */
  private final class Partner {

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final long port;

    Partner(String... arguments) throws Exception {
      List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
      List<String> options = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");
      command.addAll(ChildJvm.command(options, NetworkFaults.class.getName(), arguments));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      partners.add(this);
      Thread reader = new Thread(this::read, "partner's output");
      reader.setDaemon(true);
      reader.start();
      port = arguments[0].equals("partner") ? Long.parseLong(line()) : 0;
    }

    private void read() {
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        out.lines().forEach(lines::add);
      } catch (IOException | UncheckedIOException e) {
        lines.add("no more: " + e.getMessage());
      }
    }

    String line() throws InterruptedException {
      String line = lines.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      check(line != null, "the partner says nothing");
      return line;
    }

    /** The partner saw exactly one end, too: it would not take the next connection otherwise. */
    void expectEnded() throws InterruptedException {
      EventNumber.valueOf(line());
    }

    void kill() {
      process.destroyForcibly();
    }
  }

  // --- faults

  private FaultPeer connect() throws Exception {
    FaultPeer side = new FaultPeer(ia);
    EventNumber event = side.connect(InetAddress.getByName(address), steady.port, AT_ONCE);
    check(event == EventNumber.CONNECTION_EVENT_ESTABLISHED, "a new connection: " + event);
    check(side.pumpUntil(10, AT_ONCE), "a new connection moves nothing");
    return side;
  }

  private void expectService() throws Exception {
    connect().close();
    steady.expectEnded();
  }

  private void linkDownAndUp() throws Exception {
    try (FaultPeer side = connect()) {
      for (int i = 0; i < 3; i++) {
        run("ip", "link", "set", device, "down");
        side.pump(Duration.ofMillis(200 + random.nextInt(800)), true);
        run("ip", "link", "set", device, "up");
        check(side.pumpUntil(200, LIMIT), "nothing moves after the link came up");
        check(side.ended() == null, "ended by a link that came back: " + side.ended());
      }
    }
    steady.expectEnded();
    System.out.println("link down and up 3 times: the connection stands, everything arrives");
  }

  private void packetsLost() throws Exception {
    try (FaultPeer side = connect()) {
      drop("numgen", "random", "mod", "100", "<", "10", "drop");
      check(side.pumpUntil(500, LIMIT), "nothing moves with a tenth of the packets lost");
      check(side.ended() == null, "ended by lost packets: " + side.ended());
      dropNothing();
      check(side.pumpUntil(200, AT_ONCE), "nothing moves although no more packets are lost");
    }
    steady.expectEnded();
    System.out.println("a tenth of the packets lost: everything arrives");
  }

  private void cut(boolean busy) throws Exception {
    try (FaultPeer side = connect()) {
      long began = System.nanoTime();
      drop("drop");
      side.pump(LIMIT, busy);
      side.expectSettled();
      check(side.ended() == EventNumber.CONNECTION_EVENT_BROKEN, "cut: " + side.ended());
      steady.expectEnded();
      System.out.println(
          (busy ? "traffic" : "an idle connection")
              + " cut: one event on each side after "
              + Duration.ofNanos(System.nanoTime() - began).toMillis()
              + " ms");
      dropNothing();
    }
    expectService();
  }

  private void drop(String... rule) throws Exception {
    run("nft", "add", "table", "inet", "faults");
    run("nft", "add chain inet faults in { type filter hook input priority 0; }");
    List<String> command = new ArrayList<>(List.of("nft", "add", "rule", "inet", "faults", "in"));
    command.addAll(List.of(rule));
    run(command.toArray(String[]::new));
  }

  private void dropNothing() throws Exception {
    run("nft", "delete", "table", "inet", "faults");
  }

  private void kills(int count) throws Exception {
    int established = 0;
    long[] before = null;
    try (DatListener listener = Dats.listen(ia)) {
      long port = listener.connQual();
      CompletableFuture<Partner> following = following(0, port);
      for (int i = 0; i < count; i++) {
        Partner partner = following.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        following = following(i + 1, port);
        established += (isCaller(i) ? killCaller(partner, listener) : kill(partner)) ? 1 : 0;
        if (i % WARM == 0) {
          expectService();
        }
        if (i == WARM) {
          before = held();
        }
      }
      following.get(LIMIT.toSeconds(), TimeUnit.SECONDS).kill();
    }
    expectService();
    if (before != null) {
      expectHeldAgain(before);
    }
    System.out.println(
        count
            + " partners killed, every other one a caller, "
            + established
            + " of them while connected: one end each");
  }

  /** Every other partner connects to us instead. */
  private static boolean isCaller(int number) {
    return number % 2 == 1;
  }

  private CompletableFuture<Partner> following(int number, long port) {
    String[] arguments =
        isCaller(number)
            ? new String[] {"caller", address, nearAddress, Long.toString(port)}
            : new String[] {"partner", address};
    return CompletableFuture.supplyAsync(() -> partner(arguments));
  }

  private Partner partner(String... arguments) {
    try {
      return new Partner(arguments);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private CompletableFuture<Void> killSoon(Partner partner) {
    // A connect takes a few milliseconds; traffic has begun by the longer ones.
    long micros = random.nextInt(random.nextBoolean() ? 30_000 : 300_000);
    return CompletableFuture.runAsync(
        partner::kill, CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS));
  }

  /** The same of a partner that asks us, from its request on. */
  private boolean killCaller(Partner partner, DatListener listener) throws Exception {
    try (FaultPeer side = new FaultPeer(ia)) {
      Cr request = listener.awaitRequest(LIMIT);
      CompletableFuture<Void> killed = killSoon(partner);
      side.accept(request, LIMIT);
      boolean stood = side.ended() == null;
      side.pump(LIMIT, true);
      side.expectSettled();
      killed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      return stood;
    }
  }

  /** True when the connection stood already. */
  private boolean kill(Partner partner) throws Exception {
    CompletableFuture<Void> killed = killSoon(partner);
    try (FaultPeer side = new FaultPeer(ia)) {
      EventNumber first = side.connect(InetAddress.getByName(address), partner.port, LIMIT);
      boolean stood = first == EventNumber.CONNECTION_EVENT_ESTABLISHED;
      side.pump(LIMIT, true);
      side.expectSettled();
      killed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      return stood;
    }
  }

  // --- what the process holds

  /** Open files, threads, bytes of direct memory. */
  private static long[] held() throws IOException {
    System.gc();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return new long[] {files.count(), Thread.activeCount(), direct};
    }
  }

  private static void expectHeldAgain(long[] before) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    long[] now = held();
    while (now[0] > before[0] + 2 || now[1] > before[1] + 2 || now[2] > before[2] + SLACK) {
      check(
          System.nanoTime() < deadline,
          String.format(
              Locale.ROOT,
              "left behind: files %d -> %d, threads %d -> %d, direct memory %d -> %d",
              before[0],
              now[0],
              before[1],
              now[1],
              before[2],
              now[2]));
      new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
      now = held();
    }
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    check(process.waitFor(60, TimeUnit.SECONDS), String.join(" ", command) + " hangs");
    check(process.exitValue() == 0, String.join(" ", command) + " failed");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
