package org.dat4j.dat.natives;

import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.NativeUnavailableException;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * Finds out why an entry cannot be opened, without opening it: the library, the line, the modules
 * of the kernel, the device, the limits.
 */
final class Diagnosis {

  private final Path root;
  private final Abi abi;
  private final RdmaDevices devices;

  /**
   * Looks at a machine.
   *
   * @param root where its {@code sys}, {@code dev} and {@code proc} are
   * @param abi that of the library
   */
  Diagnosis(Path root, Abi abi) {
    this.root = root;
    this.abi = abi;
    this.devices = new RdmaDevices(root);
  }

  /** What is known about an entry before it is opened. */
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

  /**
   * What to do when the library did not open an entry.
   *
   * @param entry the entry
   * @param type type of the refusal, in the numbers of the contract
   * @param conf what the library read
   * @return what is wrong, as far as it can be seen, and the remedy
   */
  String remedy(RegistryEntry entry, int type, DatConfFile conf) {
    ProbeResult found = line(entry);
    if (found == null && type == DatReturn.PROVIDER_NOT_FOUND) {
      found = conf.mismatch(entry);
    }
    if (found == null) {
      found = library(entry.libPath());
    }
    if (found == null) {
      found = device(entry);
    }
    if (!found.available()) {
      return found.reason() + ": " + found.remedy();
    }
    Memlock memlock = memlock();
    if (type == DatReturn.INSUFFICIENT_RESOURCES && memlock.isSmall()) {
      return memlock.advice();
    }
    return type == DatReturn.PROVIDER_NOT_FOUND
        ? entry.origin() + ": does " + entry.libPath() + " know the device? `ldd` may tell more"
        : "is the device \"" + entry.iaParams() + "\" up? `rdma link` and `ibv_devinfo` show it";
  }

  /** What is wrong with the line; null for nothing. */
  ProbeResult line(RegistryEntry entry) {
    if (entry.threadSafe()) {
      return ProbeResult.unavailable(
          entry.origin() + " says threadsafe, and no provider of " + abi.library() + " is",
          "write nonthreadsafe; this layer makes it thread-safe");
    }
    if (entry.versionMajor() != abi.major()) {
      return ProbeResult.unavailable(
          entry.origin() + " has version " + entry.versionMajor() + "." + entry.versionMinor(),
          "write u"
              + abi.version()
              + ": "
              + abi.library()
              + " has no other; it is offered to programs as 1.2");
    }
    return null;
  }

  /** What is wrong with the provider library of an entry; null for nothing. */
  static ProbeResult library(String libPath) {
    try {
      NativeLibrary.getInstance(libPath).close();
      return null;
    } catch (UnsatisfiedLinkError e) {
      return ProbeResult.unavailable(
          "the library " + libPath + " of the entry cannot be loaded: " + linkersWords(e),
          "install it (Debian: apt-get install libdapl2 ibverbs-providers) or correct lib_path");
    }
  }

  /** JNA keeps what the linker said with the attempts; its own text only announces it. */
  static String linkersWords(Throwable refused) {
    Throwable[] attempts = refused.getSuppressed();
    Throwable first = attempts.length == 0 ? refused : attempts[0];
    return String.valueOf(first.getMessage())
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.endsWith(":"))
        .findFirst()
        .orElse("the linker gave no reason");
  }

  /**
   * Looks for the device.
   *
   * @param entry an entry whose library can be loaded
   * @return what was found
   */
  ProbeResult device(RegistryEntry entry) {
    String name = entry.iaParams().strip().split("\\s+")[0];
    if (abi == Abi.DAT_1_2) {
      // Solaris shows its devices elsewhere; the open tells.
      return available(entry, name);
    }
    List<String> names = devices.names();
    if (names.isEmpty()) {
      return ProbeResult.unavailable(
          "this machine has no RDMA device (/sys/class/infiniband)",
          "load its driver; for one in software: modprobe rdma_rxe (or siw), then rdma link add"
              + " rxe0 type rxe netdev eth0");
    }
    ProbeResult nodes = nodes(entry.libPath());
    if (nodes != null) {
      return nodes;
    }
    if (names.contains(name)) {
      return available(entry, describe(name));
    }
    if (!devices.isNetdev(name)) {
      // An address or a host name: resolving it is the library's.
      return available(entry, name);
    }
    for (String device : names) {
      if (devices.netdevs(device).contains(name)) {
        return available(entry, device + " on " + name);
      }
    }
    return ProbeResult.unavailable(
        "no RDMA device uses the network device " + name + ", there is " + names,
        "name its network device in ia_params, or: rdma link add rxe0 type rxe netdev " + name);
  }

  private String describe(String device) {
    List<String> netdevs = devices.netdevs(device);
    return netdevs.isEmpty() ? device : device + " on " + String.join(", ", netdevs);
  }

  private ProbeResult nodes(String libPath) {
    List<String> nodes = devices.nodes();
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
      boolean needed = node.startsWith("uverbs") || node.equals("rdma_cm");
      if (needed && !devices.mayOpen(node)) {
        return ProbeResult.unavailable(
            "this user may not open /dev/infiniband/" + node,
            "add the user to the group that owns it, or change its mode");
      }
    }
    return null;
  }

  private ProbeResult available(RegistryEntry entry, String device) {
    StringBuilder text = new StringBuilder(entry.libPath()).append(", device ").append(device);
    Memlock memlock = memlock();
    if (memlock.isSmall()) {
      text.append("; registrations may be refused: ").append(memlock.advice());
    }
    String access = NativeAccess.advice();
    if (!access.isEmpty()) {
      text.append("; ").append(access);
    }
    return ProbeResult.available(text.toString());
  }

  private Memlock memlock() {
    return Memlock.read(root.resolve("proc/self/limits"));
  }
}
