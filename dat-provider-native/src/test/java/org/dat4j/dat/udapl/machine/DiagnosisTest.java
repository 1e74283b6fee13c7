package org.dat4j.dat.udapl.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.udapl.NativeProvider;
import org.dat4j.dat.udapl.abi.Abi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reasons that the diagnosis tells apart when an entry could not be opened. */
class DiagnosisTest {

  @TempDir Path root;

  /** This machine is 192.0.2.7, by its eth0. */
  private final HostAddresses hosts =
      new HostAddresses() {
        @Override
        InetAddress resolve(String host) {
          return host.equals("this-machine") ? super.resolve("192.0.2.7") : super.resolve(host);
        }

        @Override
        String netdev(InetAddress address) {
          return address.getHostAddress().equals("192.0.2.7") ? "eth0" : null;
        }
      };

  private Diagnosis diagnosis;

  @BeforeEach
  void lookAtAnEmptyMachine() {
    diagnosis = new Diagnosis(root, Abi.DAT_2_0, hosts);
  }

  private static RegistryEntry entry(String params, boolean threadSafe, int major) {
    return new RegistryEntry(
        "ia0", major, 0, threadSafe, "libdaplofa.so.2", "dapl.2.0", params, "", "dat.conf:3");
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void rxe(String netdev) throws IOException {
    write("sys/class/net/" + netdev + "/address", "52:54:00:12:34:56\n");
    write("sys/class/infiniband/rxe0/node_type", "1: CA\n");
    write("sys/class/infiniband/rxe0/ports/1/gid_attrs/ndevs/0", netdev + "\n");
    write("dev/infiniband/uverbs0", "");
    write("dev/infiniband/rdma_cm", "");
  }

  private void refused(String params, String reason, String remedy) {
    refused(diagnosis.device(entry(params, false, 2)), reason, remedy);
  }

  private static void refused(ProbeResult result, String reason, String remedy) {
    assertFalse(result.available(), result.reason());
    assertTrue(result.reason().contains(reason), result.reason());
    assertTrue(result.remedy().contains(remedy), result.remedy());
  }

  @Test
  void threadSafeLineIsToldWithItsPlace() {
    ProbeResult result = diagnosis.line(entry("eth0 0", true, 2));
    assertTrue(result.reason().contains("dat.conf:3 says threadsafe"), result.reason());
    assertTrue(result.remedy().contains("nonthreadsafe"), result.remedy());
  }

  @Test
  void lineForSolarisIsInOrderThere() {
    Diagnosis there = new Diagnosis(root, Abi.DAT_1_2, hosts);
    assertNull(there.line(entry("ibd0", false, 1)));
    assertTrue(there.line(entry("ibd0", false, 2)).remedy().contains("u1.2: libdat.so.1"));
    assertTrue(there.device(entry("ibd0", false, 1)).available(), "its devices are not looked at");
  }

  @Test
  void lineOfAnotherVersionIsTold() {
    assertTrue(diagnosis.line(entry("eth0 0", false, 1)).remedy().contains("u2.0"));
    assertNull(diagnosis.line(entry("eth0 0", false, 2)));
  }

  @Test
  void machineWithoutDeviceIsTold() {
    refused("eth0 0", "no RDMA device", "rdma link add");
  }

  @Test
  void missingVerbsModuleIsTold() throws IOException {
    rxe("eth0");
    Files.delete(root.resolve("dev/infiniband/uverbs0"));
    refused("eth0 0", "uverbs", "modprobe ib_uverbs");
  }

  @Test
  void missingConnectionManagerIsTold() throws IOException {
    rxe("eth0");
    Files.delete(root.resolve("dev/infiniband/rdma_cm"));
    refused("eth0 0", "rdma_cm", "modprobe rdma_ucm");
  }

  @Test
  void connectionManagerThatTheKernelWillLoadIsOnlyRemarked() throws IOException {
    rxe("eth0");
    Files.delete(root.resolve("dev/infiniband/rdma_cm"));
    RegistryEntry entry = entry("eth0 0", false, 2);
    ProbeResult asked = diagnosis.expected(entry);
    assertTrue(asked.available(), asked.reason());
    assertTrue(asked.reason().contains("modprobe rdma_ucm"), asked.reason());
    write("sys/class/misc/rdma_cm/dev", "10:120\n");
    ProbeResult withoutNode = diagnosis.expected(entry);
    assertFalse(withoutNode.available(), "a container without the node");
    assertTrue(withoutNode.remedy().contains("pass it in"), withoutNode.remedy());
  }

  @Test
  void networkDeviceWithoutRdmaIsTold() throws IOException {
    rxe("eth0");
    write("sys/class/net/eth7/address", "52:54:00:12:34:57\n");
    refused("eth7 0", "eth7", "rdma link add");
  }

  @Test
  void deviceIsFoundByItsNetworkDeviceOrAnAddressOfIt() throws IOException {
    rxe("eth0");
    ProbeResult byNetdev = diagnosis.device(entry("eth0 0", false, 2));
    assertTrue(byNetdev.available(), byNetdev.reason());
    assertTrue(byNetdev.reason().contains("rxe0 on eth0"), byNetdev.reason());
    ProbeResult byAlias = diagnosis.device(entry("eth0:1 0", false, 2));
    assertTrue(byAlias.available(), byAlias.reason());
    assertTrue(byAlias.reason().contains("rxe0 on eth0"), byAlias.reason());
    for (String host : List.of("192.0.2.7", "this-machine")) {
      ProbeResult byAddress = diagnosis.device(entry(host + " 0", false, 2));
      assertTrue(byAddress.available(), byAddress.reason());
      assertTrue(byAddress.reason().contains("rxe0 on eth0"), byAddress.reason());
    }
  }

  @Test
  void networkDeviceThatIsNotThereIsTold() throws IOException {
    rxe("eth0");
    refused("eth9 0", "eth9 is no network device of this machine", "there is [rxe0 on eth0]");
    refused("", " is no network device of this machine", "there is [rxe0 on eth0]");
    refused("192.0.2.9 0", "no network device of this machine has", "there is [rxe0 on eth0]");
  }

  @Test
  void addressesAreThoseTheLibraryTakes() throws IOException {
    HostAddresses here = new HostAddresses();
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    String name = NetworkInterface.getByInetAddress(loopback).getName();
    assertEquals(name, here.netdev(here.resolve("127.0.0.1")));
    assertEquals(InetAddress.getByName("::1"), here.resolve("::1"));
    assertNull(here.netdev(here.resolve("192.0.2.9")));
    for (String other : List.of("", "eth9", "localhost", "host.invalid", "1.2.3", "...")) {
      assertNull(here.resolve(other), other);
    }
  }

  @Test
  void numbersThatAreNoAddressAreNoNameEither() {
    // Where the JDK's resolver is asked for a name, it is known, or the lookup fails.
    for (String other : List.of("1.2.3.4.5", "300.1.1.1", "1.2.3.256", "1234", "eth0:1", "ab:zz")) {
      assertFalse(HostAddresses.isAddress(other), other);
    }
    for (String address : List.of("0.0.0.0", "255.255.255.255", "10.0.2.15", "fe80::1", "::1")) {
      assertTrue(HostAddresses.isAddress(address), address);
    }
  }

  @Test
  void rdmaDeviceIsNothingToTheConnectionManager() throws IOException {
    rxe("eth0");
    refused("rxe0 1", "libdaplofa.so.2 takes no RDMA device such as rxe0", "[rxe0 on eth0]");
  }

  private static RegistryEntry withLibrary(String library, String params) {
    return new RegistryEntry("ia0", 2, 0, false, library, "dapl.2.0", params, "", "dat.conf:3");
  }

  private void refusedWithSockets(String params, String reason, String remedy) {
    refused(diagnosis.device(withLibrary("libdaploscm.so.2", params)), reason, remedy);
  }

  @Test
  void deviceAndPortOfTheSocketLibraryAreLookedFor() throws IOException {
    rxe("eth0");
    refusedWithSockets("rxe9 1", "no RDMA device rxe9, there is [rxe0 on eth0]", "\"rxe0 1\"");
    refusedWithSockets("eth0 0", "no RDMA device eth0, there is [rxe0 on eth0]", "\"rxe0 1\"");
    refusedWithSockets("rxe0 7", "rxe0 has no port 7, it has [1]", "\"rxe0 1\"");
    Files.delete(root.resolve("dev/infiniband/rdma_cm"));
    ProbeResult result = diagnosis.device(withLibrary("libdaploscm.so.2", "rxe0 1"));
    assertTrue(result.available(), result.reason());
    assertTrue(result.reason().contains("rxe0 on eth0"), result.reason());
  }

  @Test
  void otherLibrariesMayTakeWhatTheyLike() throws IOException {
    rxe("eth0");
    ProbeResult result = diagnosis.device(withLibrary("libdaplx.so.2", "rxe0 1"));
    assertTrue(result.available(), result.reason());
    assertTrue(result.reason().contains("rxe0 on eth0"), result.reason());
    assertTrue(diagnosis.device(withLibrary("libdaplx.so.2", "card7")).available());
  }

  @Test
  void providerLibraryThatIsNotThereIsTold() {
    ProbeResult result = Diagnosis.library("libnosuchdapl.so.2");
    assertFalse(result.available());
    assertTrue(result.reason().contains("libnosuchdapl.so.2"), result.reason());
    assertTrue(result.remedy().contains("apt-get install libdapl2"), result.remedy());
    assertNull(Diagnosis.library("libc.so.6"));
  }

  /** The exception of a refused open: what is wrong, then what to do. */
  private void afterRefusal(RegistryEntry entry, int type, String wrong, String fix) {
    DatConfFile conf = new DatConfFile(root.resolve("dat.conf"), true);
    String text = diagnosis.remedy(entry, type, conf);
    assertTrue(text.contains(wrong), text);
    assertTrue(text.contains(fix), text);
  }

  @Test
  void refusedOpenIsTraced() throws IOException {
    int notFound = DatReturn.PROVIDER_NOT_FOUND;
    afterRefusal(entry("eth0 0", true, 2), notFound, "says threadsafe", "nonthreadsafe");
    afterRefusal(entry("eth0 0", false, 1), notFound, "version 1.0", "write u2.0");
    afterRefusal(entry("eth0 0", false, 2), notFound, "reads its own registry", "DAT_OVERRIDE");
    write("dat.conf", "");
    RegistryEntry missing = fromFile("libnosuchdapl.so.2");
    afterRefusal(missing, notFound, "cannot be loaded", "apt-get install libdapl2");
    RegistryEntry loadable = fromFile("libc.so.6");
    afterRefusal(loadable, notFound, "no RDMA device", "modprobe rdma_rxe");
    rxe("eth0");
    afterRefusal(loadable, notFound, "does libc.so.6 know the device", "ldd");
    afterRefusal(loadable, DatReturn.INTERNAL_ERROR, "\"eth0 0\" up?", "rdma link");
    limit(65536);
    afterRefusal(loadable, DatReturn.INSUFFICIENT_RESOURCES, "64 KiB", "ulimit -l unlimited");
    afterRefusal(loadable, DatReturn.INTERNAL_ERROR, "64 KiB", "ulimit -l unlimited");
    Files.delete(root.resolve("dev/infiniband/uverbs0"));
    afterRefusal(loadable, DatReturn.INTERNAL_ERROR, "uverbs*", "modprobe ib_uverbs");
  }

  private RegistryEntry fromFile(String library) {
    String origin = root.resolve("dat.conf") + ":1";
    return new RegistryEntry("ia0", 2, 0, false, library, "dapl.2.0", "eth0 0", "", origin);
  }

  private void limit(long maximum) throws IOException {
    write("proc/self/limits", "Max locked memory  " + maximum + "  " + maximum + "  bytes\n");
  }

  @Test
  void partsInUseAreTold() throws IOException {
    rxe("eth0");
    write(
        "proc/self/maps",
        """
        7f00-7f01 r-xp 00000000 08:01 7 /usr/lib/x86_64-linux-gnu/libdat2.so.2.0.0
        7f02-7f03 r-xp 00000000 08:01 8 /opt/rdma/libdaplofa.so.2.0.0
        7f04-7f05 rw-p 00000000 00:00 0
        """);
    LoadedStack parts = new LoadedStack(root, "libdat2.so.2", "libdaplofa.so.2");
    assertEquals(
        List.of(
            new NamedAttr("library", "/usr/lib/x86_64-linux-gnu/libdat2.so.2.0.0"),
            new NamedAttr("provider_library", "/opt/rdma/libdaplofa.so.2.0.0"),
            new NamedAttr("device", "rxe0"),
            new NamedAttr("netdev", "eth0")),
        parts.attributes("rxe0"));
    assertEquals(2, parts.attributes("").size(), "the library does not say which device");
    LoadedStack unknown = new LoadedStack(root, "libother.so.2", "/x/libdapl.so");
    assertEquals("libother.so.2", unknown.attributes("").get(0).value());
  }

  @Test
  void iwarpDeviceIsFoundByTheAddressInItsGid() throws IOException {
    rxe("eth3");
    write("sys/class/net/eth0/address", "52:54:00:ab:cd:ef\n");
    write("sys/class/infiniband/siw0/node_type", "4: RNIC\n");
    write("sys/class/infiniband/siw0/ports/1/gids/0", "5254:00ab:cdef:0000:0000:0000:0000:0000\n");
    ProbeResult result = diagnosis.device(entry("eth0 0", false, 2));
    assertTrue(result.reason().contains("siw0 on eth0"), result.reason());
    RdmaDevices devices = new RdmaDevices(root);
    assertTrue(devices.isIwarp("siw0"));
    assertFalse(devices.isIwarp("rxe0"));
  }

  @Test
  void softRoceIsToldFromOtherDevices() throws IOException {
    rxe("eth3");
    write("sys/class/infiniband/rxe0/parent", "eth3\n");
    write("sys/class/infiniband/mlx5_0/node_type", "1: CA\n");
    LoadedStack parts = new LoadedStack(root, "libdat2.so.2", "libdaplofa.so.2");
    for (String device : List.of("rxe0", "mlx5_0", "")) {
      ProviderAttr attr =
          ProviderAttr.EMPTY.toBuilder().providerSpecificAttr(parts.attributes(device)).build();
      assertEquals(device.equals("rxe0"), parts.isSoftRoce(attr), device);
    }
  }

  @Test
  void softIwarpIsToldFromAnIwarpDevice() throws IOException {
    rxe("eth3");
    write("sys/class/infiniband/siw0/node_type", "4: RNIC\n");
    write("sys/class/infiniband/siw0/node_desc", "Software iWARP stack\n");
    write("sys/class/infiniband/cxgb4_0/node_type", "4: RNIC\n");
    write("sys/class/infiniband/cxgb4_0/node_desc", "Chelsio\n");
    LoadedStack parts = new LoadedStack(root, "libdat2.so.2", "libdaplofa.so.2");
    for (String device : List.of("siw0", "cxgb4_0", "rxe0", "")) {
      ProviderAttr attr =
          ProviderAttr.EMPTY.toBuilder().providerSpecificAttr(parts.attributes(device)).build();
      assertEquals(device.equals("siw0") ? "siw0" : "", parts.siwDevice(attr), device);
    }
  }

  @Test
  void smallLimitOfLockedMemoryIsToldWithTheDevice() throws IOException {
    rxe("eth0");
    write(
        "proc/self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max locked memory         8388608              8388608              bytes
        """);
    ProbeResult result = diagnosis.device(entry("eth0 0", false, 2));
    assertTrue(result.available());
    assertTrue(result.reason().contains("8192 KiB"), result.reason());
  }

  @Test
  void limitsAreReadInAllForms() {
    assertEquals(
        -1, MemlockLimit.parse(List.of("Max locked memory  unlimited  unlimited bytes")).bytes());
    assertEquals(65536, MemlockLimit.parse(List.of("Max locked memory  65536  1 bytes")).bytes());
    assertEquals(-1, MemlockLimit.parse(List.of()).bytes());
    assertFalse(new MemlockLimit(-1).isSmall());
  }

  @Test
  void librariesAreServedAndProvidersAreNot() {
    NativeProvider provider = new NativeProvider();
    for (String path : List.of("libdaplofa.so.2", "/usr/lib/libx.so", "native", "x.so.1.2")) {
      assertTrue(provider.serves(path), path);
    }
    for (String path : List.of("loopback", "tcp", "acme.sock", "libx.so.b", "so.2", "", "lib.a")) {
      assertFalse(provider.serves(path), path);
    }
  }

  @Test
  void registryFileOfAnEntryIsFound() throws IOException {
    write("dat.conf", "");
    Path file = root.resolve("dat.conf");
    RegistryEntry entry = RegistryEntry.builtIn("ia0", "native", "");
    assertNull(DatConfFile.fileOf(entry));
    assertEquals(file.toAbsolutePath(), DatConfFile.fileOf(at(file + ":12")));
    assertNull(DatConfFile.fileOf(at(root + "/none:12")));
  }

  @Test
  void aLineThatEndsWithACarriageReturnIsTold() throws IOException {
    write("dat.conf", "# Unix\nia0 u2.0 nonthreadsafe default x.so dapl.2.0 \"\" \"\"\r\nia1\n");
    Path file = root.resolve("dat.conf");
    refused(diagnosis.line(at(file + ":2")), "carriage return", "Unix line ends");
    assertNull(diagnosis.line(at(file + ":1")));
    assertNull(diagnosis.line(at(file + ":3")));
  }

  @Test
  void aLineForUdapl1IsToldTheVersionAndALibraryOfUdapl2() {
    RegistryEntry entry =
        new RegistryEntry("ia0", 1, 2, false, "libdaplcma.so.1", "dapl.1.2", "", "", "test:1");
    ProbeResult first = diagnosis.line(entry);
    assertTrue(first.remedy().contains("u2.0"), first.remedy());
    assertTrue(first.remedy().contains("libdaplofa.so.2"), first.remedy());
    ProbeResult second = Diagnosis.library("libdaplcma.so.1");
    assertTrue(second.remedy().contains("libdaplofa.so.2"), second.remedy());
  }

  private static RegistryEntry at(String origin) {
    return new RegistryEntry("ia0", 2, 0, false, "x.so", "dapl.2.0", "", "", origin);
  }

  @Test
  void messageOfTheLinkerIsReported() {
    UnsatisfiedLinkError refused =
        new UnsatisfiedLinkError("Unable to load library 'libno.so':\nNative library not found");
    assertEquals("Native library not found", Diagnosis.linkersWords(refused));
    refused.addSuppressed(
        new UnsatisfiedLinkError("libno.so: cannot open shared object file: No such file"));
    assertEquals(
        "libno.so: cannot open shared object file: No such file", Diagnosis.linkersWords(refused));
    assertEquals(
        "the linker gave no reason", Diagnosis.linkersWords(new UnsatisfiedLinkError("it:")));
  }
}
