package org.dat4j.dat.natives;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.natives.abi.NativeUnavailableException;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * Finds out why an entry could not be opened, without opening it: the library, the line, the
 * modules of the kernel, the device, the limits.
 */
final class Diagnosis {

  private static final int WARNING_JDK = 24;
  private static final String RNIC = "4:";
  private static final int MAC_DIGITS = 12;

  private final Path root;

  /**
   * Looks at a machine.
   *
   * @param root where its {@code sys}, {@code dev} and {@code proc} are
   */
  Diagnosis(Path root) {
    this.root = root;
  }

  ProbeResult probe(RegistryEntry entry) {
    try {
      DatConfFile.load(entry);
    } catch (NativeUnavailableException e) {
      return ProbeResult.unavailable(
          "the uDAPL library cannot be used (" + e.reason() + ")", e.getMessage());
    }
    ProbeResult line = line(entry);
    if (line != null) {
      return line;
    }
    ProbeResult library = library(entry.libPath());
    return library != null ? library : device(entry);
  }

  /** What is wrong with the line; null for nothing. */
  static ProbeResult line(RegistryEntry entry) {
    if (entry.threadSafe()) {
      return ProbeResult.unavailable(
          entry.origin() + " says threadsafe, and no provider of libdat2 registers itself so",
          "write nonthreadsafe; this layer makes it thread-safe");
    }
    if (entry.versionMajor() != 2) {
      return ProbeResult.unavailable(
          entry.origin() + " has version " + entry.versionMajor() + "." + entry.versionMinor(),
          "write u2.0: libdat2 has no other; it is offered to programs as 1.2");
    }
    return null;
  }

  private static ProbeResult library(String libPath) {
    try {
      NativeLibrary.getInstance(libPath).close();
      return null;
    } catch (UnsatisfiedLinkError e) {
      return ProbeResult.unavailable(
          "the library " + libPath + " of the entry cannot be loaded: " + firstLine(e),
          "install it (Debian: apt-get install libdapl2 ibverbs-providers) or correct lib_path");
    }
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /**
   * Looks for the device.
   *
   * @param entry an entry whose library can be loaded
   * @return what was found
   */
  ProbeResult device(RegistryEntry entry) {
    List<String> devices = list("sys/class/infiniband");
    if (devices.isEmpty()) {
      return ProbeResult.unavailable(
          "this machine has no RDMA device (/sys/class/infiniband)",
          "load its driver; for one in software: modprobe rdma_rxe (or siw), then rdma link add"
              + " rxe0 type rxe netdev eth0");
    }
    ProbeResult nodes = nodes(entry.libPath());
    if (nodes != null) {
      return nodes;
    }
    String name = entry.iaParams().strip().split("\\s+")[0];
    if (devices.contains(name)) {
      return available(entry, name);
    }
    if (!Files.exists(root.resolve("sys/class/net").resolve(name))) {
      // An address or a host name: resolving it is the library's.
      return available(entry, name);
    }
    for (String device : devices) {
      if (netdevs(device).contains(name)) {
        return available(entry, device + " on " + name);
      }
    }
    return ProbeResult.unavailable(
        "no RDMA device uses the network device " + name + ", there is " + devices,
        "name its network device in ia_params, or: rdma link add rxe0 type rxe netdev " + name);
  }

  private ProbeResult nodes(String libPath) {
    List<String> nodes = list("dev/infiniband");
    if (nodes.stream().noneMatch(n -> n.startsWith("uverbs"))) {
      return ProbeResult.unavailable(
          "there is no /dev/infiniband/uverbs*", "modprobe ib_uverbs; in a container, pass it in");
    }
    if (libPath.contains("daplofa") && !nodes.contains("rdma_cm")) {
      return ProbeResult.unavailable(
          "there is no /dev/infiniband/rdma_cm, which " + libPath + " needs",
          "modprobe rdma_ucm; in a container, pass it in");
    }
    for (String node : nodes) {
      Path path = root.resolve("dev/infiniband").resolve(node);
      boolean needed = node.startsWith("uverbs") || node.equals("rdma_cm");
      if (needed && !(Files.isReadable(path) && Files.isWritable(path))) {
        return ProbeResult.unavailable(
            "this user may not open /dev/infiniband/" + node,
            "add the user to the group that owns it, or change its mode");
      }
    }
    return null;
  }

  private List<String> netdevs(String device) {
    List<String> found = new ArrayList<>();
    Path ports = root.resolve("sys/class/infiniband").resolve(device).resolve("ports");
    for (String port : list("sys/class/infiniband/" + device + "/ports")) {
      Path ndevs = ports.resolve(port).resolve("gid_attrs/ndevs");
      try (Stream<Path> entries = Files.list(ndevs)) {
        entries.forEach(entry -> read(entry, found));
      } catch (IOException e) {
        // iWARP devices do not say so here.
        continue;
      }
    }
    if (isIwarp(device)) {
      for (String name : list("sys/class/net")) {
        if (isIwarpOn(device, name)) {
          found.add(name);
        }
      }
    }
    return found;
  }

  /**
   * Whether a device speaks iWARP.
   *
   * @param device its name
   * @return false also for a device that does not exist
   */
  boolean isIwarp(String device) {
    return text("sys/class/infiniband/" + device + "/node_type").startsWith(RNIC);
  }

  /** The first address of an iWARP port is that of its network device, followed by zeros. */
  private boolean isIwarpOn(String device, String netdev) {
    String gid = text("sys/class/infiniband/" + device + "/ports/1/gids/0").replace(":", "");
    String mac = text("sys/class/net/" + netdev + "/address").replace(":", "");
    return mac.length() == MAC_DIGITS && gid.startsWith(mac);
  }

  private String text(String file) {
    List<String> lines = new ArrayList<>();
    read(root.resolve(file), lines);
    return lines.isEmpty() ? "" : lines.get(0);
  }

  private static void read(Path entry, List<String> to) {
    try {
      to.add(Files.readString(entry).strip());
    } catch (IOException e) {
      // Missing, or the entry of an unused address, which cannot be read.
      return;
    }
  }

  private List<String> list(String folder) {
    try (Stream<Path> entries = Files.list(root.resolve(folder))) {
      return entries.map(p -> p.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private ProbeResult available(RegistryEntry entry, String device) {
    StringBuilder text = new StringBuilder(entry.libPath()).append(", device ").append(device);
    Memlock memlock = Memlock.read(root.resolve("proc/self/limits"));
    if (memlock.isSmall()) {
      text.append("; registrations may be refused: ").append(memlock.advice());
    }
    if (warnsAboutNativeAccess(Runtime.version().feature())) {
      text.append("; this JDK warns about native access: start it with")
          .append(" --enable-native-access=ALL-UNNAMED (or com.sun.jna on the module path)");
    }
    return ProbeResult.available(text.toString());
  }

  /** Newer JDKs warn, and will refuse, unless the module of JNA was given native access. */
  private static boolean warnsAboutNativeAccess(int feature) {
    if (feature < WARNING_JDK) {
      return false;
    }
    try {
      Object enabled =
          Module.class.getMethod("isNativeAccessEnabled").invoke(NativeLibrary.class.getModule());
      return Boolean.FALSE.equals(enabled);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
