package org.dat4j.conformance.rsm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.OtherUser;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM imports across users, groups, nodes and interconnects, and that an item has the same
 * value on both sides.
 */
class NeighbourClauses extends RsmTest {
  private static final List<Integer> PERMS =
      List.of(Permission.READ, Permission.WRITE, Permission.RDWR);

  /** The answers to a process that does not reach the exporter. */
  private static final List<Integer> FINDS_NOTHING =
      List.of(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          RsmReturn.SEG_NOT_PUBLISHED,
          RsmReturn.CTLR_NOT_PRESENT);

  @Test
  @Clauses({"rsm_memseg_export_publish.21", "rsm_memseg_export_publish.22", "seed-002.02"})
  void usersAndGroupsAreToldApart() throws Exception {
    String domain = "suite-" + ProcessHandle.current().pid();
    RsmRegistryUnderTest registry = among(domain);
    RsmController controller = registry.getController(name());
    atEnd(controller::close);
    ExportSegment export = controller.createExportSegment(memory(1), ExportFlags.ALLOW_REBIND);
    atEnd(export::close);
    int id = freshId();
    RsmController near = has("shared_node") ? controller : importing();
    int nearNode = has("shared_node") ? node() : importNode();
    export.publish(
        id, Stream.of(nearNode, peerNode()).distinct().map(n -> new AccessEntry(n, 0624)).toList());
    for (int perm : PERMS) {
      clause("seed-002.02").works(() -> near.connectImportSegment(node(), id, perm).disconnect());
    }
    for (OtherUser user : List.of(OtherUser.inGroup(), OtherUser.member())) {
      try (RsmPeer peer = peerOf(user, domain)) {
        connectsOnly("rsm_memseg_export_publish.21", user, peer, id, Permission.WRITE);
        clause("rsm_memseg_export_publish.21").equal(0L, peer.ask("put " + id + " 0 7"), "put");
        ByteBuffer next = memory(1);
        export.rebind(next, 0);
        clause("rsm_memseg_export_publish.21").equal(0L, peer.ask("put " + id + " 0 8"), "put");
        clause("rsm_memseg_export_publish.21").equal((byte) 8, next.get(0), "after a rebind");
      }
    }
    try (RsmPeer peer = peerOf(OtherUser.outsider(), domain)) {
      connectsOnly("rsm_memseg_export_publish.22", OtherUser.outsider(), peer, id, Permission.READ);
      clause("rsm_memseg_export_publish.22")
          .equal(8L, peer.ask("get " + id + " 0"), "what is there");
    }
  }

  /** Checks every permission; the import that is granted stays. */
  private void connectsOnly(String clause, OtherUser user, RsmPeer peer, int id, int granted) {
    for (int perm : PERMS) {
      String code = RsmReturn.name((int) peer.ask("connect " + id + " " + perm));
      String expected = RsmReturn.name(perm == granted ? RsmReturn.SUCCESS : RsmReturn.PERM_DENIED);
      for (String each : List.of(clause, "seed-002.02")) {
        clause(each)
            .equal(expected, code, user.name() + " asks for 0" + Integer.toOctalString(perm));
      }
    }
  }

  @Test
  @Refuses({"rsm_memseg_export_publish.21", "rsm_memseg_export_publish.22", "seed-002.02"})
  void otherUsersFindNoSegmentWhereTheyTakeNoPart() throws Exception {
    List<String> clauses =
        List.of("rsm_memseg_export_publish.21", "rsm_memseg_export_publish.22", "seed-002.02");
    if (!OtherUser.possible()) {
      clauses.forEach(each -> clause(each).cannotBeTried("no peer can run as another user"));
      return;
    }
    String domain = "suite-" + ProcessHandle.current().pid();
    RsmController controller = among(domain).getController(name());
    atEnd(controller::close);
    ExportSegment export = controller.createExportSegment(memory(1), 0);
    atEnd(export::close);
    int id = freshId();
    export.publish(id, null);
    if (has("other_process")) {
      try (RsmPeer same = ownPeer("-Ddat4j.rsm.domain=" + domain)) {
        long code = same.ask("connect " + id + " " + Permission.RDWR);
        clauses.forEach(each -> clause(each).equal(0L, code, "a process of the same user"));
      }
    }
    for (OtherUser user : List.of(OtherUser.inGroup(), OtherUser.outsider())) {
      try (RsmPeer peer = peerOf(user, domain)) {
        for (int perm : PERMS) {
          int code = (int) peer.ask("connect " + id + " " + perm);
          for (String each : clauses) {
            clause(each)
                .that(
                    FINDS_NOTHING.contains(code),
                    user.name() + " gets " + RsmReturn.name(code) + " for " + perm);
          }
        }
      }
    }
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.10", "seed-002.11"})
  void anotherPathDoesNotLeadToASegment() throws Exception {
    int id = freshId();
    export().publish(id, null);
    RsmController through = otherNode();
    RsmController apart = otherPath();
    for (String clause : List.of("rsm_memseg_import_connect.10", "seed-002.11")) {
      int code =
          RsmCheck.code(
              () -> {
                apart.connectImportSegment(node(), id, Permission.READ).disconnect();
                return RsmReturn.SUCCESS;
              });
      clause(clause).that(code != RsmReturn.SUCCESS, "connected through " + apart.name());
      clause(clause)
          .works(() -> through.connectImportSegment(node(), id, Permission.READ).disconnect());
    }
  }

  @Test
  @Clauses("rsm_memseg_import_connect.11")
  @SameJvm("an interrupt is one of the process' own threads")
  void anInterruptIsAnsweredOrKept() throws Exception {
    ConnectedSegment link = link();
    BackgroundCall<List<String>> connects = background(() -> interruptedConnects(link.id()));
    List<String> wrong = connects.get();
    clause("rsm_memseg_import_connect.11").equal(List.of(), wrong, "connects that went wrong");
    clause("rsm_memseg_import_connect.11")
        .works(() -> connect(link.id(), Permission.READ).disconnect());
  }

  private List<String> interruptedConnects(int id) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Thread.currentThread().interrupt();
      try {
        importing().connectImportSegment(node(), id, Permission.READ).disconnect();
      } catch (RsmException e) {
        if (e.code() != RsmReturn.INTERRUPTED) {
          wrong.add(e.getMessage());
        }
      }
      if (!Thread.interrupted()) {
        wrong.add("connect " + i + " has lost the interrupt");
      }
    }
    return wrong;
  }

  @Test
  @Clauses({"rsm_memseg_import_get.21", "rsm_memseg_import_put.19"})
  void itemsHaveTheValueOfTheExporter() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    for (int round = 0; round < 20; round++) {
      long value = random().nextLong();
      // The exporter's values, whatever order its buffer was given in.
      ByteBuffer theirs = link.memory().duplicate().order(ByteOrder.nativeOrder());
      theirs.putShort(0, (short) value).putInt(8, (int) value).putLong(16, value);
      short[] shorts = new short[1];
      int[] ints = new int[1];
      long[] longs = new long[1];
      int codes = in.get16(0, shorts, 0, 1) | in.get32(8, ints, 0, 1) | in.get64(16, longs, 0, 1);
      clause("rsm_memseg_import_get.21").equal(0, codes, "codes");
      clause("rsm_memseg_import_get.21").equal((short) value, shorts[0], "16 bits");
      clause("rsm_memseg_import_get.21").equal((int) value, ints[0], "32 bits");
      clause("rsm_memseg_import_get.21").equal(value, longs[0], "64 bits");
      shorts[0]++;
      ints[0]++;
      longs[0]++;
      codes = in.put16(0, shorts, 0, 1) | in.put32(8, ints, 0, 1) | in.put64(16, longs, 0, 1);
      clause("rsm_memseg_import_put.19").equal(0, codes, "codes");
      clause("rsm_memseg_import_put.19").equal(shorts[0], theirs.getShort(0), "16 bits");
      clause("rsm_memseg_import_put.19").equal(ints[0], theirs.getInt(8), "32 bits");
      clause("rsm_memseg_import_put.19").equal(longs[0], theirs.getLong(16), "64 bits");
    }
  }

  @Test
  @Refuses("rsm_memseg_import_connect.08")
  void aProcessThatIsOneNodeReachesNoOther() throws Exception {
    int id = freshId();
    export().publish(id, null);
    int elsewhere = node() == 2 ? 3 : 2;
    RsmRegistryUnderTest other =
        registry(RsmRegistry.builder().setting("node", Integer.toString(elsewhere)));
    clause("rsm_memseg_import_connect.08")
        .refuses(
            () -> {
              try (RsmController controller = other.getController(name())) {
                controller.connectImportSegment(node(), id, Permission.READ).disconnect();
              }
            },
            RsmReturn.CTLR_NOT_PRESENT,
            RsmReturn.REMOTE_NODE_UNREACHABLE);
  }

  @Test
  @Refuses("rsm_memseg_import_connect.23")
  void aNodeThatIsAloneIsReachedFromNoOtherProcess() throws Exception {
    int id = freshId();
    export().publish(id, null);
    int code = (int) ownPeer().ask("connect " + id + " 0600");
    clause("rsm_memseg_import_connect.23")
        .that(FINDS_NOTHING.contains(code), "another process gets " + RsmReturn.name(code));
  }

  @Test
  @Refuses("rsm_memseg_export_publish.60")
  void aNodeIsNotShared() throws Exception {
    int id = freshId();
    export().publish(id, null);
    // Refused, or a node of the same number that has nothing to do with this one.
    int code = (int) ownPeer("-D" + RsmPeer.NODE + "=" + node()).ask("export " + id);
    clause("rsm_memseg_export_publish.60")
        .that(
            code == RsmReturn.CTLR_NOT_PRESENT || code == RsmReturn.SUCCESS,
            "another process gets " + RsmReturn.name(code));
  }
}
