package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_export_publish, _republish and _unpublish, which offer a segment under an id,
 * change its access list, and withdraw it.
 */
class PublishClauses extends RsmTest {
  private static final int[] PERMS = {Permission.READ, Permission.WRITE, Permission.RDWR};

  /** Makes an access entry for the importers. */
  private AccessEntry own(int permission) {
    return new AccessEntry(importNode(), permission);
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.01",
    "rsm_memseg_export_publish.02",
    "rsm_memseg_export_publish.03",
    "rsm_memseg_export_publish.07"
  })
  void idsAreCheckedOrPickedFirst() throws Exception {
    idsAreCheckedOrPicked();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.08",
    "rsm_memseg_export_publish.09",
    "rsm_memseg_export_publish.10"
  })
  void idsAreCheckedOrPickedSecond() throws Exception {
    idsAreCheckedOrPicked();
  }

  private void idsAreCheckedOrPicked() throws Exception {
    int id = freshId();
    clause("rsm_memseg_export_publish.01").equal(id, export().publish(id, null), "the id");
    int one = export().publish(0, null);
    int two = export().publish(0, null);
    clause("rsm_memseg_export_publish.02").that(one != 0 && two != 0 && one != two, "two ids");
    clause("rsm_memseg_export_publish.02").works(() -> connect(two, Permission.READ));
    clause("rsm_memseg_export_publish.03").optionally(one < 0 && two < 0, "ids are lower");
    ExportSegment listed = export();
    int listedId = freshId();
    listed.publish(listedId, List.of());
    clause("rsm_memseg_export_publish.07").works(() -> connect(listedId, Permission.READ));
    ExportSegment export = export();
    for (int reserved :
        new int[] {1, 0xFFFFF, 0x100000, 0x1FFFFF, 0x200000, 0x2FFFFF, 0x300000, 0x3FFFFF}) {
      clause("rsm_memseg_export_publish.08")
          .refuses(() -> export.publish(reserved, null), RsmReturn.RESERVED_SEGID);
    }
    for (int reserved : new int[] {0x80000000, 0xFFFFFFFF}) {
      int code = RsmCheck.code(() -> tried(reserved));
      clause("rsm_memseg_export_publish.09")
          .optionally(code == RsmReturn.RESERVED_SEGID, RsmReturn.name(code));
    }
    for (int legal : new int[] {0x400000, 0x500000, 0x600000, 0x7FFFFFFF}) {
      clause("rsm_memseg_export_publish.10").gives(() -> tried(legal), RsmReturn.SUCCESS);
    }
  }

  /** Publishes and destroys a segment. */
  private int tried(int id) {
    ExportSegment export = export();
    try {
      export.publish(id, null);
    } finally {
      export.destroy();
    }
    return RsmReturn.SUCCESS;
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.11", "rsm_memseg_export_publish.12",
    "rsm_memseg_export_publish.13", "rsm_memseg_export_publish.14"
  })
  void publishRefusesUsedAndInvalidIds() throws Exception {
    ConnectedSegment link = link();
    ExportSegment second = export();
    clause("rsm_memseg_export_publish.11")
        .refuses(() -> second.publish(link.id(), null), RsmReturn.SEGID_IN_USE);
    clause("rsm_memseg_export_publish.12")
        .refuses(() -> link.export().publish(freshId(), null), RsmReturn.SEG_ALREADY_PUBLISHED);
    int refused = freshId();
    for (int permission : new int[] {0667, 0777, 01666, -1}) {
      clause("rsm_memseg_export_publish.14")
          .refuses(() -> second.publish(refused, List.of(own(permission))), RsmReturn.BAD_ACL);
    }
    clause("rsm_memseg_export_publish.14")
        .works(() -> export().publish(refused, List.of(own(0666))));
    clause("rsm_memseg_export_publish.13").refuses(second::unpublish, RsmReturn.SEG_NOT_PUBLISHED);
    clause("rsm_memseg_export_publish.13").works(() -> second.publish(freshId(), null));
  }

  @Test
  @Clauses("rsm_memseg_export_publish.60")
  void processesOfANodeShareItsIds() throws Exception {
    ConnectedSegment link = link();
    ExportSegment second = export();
    int theirs = freshId();
    clause("rsm_memseg_export_publish.60").equal(0L, peer().ask("export " + theirs), "their id");
    clause("rsm_memseg_export_publish.60")
        .refuses(() -> second.publish(theirs, null), RsmReturn.SEGID_IN_USE);
    clause("rsm_memseg_export_publish.60")
        .equal((long) RsmReturn.SEGID_IN_USE, peer().ask("export " + link.id()), "their publish");
    peer().ask("destroy " + theirs);
    clause("rsm_memseg_export_publish.60").works(() -> second.publish(theirs, null));
  }

  @Test
  @Clauses({"rsm_memseg_export_publish.15", "rsm_memseg_export_publish.59"})
  void listsHaveLimits() throws Exception {
    List<AccessEntry> list = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      list.add(own(0600));
    }
    int many = RsmCheck.code(() -> published(list));
    clause("rsm_memseg_export_publish.15")
        .optionally(many == RsmReturn.BAD_ACL, RsmReturn.name(many));
    int node = RsmCheck.code(() -> published(List.of(new AccessEntry(65, 0600))));
    if (!has("loopback")) {
      clause("rsm_memseg_export_publish.15").works(() -> published(list.subList(0, 64)));
      clause("rsm_memseg_export_publish.59")
          .works(() -> published(List.of(new AccessEntry(64, 0600))));
    }
    clause("rsm_memseg_export_publish.59")
        .optionally(node == RsmReturn.BAD_ACL, RsmReturn.name(node));
  }

  private int published(List<AccessEntry> list) {
    export().publish(freshId(), list);
    return RsmReturn.SUCCESS;
  }

  @Test
  @Clauses("rsm_memseg_export_publish.16")
  void loopbackListsNameTheOwnNodeOnly() throws Exception {
    for (List<AccessEntry> list :
        List.of(List.of(own(0600), own(0600)), List.of(new AccessEntry(node() ^ 1, 0600)))) {
      int code = RsmCheck.code(() -> published(list));
      clause("rsm_memseg_export_publish.16")
          .optionally(code == RsmReturn.BAD_ACL, RsmReturn.name(code));
    }
  }

  /** Checks which of the three permissions connect. */
  private void grants(String id, int segment, int... granted) throws Exception {
    grants(id, node(), segment, granted);
  }

  private void grants(String id, int owner, int segment, int[] granted) throws Exception {
    for (int perm : PERMS) {
      boolean yes = Arrays.stream(granted).anyMatch(g -> g == perm);
      clause(id)
          .refuses(
              () -> connect(owner, segment, perm).disconnect(),
              yes ? RsmReturn.SUCCESS : RsmReturn.PERM_DENIED);
    }
  }

  private int publishedWith(int permission) {
    int id = freshId();
    export().publish(id, List.of(own(permission)));
    return id;
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.17",
    "rsm_memseg_export_publish.18",
    "rsm_memseg_export_publish.19"
  })
  void theOwnersDigitCountsForTheOwnerFirst() throws Exception {
    theOwnersDigitCountsForTheOwner();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.20",
    "rsm_memseg_export_publish.23",
    "rsm_memseg_export_publish.25"
  })
  void theOwnersDigitCountsForTheOwnerSecond() throws Exception {
    theOwnersDigitCountsForTheOwner();
  }

  private void theOwnersDigitCountsForTheOwner() throws Exception {
    grants("rsm_memseg_export_publish.17", publishedWith(0600), PERMS);
    grants("rsm_memseg_export_publish.18", publishedWith(0400), Permission.READ);
    grants("rsm_memseg_export_publish.19", publishedWith(0200), Permission.WRITE);
    grants("rsm_memseg_export_publish.20", publishedWith(0066));
    grants("rsm_memseg_export_publish.23", publishedWith(0));
    int id = freshId();
    export().publish(id, null);
    grants("rsm_memseg_export_publish.25", id, PERMS);
  }

  @Test
  @Clauses("rsm_memseg_export_publish.26")
  void withoutAListTheUmaskCounts() throws Exception {
    RsmPeer peer = peerWithUmask("0277");
    int id = freshId();
    clause("rsm_memseg_export_publish.26").equal(0, peer.ask("export " + id), "their publish");
    grants("rsm_memseg_export_publish.26", peer.node(), id, new int[] {Permission.READ});
  }

  @Test
  @Clauses("rsm_memseg_export_publish.27")
  void theFirstEntryCountsAndExecuteBitsDoNot() throws Exception {
    int executable = publishedWith(0500);
    grants("rsm_memseg_export_publish.27", executable, Permission.READ);
    if (!has("loopback")) {
      int id = freshId();
      export().publish(id, List.of(own(0200), own(0600)));
      grants("rsm_memseg_export_publish.27", id, Permission.WRITE);
    }
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.24",
    "rsm_memseg_export_publish.28",
    "rsm_memseg_export_publish.40",
    "rsm_memseg_import_connect.08",
    "seed-002.09"
  })
  void nodesAreToldApart() throws Exception {
    RsmController other = otherNode();
    AccessEntry here = new AccessEntry(node(), 0600);
    ExportSegment export = export();
    int id = freshId();
    export.publish(id, List.of(here));
    for (String clause :
        List.of("rsm_memseg_export_publish.24", "rsm_memseg_import_connect.08", "seed-002.09")) {
      clause(clause)
          .refuses(
              () -> other.connectImportSegment(node(), id, Permission.READ),
              RsmReturn.SEG_NOT_PUBLISHED_TO_NODE);
    }
    clause("seed-002.09")
        .refuses(
            () -> other.connectImportSegment(63, id, Permission.READ),
            RsmReturn.REMOTE_NODE_UNREACHABLE);
    int theirNode = second().getInterconnectTopology().localNodeId();
    export.republish(List.of(here, new AccessEntry(theirNode, 0600)));
    clause("rsm_memseg_export_publish.24")
        .works(() -> other.connectImportSegment(node(), id, Permission.READ).disconnect());
    export.republish(List.of(here));
    clause("rsm_memseg_export_publish.40")
        .refuses(
            () -> other.connectImportSegment(node(), id, Permission.READ),
            RsmReturn.SEG_NOT_PUBLISHED_TO_NODE);
    ExportSegment same = other.createExportSegment(memory(1), 0);
    atEnd(same::close);
    clause("rsm_memseg_export_publish.28").works(() -> same.publish(id, null));
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_export_publish.34",
    "rsm_memseg_export_publish.36",
    "rsm_memseg_export_publish.37"
  })
  void republishReplacesTheListFirst() throws Exception {
    republishReplacesTheList();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.38",
    "rsm_memseg_export_publish.39",
    "rsm_memseg_export_publish.41"
  })
  void republishReplacesTheListSecond() throws Exception {
    republishReplacesTheList();
  }

  private void republishReplacesTheList() throws Exception {
    ExportSegment bound = export();
    clause("rsm_memseg_export_publish.34")
        .refuses(() -> bound.republish(null), RsmReturn.SEG_NOT_PUBLISHED);
    ConnectedSegment link = link(Permission.RDWR, own(0600));
    byte[] data = new byte[1];
    clause("rsm_memseg_export_publish.36").works(() -> link.export().republish(List.of(own(0400))));
    clause("rsm_memseg_export_publish.36").works(() -> connect(link.id(), Permission.READ));
    clause("rsm_memseg_export_publish.37")
        .gives(() -> link.importer().put8(0, data, 0, 1), RsmReturn.SUCCESS);
    clause("rsm_memseg_export_publish.37")
        .gives(() -> link.importer().get8(0, data, 0, 1), RsmReturn.SUCCESS);
    grants("rsm_memseg_export_publish.38", link.id(), Permission.READ);
    clause("rsm_memseg_export_publish.41")
        .refuses(() -> link.export().republish(List.of(own(0667))), RsmReturn.BAD_ACL);
    grants("rsm_memseg_export_publish.41", link.id(), Permission.READ);
    for (int wide : new int[] {0600, 0666}) {
      clause("rsm_memseg_export_publish.39")
          .works(() -> link.export().republish(List.of(own(wide))));
      grants("rsm_memseg_export_publish.39", link.id(), PERMS);
    }
    link.export().republish(List.of(own(0)));
    grants("rsm_memseg_export_publish.39", link.id());
    link.export().republish(null);
    grants("rsm_memseg_export_publish.39", link.id(), PERMS);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_export_publish.44",
    "rsm_memseg_export_publish.45",
    "rsm_memseg_export_publish.46",
    "rsm_memseg_export_publish.47"
  })
  void unpublishAbortsImportersFirst() throws Exception {
    unpublishAbortsImporters();
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_export_publish.48",
    "rsm_memseg_export_publish.49",
    "rsm_memseg_export_publish.52",
    "rsm_memseg_export_publish.53"
  })
  void unpublishAbortsImportersSecond() throws Exception {
    unpublishAbortsImporters();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_publish.54",
    "rsm_memseg_export_publish.55",
    "rsm_memseg_export_publish.56"
  })
  void unpublishAbortsImportersThird() throws Exception {
    unpublishAbortsImporters();
  }

  private void unpublishAbortsImporters() throws Exception {
    ConnectedSegment link = link();
    byte[] before = data(32);
    link.memory().put(0, before);
    ImportSegment explicit = connect(link.id(), Permission.RDWR);
    explicit.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = explicit.initBarrier(BarrierType.DEFAULT);
    barrier.open();
    clause("rsm_memseg_export_publish.48")
        .equal(0, peer().ask("connect " + link.id() + " 0600"), "their connect");
    link.export().getPollfd(new PollFd());
    clause("rsm_memseg_export_publish.56")
        .refuses(link.export()::unpublish, RsmReturn.POLLFD_IN_USE);
    clause("rsm_memseg_export_publish.56").works(() -> connect(link.id(), Permission.READ));
    link.export().releasePollfd();
    clause("rsm_memseg_export_publish.44").works(link.export()::unpublish);
    clause("rsm_memseg_export_publish.44")
        .refuses(link.export()::unpublish, RsmReturn.SEG_NOT_PUBLISHED);
    clause("rsm_memseg_export_publish.45")
        .refuses(() -> connect(link.id(), Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    byte[] data = new byte[32];
    clause("rsm_memseg_export_publish.46")
        .gives(() -> link.importer().put8(0, data, 0, 32), RsmReturn.CONN_ABORTED);
    clause("rsm_memseg_export_publish.46")
        .gives(() -> link.importer().get8(0, data, 0, 32), RsmReturn.CONN_ABORTED);
    explicit.put8(0, data, 0, 32);
    clause("rsm_memseg_export_publish.47").gives(barrier::close, RsmReturn.CONN_ABORTED);
    link.importer().put(0, ByteBuffer.wrap(data), 0, 32);
    clause("rsm_memseg_export_publish.48")
        .equal(RsmReturn.CONN_ABORTED, peer().ask("put " + link.id() + " 0 99"), "their next put");
    clause("rsm_memseg_export_publish.49")
        .that(Arrays.equals(before, link.seen(0, 32)), "no put arrived");
    clause("rsm_memseg_export_publish.52")
        .that(Arrays.equals(before, link.seen(0, 32)), "the contents stay");
    clause("rsm_memseg_export_publish.53").works(() -> link.export().publish(link.id(), null));
    clause("rsm_memseg_export_publish.53").works(() -> connect(link.id(), Permission.RDWR));
    clause("rsm_memseg_export_publish.54")
        .gives(() -> link.importer().put8(0, data, 0, 1), RsmReturn.CONN_ABORTED);
    clause("rsm_memseg_export_publish.54")
        .gives(() -> ready(link.id(), Permission.RDWR).get8(0, data, 0, 32), RsmReturn.SUCCESS);
    clause("rsm_memseg_export_publish.55").works(link.importer()::disconnect);
    link.export().unpublish();
    clause("rsm_memseg_export_publish.53").works(() -> link.export().publish(freshId(), null));
    peer().ask("disconnect " + link.id());
  }

  @Test
  @Clauses({"rsm_memseg_export_publish.50", "rsm_memseg_export_publish.51"})
  @SameJvm("a mapping is memory of the process that made it")
  void mappingsAreCutOffByUnpublish() throws Exception {
    ConnectedSegment link = link();
    var near =
        link.importer()
            .map(org.dat4j.rsm.MapAttribute.NONE, 0, Permission.RDWR, 0, link.length())
            .buffer();
    peer().ask("connect " + link.id() + " 0600");
    clause("rsm_memseg_export_publish.50")
        .equal(0, peer().ask("map " + link.id() + " 0600"), "their map");
    peer().ask("store " + link.id() + " 1 11");
    near.put(0, (byte) 10);
    clause("rsm_memseg_export_publish.50").equal(10, link.memory().get(0), "a store before");
    clause("rsm_memseg_export_publish.50").equal(11, link.memory().get(1), "their store before");
    link.export().unpublish();
    near.put(0, (byte) 20);
    clause("rsm_memseg_export_publish.51")
        .equal(0, peer().ask("store " + link.id() + " 1 21"), "their store after");
    clause("rsm_memseg_export_publish.51").that(near.get(0) != 99, "a load after");
    clause("rsm_memseg_export_publish.50").equal(10, link.memory().get(0), "after the store");
    clause("rsm_memseg_export_publish.50").equal(11, link.memory().get(1), "after theirs");
    peer().ask("disconnect " + link.id());
  }

  @Test
  @Clauses({"rsm_memseg_export_publish.57", "rsm_memseg_export_publish.58"})
  void threadsShareSegmentsAndRaceForIds() throws Exception {
    ExportSegment export = export();
    background(
            () -> {
              export.publish(freshId(), null);
              export.republish(null);
              export.unpublish();
              export.destroy();
              return 0;
            })
        .get();
    clause("rsm_memseg_export_publish.57").refuses(export::destroy, RsmReturn.BAD_SEG_HNDL);
    for (int round = 0; round < 20; round++) {
      int id = freshId();
      Queue<ExportSegment> racers = new ConcurrentLinkedQueue<>(List.of(export(), export()));
      List<Integer> codes =
          concurrently(
              2,
              () ->
                  RsmCheck.code(
                      () -> {
                        racers.remove().publish(id, null);
                        return RsmReturn.SUCCESS;
                      }));
      clause("rsm_memseg_export_publish.58")
          .equal(RsmReturn.SEGID_IN_USE, codes.get(0) + codes.get(1), "sum of both codes");
    }
  }
}
