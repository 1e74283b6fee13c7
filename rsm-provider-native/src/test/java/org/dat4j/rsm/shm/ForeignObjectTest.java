package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the provider over shared memory in a private domain whose registry another user has made
 * before.
 */
@ExtendWith(NeedsSharedMemory.class)
class ForeignObjectTest {
  private static final int NODE = 61;
  private static final int STRANGER = 61002;

  private final Path object =
      SharedObject.FOLDER.resolve("rsm.u" + Integer.toUnsignedString(LibC.getuid()) + "." + NODE);
  private final Path link = SharedObject.FOLDER.resolve("dat4j-test-link." + NODE);

  @BeforeEach
  void make() throws IOException {
    Files.deleteIfExists(object);
    Files.createFile(object);
    permit("rw-------");
  }

  @AfterEach
  void remove() throws IOException {
    Files.deleteIfExists(object);
    Files.deleteIfExists(link);
  }

  private void permit(String permissions) throws IOException {
    Files.setPosixFilePermissions(object, PosixFilePermissions.fromString(permissions));
  }

  private static void export() {
    RsmRegistry registry = RsmRegistry.builder().setting("node", "" + NODE).build();
    try (RsmController controller = registry.getController("shm0");
        ExportSegment segment =
            controller.createExportSegment(controller.allocate(SharedObject.PAGE), 0)) {
      segment.publish(0x600000, null);
    }
  }

  private void refused(String reason) throws IOException {
    RsmException e = assertThrows(RsmException.class, ForeignObjectTest::export);
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, e.code());
    assertTrue(e.getMessage().contains(reason), e::getMessage);
    assertTrue(e.getMessage().contains(object.toString()), e::getMessage);
    assertEquals(0, Files.size(object), "nothing was written into it");
  }

  @Test
  void anObjectOfAnotherUserIsRefusedByName() throws IOException {
    assumeTrue(LibC.getuid() == 0, "needs root: it makes a file of another user");
    Files.setAttribute(object, "unix:uid", STRANGER);
    permit("rw-rw-rw-");
    refused("uid " + STRANGER);
  }

  @Test
  void anObjectThatOthersMayWriteIsRefused() throws IOException {
    permit("rw-rw-rw-");
    refused("mode is 0666");
  }

  @Test
  void anObjectWithASecondNameIsRefused() throws IOException {
    Files.createLink(link, object);
    refused("2 names");
  }

  @Test
  void importerIgnoresForeignObject() throws IOException {
    permit("rw-rw-rw-");
    assertEquals(
        0,
        RsmRegistry.builder().build().segments().stream().filter(s -> s.nodeId() == NODE).count());
  }

  @Test
  void anEmptyObjectOfThisUserIsTaken() {
    export();
  }
}
