package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

class ExportSegmentTest {
  private final Fixture fixture = new Fixture();

  @Test
  void publishIsRefusedInTheOrderOfTheContract() {
    ExportSegment export = fixture.export();
    refused(RsmReturn.SEG_NOT_PUBLISHED, export::unpublish);
    refused(RsmReturn.SEG_NOT_PUBLISHED, () -> export.republish(null));
    List<AccessEntry> bad = List.of(new AccessEntry(1, 0667));
    refused(RsmReturn.RESERVED_SEGID, () -> export.publish(0x3FFFFF, bad));
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, bad));
    assertEquals(fixture.id, export.publish(fixture.id, null));
    refused(RsmReturn.SEG_ALREADY_PUBLISHED, () -> export.publish(1, bad));
    refused(RsmReturn.BAD_ACL, () -> export.republish(bad));
    ExportSegment second = fixture.export();
    refused(RsmReturn.SEGID_IN_USE, () -> second.publish(fixture.id, null));
    export.unpublish();
    second.publish(fixture.id, List.of());
    second.destroy();
  }

  @Test
  void accessListsAreChecked() {
    ExportSegment export = fixture.export();
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, Collections.singletonList(null)));
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, list(65, 1)));
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, list(1, 65)));
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, List.of(new AccessEntry(1, -1))));
    export.publish(fixture.id, list(64, 64));
    export.destroy();
  }

  @Test
  void onLoopbackAListNamesTheOwnNodeOnly() {
    RsmController loopback = fixture.registry.getController(null);
    ExportSegment export = loopback.createExportSegment(fixture.memory, ExportFlags.NONE);
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, list(1, 1)));
    refused(RsmReturn.BAD_ACL, () -> export.publish(fixture.id, list(2, FakeProvider.NODE)));
    export.publish(fixture.id, list(1, FakeProvider.NODE));
    export.close();
    export.close();
  }

  private static List<AccessEntry> list(int entries, int node) {
    List<AccessEntry> list = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      list.add(new AccessEntry(node, 0600));
    }
    return list;
  }

  @Test
  void rebindIsRefusedInTheOrderOfTheContract() {
    ExportSegment fixed = fixture.export();
    refused(RsmReturn.BAD_ADDR, () -> fixed.rebind(null, 0));
    refused(RsmReturn.REBIND_NOT_ALLOWED, () -> fixed.rebind(fixture.memory, 0));
    ExportSegment export =
        fixture.controller.createExportSegment(fixture.memory, ExportFlags.ALLOW_REBIND);
    refused(
        RsmReturn.BAD_LENGTH,
        () -> export.rebind(fixture.controller.allocate(FakeProvider.PAGE), 0));
    refused(
        RsmReturn.BAD_ADDR,
        () ->
            export.rebind(
                fixture.controller.allocate(3 * FakeProvider.PAGE).slice(8, Fixture.LENGTH), 0));
    export.rebind(fixture.controller.allocate(Fixture.LENGTH), 77);
    export.destroy();
    refused(RsmReturn.BAD_SEG_HNDL, () -> export.rebind(null, 0));
  }

  @Test
  void pollReferencesKeepTheSegmentPublished() {
    ExportSegment export = fixture.export();
    PollFd fd = new PollFd();
    refused(RsmReturn.BAD_SEG_HNDL, () -> export.getPollfd(fd));
    export.publish(fixture.id, null);
    refused(RsmReturn.BAD_ADDR, () -> export.getPollfd(null));
    export.getPollfd(fd);
    export.getPollfd(fd);
    assertEquals(PollFd.POLLRDNORM, fd.events());
    export.releasePollfd();
    refused(RsmReturn.POLLFD_IN_USE, export::unpublish);
    refused(RsmReturn.POLLFD_IN_USE, export::destroy);
    fixture.connected(Permission.READ).disconnect();
    export.releasePollfd();
    export.releasePollfd();
    export.destroy();
    refused(RsmReturn.BAD_SEG_HNDL, export::releasePollfd);
    refused(RsmReturn.BAD_SEG_HNDL, () -> export.await(0));
  }

  @Test
  void destroyAbortsImporters() {
    ExportSegment export = fixture.published();
    ImportSegment segment = fixture.ready(Permission.RDWR);
    export.destroy();
    assertEquals(RsmReturn.CONN_ABORTED, segment.put8(0, new byte[1], 0, 1));
    segment.disconnect();
    refused(RsmReturn.SEG_NOT_PUBLISHED, () -> fixture.connected(Permission.READ));
  }
}
