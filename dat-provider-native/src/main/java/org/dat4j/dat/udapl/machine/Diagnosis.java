package org.dat4j.dat.udapl.machine;

import com.sun.jna.NativeLibrary;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.NativeUnavailableException;

/**
 * A diagnosis of why the native backend cannot open an adapter of dat.conf, made without opening
 * it. It looks at the library, the line, the kernel's modules, the device and the limits.
 */
public final class Diagnosis {

  /** The provider libraries of uDAPL 2. */
  private static final String LIBRARIES =
      "libdaplofa.so.2 (connections by rdma_cm, usual), libdaploscm.so.2 (by sockets) or"
          + " libdaploucm.so.2 (by UD)";

  /** In the names of libraries that use the RDMA connection manager, and so network devices. */
  private static final String CM_LIBRARY = "daplofa";

  private static final String CM_NODE = "rdma_cm";

  /** In the names of libraries that take an RDMA device. */
  private static final Pattern DEVICE_NAMED = Pattern.compile("daplo[su]cm");

  private final Path root;
  private final Abi abi;
  private final RdmaDevices devices;
  private final HostAddresses hosts;

  /**
   * Advice on native access, read before JNA is loaded: after its one warning the JDK reports
   * access as permitted.
   */
  private final String nativeAccess = NativeAccess.advice();

  /**
   * Makes diagnoses of a machine.
   *
   * @param root where its {@code sys}, {@code dev} and {@code proc} are
   * @param abi that of the library
   */
  public Diagnosis(Path root, Abi abi) {
    this(root, abi, new HostAddresses());
  }

  Diagnosis(Path root, Abi abi, HostAddresses hosts) {
    this.root = root;
    this.abi = abi;
    this.devices = new RdmaDevices(root);
    this.hosts = hosts;
  }

  /**
   * Checks an entry before it is opened.
   *
   * @param entry the entry
   * @return whether it can be opened, as far as can be seen, and the remedy
   */
  public ProbeResult probe(RegistryEntry entry) {
    DatConfFile conf;
    try {
      conf = DatConfFile.load(entry);
    } catch (NativeUnavailableException e) {
      return ProbeResult.unavailable(
          "the uDAPL library cannot be used (" + e.reason() + ")", e.getMessage());
    }
    ProbeResult line = line(entry);
    if (line != null) {
      return line;
    }
    // Where the entry is from no file, the library may know one of that name all the same.
    ProbeResult other = DatConfFile.fileOf(entry) == null ? null : conf.mismatch(entry);
    if (other != null) {
      return other;
    }
    ProbeResult library = library(entry.libPath());
    return library != null ? library : expected(entry);
  }

  /** Checks the device before the open, which may load more of the kernel's modules. */
  ProbeResult expected(RegistryEntry entry) {
    return device(entry, isConnectionManagerToCome(entry.libPath()));
  }

  /**
   * Tells whether the connection manager's module is not loaded yet: the kernel loads it when
   * librdmacm asks for it. A missing node of a loaded module is not created later.
   */
  private boolean isConnectionManagerToCome(String libPath) {
    return libPath.contains(CM_LIBRARY)
        && !devices.nodes().contains(CM_NODE)
        && !devices.hasConnectionManager();
  }

  /**
   * Returns what to do when the library did not open an entry.
   *
   * @param entry the entry
   * @param type type of the refusal, in the numbers of the contract
   * @param conf the file that the library read
   * @return the fault, as far as it can be seen, and the remedy
   */
  public String remedy(RegistryEntry entry, int type, DatConfFile conf) {
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
    MemlockLimit memlock = memlock();
    if (type == DatReturn.INSUFFICIENT_RESOURCES && memlock.isSmall()) {
      return memlock.advice();
    }
    return type == DatReturn.PROVIDER_NOT_FOUND
        ? entry.origin() + ": does " + entry.libPath() + " know the device? `ldd` may tell more"
        : "is the device \""
            + entry.iaParams()
            + "\" up? `rdma link`, `ibv_devinfo` and, for its address, `ip address` show it"
            // Some devices pin memory at the open, and libraries report the refusal in many ways.
            + (memlock.isSmall() ? "; if it is, " + memlock.advice() : "");
  }

  /** Checks the line of an entry; null for no fault. */
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
              + " has no other; it is offered to programs as 1.2"
              + (isOfUdapl1(entry.libPath()) ? "; and as lib_path " + LIBRARIES : ""));
    }
    if (DatConfFile.beginsWithMark(entry)) {
      return ProbeResult.unavailable(
          entry.origin()
              + " begins with a byte order mark, which the uDAPL library takes for part of the"
              + " name",
          "save the file as UTF-8 without byte order mark");
    }
    if (DatConfFile.endsWithCarriageReturn(entry)) {
      return ProbeResult.unavailable(
          entry.origin()
              + " ends with a carriage return (a Windows line end), and the uDAPL library skips"
              + " such a line",
          "write the file with Unix line ends, for example with: dos2unix FILE, or sed -i 's/\\r"
              + "$//' FILE");
    }
    return null;
  }

  /** Checks the provider library of an entry; null for no fault. */
  static ProbeResult library(String libPath) {
    try {
      NativeLibrary.getInstance(libPath).close();
      return null;
    } catch (UnsatisfiedLinkError e) {
      return ProbeResult.unavailable(
          "the library " + libPath + " of the entry cannot be loaded: " + linkersWords(e),
          isOfUdapl1(libPath)
              ? "it is a library of uDAPL 1; write as lib_path " + LIBRARIES
              : "install it (Debian: apt-get install libdapl2 ibverbs-providers) or correct"
                  + " lib_path, field 5 of the line");
    }
  }

  private static boolean isOfUdapl1(String libPath) {
    return libPath.matches("(.*/)?libdapl[^/]*\\.so\\.1([.].*)?");
  }

  /** Returns the linker's message, which JNA keeps with its attempts. */
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
   * Finds the device of an entry, if the machine has it.
   *
   * @param entry an entry whose library can be loaded
   * @return what was found
   */
  ProbeResult device(RegistryEntry entry) {
    return device(entry, false);
  }

  private ProbeResult device(RegistryEntry entry, boolean withoutManager) {
    String[] params = entry.iaParams().strip().split("\\s+");
    String name = params[0];
    if (abi == Abi.DAT_1_2) {
      // Solaris shows its devices elsewhere; only the open can find out.
      return available(entry, name);
    }
    List<String> names = devices.names();
    if (names.isEmpty()) {
      return ProbeResult.unavailable(
          "this machine has no RDMA device (/sys/class/infiniband)",
          "load its driver; for one in software: modprobe rdma_rxe (or siw), then rdma link add"
              + " rxe0 type rxe netdev eth0 (or siw0 type siw)");
    }
    ProbeResult nodes = nodes(entry.libPath(), withoutManager);
    if (nodes != null) {
      return nodes;
    }
    if (DEVICE_NAMED.matcher(entry.libPath()).find()) {
      return named(entry, name, params.length > 1 ? params[1] : "");
    }
    String netdev = RdmaDevices.withoutLabel(name);
    if (devices.isNetdev(netdev)) {
      return onNetdev(entry, netdev);
    }
    if (!entry.libPath().contains(CM_LIBRARY)) {
      // The parameters of other libraries are not known.
      return available(entry, describe(name));
    }
    return names.contains(name)
        ? ProbeResult.unavailable(
            entry.libPath() + " takes no RDMA device such as " + name + " but a network device",
            "name the network device in ia_params: there is " + described())
        : atAddress(entry, name);
  }

  /** Checks an RDMA device and its port, for libraries that take these. */
  private ProbeResult named(RegistryEntry entry, String name, String port) {
    List<String> names = devices.names();
    if (!names.contains(name)) {
      return ProbeResult.unavailable(
          "there is no RDMA device " + name + ", there is " + described(),
          "name one and its port in ia_params: \"" + names.get(0) + " 1\"");
    }
    List<String> ports = devices.ports(name);
    return port.isEmpty() || ports.isEmpty() || ports.contains(port)
        ? available(entry, describe(name))
        : ProbeResult.unavailable(
            "the RDMA device " + name + " has no port " + port + ", it has " + ports,
            "name one of its ports in ia_params: \"" + name + " " + ports.get(0) + "\"");
  }

  private ProbeResult onNetdev(RegistryEntry entry, String netdev) {
    for (String device : devices.names()) {
      if (devices.netdevs(device).contains(netdev)) {
        return available(entry, device + " on " + netdev);
      }
    }
    return ProbeResult.unavailable(
        "no RDMA device uses the network device " + netdev + ", there is " + described(),
        "name its network device in ia_params, or: rdma link add rxe0 type rxe netdev " + netdev);
  }

  /** Checks an address: the connection manager's library takes any other text for one. */
  private ProbeResult atAddress(RegistryEntry entry, String host) {
    InetAddress address = hosts.resolve(host);
    if (address == null) {
      return ProbeResult.unavailable(
          host + " is no network device of this machine, nor its name or an address",
          "name a network device in ia_params: there is " + described());
    }
    String netdev = hosts.netdev(address);
    if (netdev == null) {
      return ProbeResult.unavailable(
          "no network device of this machine has the address of " + host,
          "name a network device or its address in ia_params: there is " + described());
    }
    return onNetdev(entry, netdev);
  }

  /** Describes all devices, each with its network devices. */
  private String described() {
    return devices.names().stream().map(this::describe).toList().toString();
  }

  private String describe(String device) {
    List<String> netdevs = devices.netdevs(device);
    return netdevs.isEmpty() ? device : device + " on " + String.join(", ", netdevs);
  }

  private ProbeResult nodes(String libPath, boolean withoutManager) {
    List<String> nodes = devices.nodes();
    if (nodes.stream().noneMatch(n -> n.startsWith("uverbs"))) {
      return ProbeResult.unavailable(
          "there is no /dev/infiniband/uverbs*", "modprobe ib_uverbs; in a container, pass it in");
    }
    if (libPath.contains(CM_LIBRARY) && !nodes.contains(CM_NODE) && !withoutManager) {
      return ProbeResult.unavailable(
          "there is no /dev/infiniband/rdma_cm, which " + libPath + " needs",
          "modprobe rdma_ucm; in a container, pass it in");
    }
    for (String node : nodes) {
      boolean needed = node.startsWith("uverbs") || node.equals(CM_NODE);
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
    MemlockLimit memlock = memlock();
    if (memlock.isSmall()) {
      text.append("; registrations may be refused: ").append(memlock.advice());
    }
    if (isConnectionManagerToCome(entry.libPath())) {
      text.append("; rdma_ucm is not loaded: the kernel does it at the open, or modprobe rdma_ucm");
    }
    if (!nativeAccess.isEmpty()) {
      text.append("; ").append(nativeAccess);
    }
    return ProbeResult.available(text.toString());
  }

  private MemlockLimit memlock() {
    return MemlockLimit.read(root.resolve("proc/self/limits"));
  }
}
