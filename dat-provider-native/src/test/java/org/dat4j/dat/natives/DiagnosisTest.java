package org.dat4j.dat.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told apart when an entry could not be opened. */
class DiagnosisTest {

  @TempDir Path root;

  private Diagnosis diagnosis;

  @BeforeEach
  void lookAtAnEmptyMachine() {
    diagnosis = new Diagnosis(root);
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
    ProbeResult result = diagnosis.device(entry(params, false, 2));
    assertFalse(result.available(), result.reason());
    assertTrue(result.reason().contains(reason), result.reason());
    assertTrue(result.remedy().contains(remedy), result.remedy());
  }

  @Test
  void threadSafeLineIsToldWithItsPlace() {
    ProbeResult result = Diagnosis.line(entry("eth0 0", true, 2));
    assertTrue(result.reason().contains("dat.conf:3 says threadsafe"), result.reason());
    assertTrue(result.remedy().contains("nonthreadsafe"), result.remedy());
  }

  @Test
  void lineOfAnotherVersionIsTold() {
    assertTrue(Diagnosis.line(entry("eth0 0", false, 1)).remedy().contains("u2.0"));
    assertNull(Diagnosis.line(entry("eth0 0", false, 2)));
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
  void networkDeviceWithoutRdmaIsTold() throws IOException {
    rxe("eth0");
    write("sys/class/net/eth7/address", "52:54:00:12:34:57\n");
    refused("eth7 0", "eth7", "rdma link add");
  }

  @Test
  void deviceIsFoundByItsNetworkDeviceOrItsName() throws IOException {
    rxe("eth0");
    ProbeResult byNetdev = diagnosis.device(entry("eth0 0", false, 2));
    assertTrue(byNetdev.available(), byNetdev.reason());
    assertTrue(byNetdev.reason().contains("rxe0 on eth0"), byNetdev.reason());
    assertTrue(diagnosis.device(entry("rxe0 1", false, 2)).available());
    assertTrue(diagnosis.device(entry("192.0.2.7 0", false, 2)).available(), "an address");
  }

  @Test
  void iwarpDeviceIsFoundByTheAddressInItsGid() throws IOException {
    rxe("eth3");
    write("sys/class/net/eth0/address", "52:54:00:ab:cd:ef\n");
    write("sys/class/infiniband/siw0/node_type", "4: RNIC\n");
    write("sys/class/infiniband/siw0/ports/1/gids/0", "5254:00ab:cdef:0000:0000:0000:0000:0000\n");
    ProbeResult result = diagnosis.device(entry("eth0 0", false, 2));
    assertTrue(result.reason().contains("siw0 on eth0"), result.reason());
    assertTrue(diagnosis.isIwarp("siw0"));
    assertFalse(diagnosis.isIwarp("rxe0"));
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
        -1, Memlock.parse(List.of("Max locked memory  unlimited  unlimited bytes")).octets());
    assertEquals(65536, Memlock.parse(List.of("Max locked memory  65536  1 bytes")).octets());
    assertEquals(-1, Memlock.parse(List.of()).octets());
    assertFalse(new Memlock(-1).isSmall());
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

  private static RegistryEntry at(String origin) {
    return new RegistryEntry("ia0", 2, 0, false, "x.so", "dapl.2.0", "", "", origin);
  }
}
