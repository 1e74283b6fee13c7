package org.dat4j.benchmarks.peer;

import static org.dat4j.benchmarks.program.OperatingPoint.Kind.COPY;
import static org.dat4j.benchmarks.program.OperatingPoint.Kind.OPENLOOP;
import static org.dat4j.benchmarks.program.OperatingPoint.Kind.PINGPONG;
import static org.dat4j.benchmarks.program.OperatingPoint.Kind.STREAM;
import static org.dat4j.benchmarks.program.OperatingPoint.Kind.WRITE;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.benchmarks.peer.Peer.Kind;
import org.dat4j.benchmarks.peer.Peer.Reach;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.dat.DatRegistry;

/**
 * The list of all peers that the benchmarks compare: backends of dat4j, other libraries, and limits
 * that the machine sets.
 */
public final class PeerCatalogue {

  /** The class path of the measuring program, seen from the root of the clone. */
  private static final String CLASS_PATH =
      "benchmarks/target/benchmarks.jar:benchmarks/target/lib/*";

  private static final Set<OperatingPoint.Kind> ROUND_TRIPS = Set.of(PINGPONG);
  private static final Set<OperatingPoint.Kind> MESSAGES = Set.of(PINGPONG, STREAM, OPENLOOP);
  private static final Set<OperatingPoint.Kind> ONE_SIDED =
      Set.of(PINGPONG, STREAM, OPENLOOP, WRITE);

  private static final String USUAL = "default";

  /**
   * An adapter of dat4j to measure.
   *
   * @param name of the adapter
   * @param reach what connects its sides
   * @param builtIn the built-in adapter of the same provider
   */
  private record MeasuredAdapter(String name, Reach reach, String builtIn) {}

  private static final List<MeasuredAdapter> ADAPTERS =
      List.of(
          new MeasuredAdapter("loopback0", Reach.PROCESS, "loopback0"),
          new MeasuredAdapter("ipc0", Reach.MACHINE, "ipc0"),
          new MeasuredAdapter("tcp0", Reach.NETWORK, "tcp0"),
          new MeasuredAdapter("tcpnocrc0", Reach.NETWORK, "tcp0"));

  /** The adapters that builds of all versions have. */
  private static final Set<String> EVERYWHERE = Set.of("loopback0", "ipc0", "tcp0");

  private PeerCatalogue() {}

  /** {@return all peers, those that cannot run here included} */
  public static List<Peer> all() {
    return List.of(
        limit("cross-thread flag", "flag", Map.of("spin", with("/spin")), Set.of(PINGPONG)),
        limit("park and unpark", "flag", Map.of("park", with("/park")), Set.of(PINGPONG)),
        limit("memory copy", "copy", Map.of(USUAL, with("")), Set.of(COPY)),
        sockets("NIO sockets", Reach.NETWORK, "nio/poll", MESSAGES),
        sockets("NIO sockets, blocking waits", Reach.NETWORK, "nio/select", ROUND_TRIPS),
        sockets("Unix sockets", Reach.MACHINE, "unix/poll", MESSAGES),
        sockets("Unix sockets, blocking waits", Reach.MACHINE, "unix/select", ROUND_TRIPS),
        adapter(ADAPTERS.get(0), CLASS_PATH),
        adapter(ADAPTERS.get(1), CLASS_PATH),
        adapter(ADAPTERS.get(2), CLASS_PATH),
        adapter(ADAPTERS.get(3), CLASS_PATH),
        waits("ipc0, blocking waits", new MeasuredAdapter("ipcblock0", Reach.MACHINE, "ipc0")),
        waits(
            "ipc0, waits that poll first", new MeasuredAdapter("ipcpoll0", Reach.MACHINE, "ipc0")),
        waits("tcp0, blocking waits", new MeasuredAdapter("tcpblock0", Reach.NETWORK, "tcp0")),
        new UcxPeer(
            "UCX posix",
            Reach.MACHINE,
            ordered(
                "UCX_TLS=posix",
                Map.of("UCX_TLS", "posix"),
                "with cma",
                Map.of("UCX_TLS", "posix,cma"))),
        new UcxPeer(
            "UCX tcp",
            Reach.NETWORK,
            ordered(
                "UCX_TLS=tcp",
                Map.of("UCX_TLS", "tcp"),
                "eager",
                Map.of("UCX_TLS", "tcp", "UCX_RNDV_THRESH", "inf"))),
        new FabricPeer(
            "libfabric shm",
            Reach.MACHINE,
            ordered(
                "msg",
                List.of("-p", "shm", "-e", "rdm", "-m", "msg"),
                "tagged",
                List.of("-p", "shm", "-e", "rdm", "-m", "tagged"))),
        new FabricPeer(
            "libfabric tcp",
            Reach.NETWORK,
            ordered(
                "msg",
                List.of("-p", "tcp", "-e", "msg"),
                "rdm",
                List.of("-p", "tcp;ofi_rxm", "-e", "rdm"))),
        library(
            "Aeron IPC",
            Reach.MACHINE,
            "aeron-ipc",
            ordered("invoker", with("/invoker"), "threads", with("/threads"))),
        library(
            "Aeron UDP",
            Reach.NETWORK,
            "aeron-udp",
            ordered("mtu 1408", with("/1408"), "mtu 65504", with("/65504"))),
        library(
            "Netty NIO",
            Reach.NETWORK,
            "netty-nio",
            ordered("select", with("/select"), "poll", with("/poll"))),
        library(
            "Netty epoll",
            Reach.NETWORK,
            "netty-epoll",
            ordered("select", with("/select"), "poll", with("/poll"))),
        library(
            "JUCX posix",
            Reach.MACHINE,
            "jucx",
            ordered("UCX_TLS=posix", ucx("posix"), "with cma", ucx("posix,cma"))),
        library(
            "JUCX tcp",
            Reach.NETWORK,
            "jucx",
            ordered(
                "UCX_TLS=tcp",
                ucx("tcp"),
                "eager",
                new JavaPeer.LibrarySetting(
                    "",
                    Map.of(
                        "UCX_TLS", "tcp", "UCX_RNDV_THRESH", "inf", "UCX_LOG_LEVEL", "error")))));
  }

  private static Peer library(
      String name, Reach reach, String library, Map<String, JavaPeer.LibrarySetting> settings) {
    Optional<String> missing =
        library.equals("jucx")
            ? InstalledProgram.missing("ucx_perftest", "ucx-utils")
            : Optional.empty();
    return new JavaPeer(
        name,
        Kind.JAVA,
        reach,
        library,
        settings,
        library.equals("jucx") ? ONE_SIDED : MESSAGES,
        false,
        CLASS_PATH,
        missing);
  }

  private static JavaPeer.LibrarySetting ucx(String transports) {
    return new JavaPeer.LibrarySetting("", Map.of("UCX_TLS", transports, "UCX_LOG_LEVEL", "error"));
  }

  private static Peer limit(
      String name,
      String library,
      Map<String, JavaPeer.LibrarySetting> settings,
      Set<OperatingPoint.Kind> operations) {
    return new JavaPeer(
        name,
        Kind.LIMIT,
        Reach.PROCESS,
        library,
        settings,
        operations,
        true,
        CLASS_PATH,
        Optional.empty());
  }

  /** Gives bare sockets; those whose waits block have one connection. */
  private static Peer sockets(
      String name, Reach reach, String library, Set<OperatingPoint.Kind> operations) {
    return new JavaPeer(
        name,
        Kind.LIMIT,
        reach,
        library,
        Map.of(USUAL, with("")),
        operations,
        operations.equals(ROUND_TRIPS),
        CLASS_PATH,
        Optional.empty());
  }

  /** Gives an adapter whose program waits for each event instead of polling. */
  private static Peer waits(String name, MeasuredAdapter adapter) {
    return new JavaPeer(
        name,
        Kind.DAT4J,
        adapter.reach(),
        "dat-blocking",
        Map.of(USUAL, with("/" + adapter.name())),
        ROUND_TRIPS,
        true,
        CLASS_PATH,
        whyMissing(adapter));
  }

  /**
   * Gives the adapters that every build has.
   *
   * @param classPath of the measuring program and a build of dat4j
   * @return one peer for each
   */
  public static List<Peer> builtIn(String classPath) {
    return ADAPTERS.stream()
        .filter(adapter -> EVERYWHERE.contains(adapter.name()))
        .map(adapter -> adapter(adapter, classPath))
        .toList();
  }

  private static Peer adapter(MeasuredAdapter adapter, String classPath) {
    return new JavaPeer(
        adapter.name(),
        Kind.DAT4J,
        adapter.reach(),
        "dat",
        Map.of(USUAL, with("/" + adapter.name())),
        ONE_SIDED,
        false,
        classPath,
        whyMissing(adapter));
  }

  private static Optional<String> whyMissing(MeasuredAdapter adapter) {
    boolean isThere = DatRegistry.builder().build().explain(adapter.builtIn()).chosen() != null;
    return isThere
        ? Optional.empty()
        : Optional.of("this build has no adapter " + adapter.builtIn());
  }

  private static JavaPeer.LibrarySetting with(String suffix) {
    return new JavaPeer.LibrarySetting(suffix, Map.of());
  }

  private static <T> Map<String, T> ordered(String first, T one, String second, T other) {
    Map<String, T> both = new LinkedHashMap<>();
    both.put(first, one);
    both.put(second, other);
    return both;
  }
}
