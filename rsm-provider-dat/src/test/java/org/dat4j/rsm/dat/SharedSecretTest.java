package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dat4j.dat.EventNumber;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the secret that nodes of RSM over DAT share. */
class SharedSecretTest {
  @TempDir Path folder;

  private Map<String, String> secret(String text) {
    try {
      Path file = Files.createTempFile(folder, "secret", "");
      Files.writeString(file, text + "\n");
      return Map.of("dat.secret", file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void nodesWithOneSecretWorkTogether(String name) {
    Map<String, String> both = secret("known to both sides");
    try (Nodes one = new Nodes(both);
        Nodes two = new Nodes(both)) {
      RsmController exporter = one.on(name, 1);
      ByteBuffer memory = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(memory, 1);
      export.publish(Nodes.ID, null);
      ImportSegment segment = two.ready(two.on(name, 2), 1, Nodes.ID, Permission.RDWR);
      assertEquals(RsmReturn.SUCCESS, segment.put8(7, new byte[] {3}, 0, 1));
      assertEquals(3, memory.get(7));
      assertEquals(RsmReturn.SUCCESS, segment.post(0));
      assertEquals(RsmReturn.SUCCESS, export.await(0));
      export.rebind(exporter.allocate(4096), 0);
      assertEquals(RsmReturn.SUCCESS, segment.put8(7, new byte[] {4}, 0, 1));
      export.destroy();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void aPeerWithoutTheSecretIsRefused(String name) {
    try (Nodes one = new Nodes(secret("known to one side only"));
        Nodes wrong = new Nodes(secret("something else altogether"));
        Nodes none = Nodes.plain()) {
      RsmController exporter = one.on(name, 1);
      ExportSegment export = exporter.createExportSegment(exporter.allocate(4096), 0);
      export.publish(Nodes.ID, null);
      for (RsmController other : new RsmController[] {wrong.on(name, 2), none.on(name, 3)}) {
        Nodes.refused(
            RsmReturn.REMOTE_NODE_UNREACHABLE,
            () -> other.connectImportSegment(1, Nodes.ID, Permission.READ));
      }
      export.destroy();
    }
  }

  @Test
  void domainsDoNotSeeEachOther() {
    try (Nodes one = new Nodes(Map.of("domain", "secret-test-one"));
        Nodes two = new Nodes(Map.of("domain", "secret-test-two"))) {
      RsmController exporter = one.on("datloopback0", 1);
      RsmController same = two.on("datloopback0", 1);
      ExportSegment export = exporter.createExportSegment(exporter.allocate(4096), 0);
      ExportSegment other = same.createExportSegment(same.allocate(4096), 0);
      export.publish(Nodes.ID, null);
      other.publish(Nodes.ID, null);
      export.destroy();
      Nodes.refused(
          RsmReturn.SEG_NOT_PUBLISHED,
          () -> exporter.connectImportSegment(1, Nodes.ID, Permission.READ));
      other.destroy();
    }
  }

  @Test
  void reachableAddressRequiresSecretOrOpenSetting() {
    try (Nodes without = Nodes.plain();
        Nodes open = new Nodes(Map.of("dat.open", "true"));
        Nodes with = new Nodes(secret("for an address of all"))) {
      RsmException e = Assertions.assertThrows(RsmException.class, () -> without.on("datwide0", 1));
      assertEquals(RsmReturn.BAD_CONF, e.code());
      assertTrue(e.getMessage().contains("dat.open"), e.getMessage());
      open.on("datwide0", 1);
      with.on("datwide0", 2);
    }
  }

  @Test
  void aShortOrMissingSecretIsRefused() {
    try (Nodes brief = new Nodes(secret("short"));
        Nodes missing = new Nodes(Map.of("dat.secret", folder.resolve("no").toString()))) {
      Nodes.refused(RsmReturn.BAD_CONF, () -> brief.on("datloopback0", 1));
      Nodes.refused(RsmReturn.BAD_CONF, () -> missing.on("datloopback0", 1));
    }
  }

  private Map<String, String> bytes(byte[] content) throws IOException {
    Path file = Files.createTempFile(folder, "secret", "");
    Files.write(file, content);
    return Map.of("dat.secret", file.toString());
  }

  private static SharedSecret of(Map<String, String> setting) {
    return SharedSecret.of(setting.get("dat.secret"), 7);
  }

  private static void refused(String word, Map<String, String> setting) {
    RsmException e = Assertions.assertThrows(RsmException.class, () -> of(setting));
    assertEquals(RsmReturn.BAD_CONF, e.code());
    assertTrue(e.getMessage().contains(word), e.getMessage());
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheSecret() throws IOException {
    byte[] plain = of(secret("known to both sides")).key();
    assertArrayEquals(plain, of(secret("\ufeffknown to both sides")).key());
  }

  @Test
  void otherEncodingsAndInvisibleCharactersAreNamed() throws IOException {
    String text = "known to both sides";
    refused("UTF-8", bytes(text.getBytes(StandardCharsets.UTF_16)));
    refused("UTF-8", bytes(text.getBytes(StandardCharsets.UTF_16LE)));
    refused("UTF-8", bytes(text.getBytes(StandardCharsets.UTF_16BE)));
    refused("U+200B", secret("known to\u200b both sides"));
    refused("U+00A0", secret("known to both sides\u00a0"));
  }

  @Test
  void aSecretThatOtherUsersMayReadOrChangeIsRefused() throws IOException {
    Map<String, String> setting = secret("known to both sides");
    Path file = Path.of(setting.get("dat.secret"));
    for (String open : List.of("rw-r--r--", "rw----r--", "rw--w----", "rw-r-----")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(open));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      of(setting);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      if (Files.getPosixFilePermissions(folder.toRealPath().getParent())
          .contains(PosixFilePermission.OTHERS_EXECUTE)) {
        refused("chmod 600", setting);
      }
    }
  }

  @Test
  void theKeyDependsOnSecretAndDomain() {
    Map<String, String> one = secret("known to both sides");
    byte[] key = of(one).key();
    assertFalse(Arrays.equals(key, of(secret("known to both sidez")).key()));
    assertFalse(Arrays.equals(key, SharedSecret.of(one.get("dat.secret"), 8).key()));
    assertEquals(32, key.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aPeerThatCannotProveTheSecretIsRejectedBeforeAllocation(String name) {
    try (Nodes one = new Nodes(secret("known to one side only"))) {
      one.on("dat" + name, 1);
      byte[] sealed = RawPeer.greeting();
      sealed[6] |= 2;
      try (RawPeer stranger = new RawPeer(name, sealed)) {
        assertEquals(EventNumber.CONNECTION_EVENT_PEER_REJECTED, stranger.event.number());
      }
    }
  }
}
