package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

/** The shared secret. */
class SecretTest {
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
  void whoDoesNotKnowTheSecretIsNotLetIn(String name) {
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
  void anAddressThatOthersReachNeedsASecretOrTheWordOfTheUser() {
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
}
