package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.conformance.rsm.fixture.Transfer;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_import_connect and _disconnect, which begin and end an import of an export
 * segment, also when a process exits or is killed.
 */
class ConnectClauses extends RsmTest {
  private static final int SECOND = 1000;

  /** Number of connections that the test makes one after the other. */
  private static final int ROUNDS = 3000;

  /** Least number of connections where each takes long, for example to another machine. */
  private static final int MIN_ROUNDS = 500;

  /** Time after which the test makes no further connection, if it has made the least number. */
  private static final long LONG = TimeUnit.SECONDS.toNanos(60);

  @Test
  @Clauses({
    "rsm_memseg_import_connect.01",
    "rsm_memseg_import_connect.04",
    "rsm_memseg_import_connect.05",
    "rsm_memseg_import_connect.09"
  })
  void connectChecksIdAndRightsFirst() throws Exception {
    connectChecksIdAndRights();
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.13", "rsm_memseg_import_connect.15", "seed-002.01"})
  void connectChecksIdAndRightsSecond() throws Exception {
    connectChecksIdAndRights();
  }

  private void connectChecksIdAndRights() throws Exception {
    ConnectedSegment link = link();
    clause("rsm_memseg_import_connect.01").that(link.importer() != null, "a handle is given");
    clause("rsm_memseg_import_connect.01")
        .equal(0, peer().ask("connect " + link.id() + " 0600"), "from another process");
    peer().ask("disconnect " + link.id());
    for (int perm = 0; perm <= 07777; perm = perm < 0777 ? perm + 1 : perm + 0777) {
      int asked = perm;
      if (!Permission.valid(perm)) {
        clause("rsm_memseg_import_connect.04")
            .refuses(() -> connect(link.id(), asked), RsmReturn.PERM_DENIED);
      }
      clause("seed-002.01")
          .refuses(
              () -> connect(link.id(), asked).disconnect(),
              Permission.valid(perm) ? RsmReturn.SUCCESS : RsmReturn.PERM_DENIED);
    }
    for (int id : new int[] {0, 1, 0x3FFFFF, 0x400001, freshId(), 0xFFFFFFFE}) {
      clause("rsm_memseg_import_connect.05")
          .refuses(() -> connect(id, Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    }
    ConnectedSegment narrow = link(Permission.READ, new AccessEntry(importNode(), 0400));
    clause("rsm_memseg_import_connect.09")
        .refuses(() -> connect(narrow.id(), Permission.RDWR), RsmReturn.PERM_DENIED);
    narrow.importer().disconnect();
    clause("rsm_memseg_import_connect.13").gives(() -> narrow.export().post(0), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_connect.13").works(narrow.export()::destroy);
    ImportSegment fresh = connect(link.id(), Permission.RDWR);
    clause("rsm_memseg_import_connect.15").equal(BarrierMode.IMPLICIT, fresh.getMode(), "mode");
    clause("rsm_memseg_import_connect.15")
        .gives(() -> fresh.get8(0, new byte[1], 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.06", "seed-002.08"})
  void causesAreToldApart() throws Exception {
    ConnectedSegment link = link();
    for (String id : List.of("rsm_memseg_import_connect.06", "seed-002.08")) {
      clause(id)
          .refuses(
              () -> controller().connectImportSegment(node() + 1, link.id(), Permission.READ),
              RsmReturn.CTLR_NOT_PRESENT,
              RsmReturn.REMOTE_NODE_UNREACHABLE);
    }
    clause("seed-002.08").refuses(() -> connect(link.id(), 0), RsmReturn.PERM_DENIED);
    clause("seed-002.08")
        .refuses(() -> connect(freshId(), Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    var own = alone().getController(name());
    own.release();
    clause("seed-002.08")
        .refuses(
            () -> own.connectImportSegment(node(), link.id(), Permission.READ),
            RsmReturn.BAD_CTLR_HNDL);
  }

  @Test
  @Clauses("rsm_memseg_import_connect.07")
  void anUnknownNodeIsUnreachable() throws Exception {
    clause("rsm_memseg_import_connect.07")
        .refuses(
            () -> controller().connectImportSegment(62, freshId(), Permission.READ),
            RsmReturn.REMOTE_NODE_UNREACHABLE);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_connect.14",
    "rsm_memseg_import_connect.17",
    "rsm_memseg_import_connect.19",
    "rsm_memseg_import_connect.20"
  })
  void disconnectEndsOneImportFirst() throws Exception {
    disconnectEndsOneImport();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_connect.21",
    "rsm_memseg_import_connect.22",
    "seed-002.12",
    "seed-002.14"
  })
  void disconnectEndsOneImportSecond() throws Exception {
    disconnectEndsOneImport();
  }

  private void disconnectEndsOneImport() throws Exception {
    ConnectedSegment link = link();
    byte[] data = new byte[8];
    ImportSegment other = ready(link.id(), Permission.RDWR);
    other.put8(0, data, 0, 8);
    other.get8(0, data, 0, 8);
    other.getPollfd(new PollFd());
    for (String id : List.of("rsm_memseg_import_connect.20", "seed-002.12")) {
      clause(id).refuses(other::disconnect, RsmReturn.POLLFD_IN_USE);
    }
    other.releasePollfd();
    clause("rsm_memseg_import_connect.20").works(other::disconnect);
    ImportSegment third = ready(link.id(), Permission.RDWR);
    third.put8(0, data, 0, 8);
    for (String id :
        List.of("rsm_memseg_import_connect.17", "rsm_memseg_import_connect.19", "seed-002.14")) {
      ImportSegment used = ready(link.id(), Permission.RDWR);
      used.get8(0, data, 0, 8);
      clause(id).works(used::disconnect);
      clause(id).refuses(used::getMode, RsmReturn.BAD_SEG_HNDL);
    }
    clause("rsm_memseg_import_connect.14")
        .gives(() -> third.get8(0, data, 0, 8), RsmReturn.SUCCESS);
    ScatGath vector = new ScatGath(1).add(ByteBuffer.allocate(1), 0, 0, 1);
    List<Action> calls =
        List.of(
            other::disconnect,
            other::unmap,
            () -> other.initBarrier(BarrierType.DEFAULT),
            () -> other.setMode(BarrierMode.EXPLICIT),
            other::getMode,
            () -> other.putv(vector),
            () -> other.getv(vector),
            () -> other.post(0),
            () -> other.await(0),
            () -> other.getPollfd(new PollFd()),
            other::releasePollfd);
    for (Action call : calls) {
      clause("rsm_memseg_import_connect.21").refuses(call, RsmReturn.BAD_SEG_HNDL);
    }
    for (Transfer transfer : Transfer.GETS) {
      clause("rsm_memseg_import_connect.21")
          .gives(() -> transfer.run(other, 0, 1), RsmReturn.BAD_SEG_HNDL);
    }
    for (Transfer transfer : Transfer.PUTS) {
      clause("rsm_memseg_import_connect.21")
          .gives(() -> transfer.run(other, 0, 1), RsmReturn.BAD_SEG_HNDL);
    }
    clause("seed-002.12").refuses(other::disconnect, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_memseg_import_connect.22")
        .gives(() -> link.importer().put8(0, data, 0, 8), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_connect.22").works(() -> connect(link.id(), Permission.READ));
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.18", "seed-002.13"})
  @SameJvm("a mapping is memory of the process that made it")
  void aMappedImportIsNotDisconnected() throws Exception {
    ConnectedSegment link = link();
    ImportSegment segment = link.importer();
    var map = segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, link.length());
    for (String id : List.of("rsm_memseg_import_connect.18", "seed-002.13")) {
      clause(id).refuses(segment::disconnect, RsmReturn.SEG_STILL_MAPPED);
    }
    map.buffer().put(9, (byte) 99);
    clause("rsm_memseg_import_connect.18").equal(99, link.memory().get(9), "through the map");
    segment.unmap();
    clause("rsm_memseg_import_connect.18").works(segment::disconnect);
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.24", "rsm_memseg_import_connect.25"})
  void connectionsComeAndGo() throws Exception {
    ConnectedSegment link = link();
    int code = 0;
    byte[] data = new byte[1];
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS && (i < MIN_ROUNDS || System.nanoTime() - begin < LONG); i++) {
      ImportSegment segment = importing().connectImportSegment(node(), link.id(), Permission.READ);
      segment.setMode(BarrierMode.EXPLICIT);
      code |= segment.get8(0, data, 0, 1);
      segment.disconnect();
    }
    clause("rsm_memseg_import_connect.24").equal(0, code, "codes of all rounds");
    RsmPeer peer = peer();
    peer.start("connect " + link.id() + " 0600");
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              for (int i = 0; i < 100; i++) {
                importing().connectImportSegment(node(), link.id(), Permission.READ).disconnect();
              }
              return true;
            });
    clause("rsm_memseg_import_connect.25").equal(4, sound.size(), "threads that succeeded");
    clause("rsm_memseg_import_connect.25").equal(0, peer.answer("connect"), "their connect");
    clause("rsm_memseg_import_connect.25")
        .equal(0, peer.ask("disconnect " + link.id()), "their disconnect");
  }

  @Test
  @Clauses("rsm_memseg_export_create.25")
  void anExporterThatExitsAbortsItsImporters() throws Exception {
    if (has("shared_node")) {
      // Another process of the exporter's node, which lives on.
      controller();
    }
    RsmPeer peer = ownPeer();
    int id = freshId();
    peer.ask("export " + id);
    ImportSegment segment = ready(peer.node(), id, Permission.RDWR);
    byte[] data = new byte[1];
    clause("rsm_memseg_export_create.25")
        .gives(() -> segment.put8(0, data, 0, 1), RsmReturn.SUCCESS);
    peer.close();
    clause("rsm_memseg_export_create.25")
        .inTime(
            within(SECOND, () -> segment.put8(0, data, 0, 1) == RsmReturn.CONN_ABORTED),
            "CONN_ABORTED after the exporter's exit");
    clause("rsm_memseg_export_create.25")
        .refuses(
            () -> connect(peer.node(), id, Permission.READ),
            gone(RsmReturn.SEG_NOT_PUBLISHED, RsmReturn.REMOTE_NODE_UNREACHABLE));
  }

  @Test
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses({
    "rsm_memseg_import_get.19",
    "rsm_memseg_import_put.17",
    "rsm_memseg_import_putv.15",
    "rsm_memseg_import_open_barrier.06",
    "rsm_memseg_export_publish.55"
  })
  void importsTellThatTheirExporterHasGone() throws Exception {
    RsmPeer peer = peer();
    int id = freshId();
    peer.ask("export " + id);
    ImportSegment segment = ready(peer.node(), id, Permission.RDWR);
    ImportSegment explicit = connect(peer.node(), id, Permission.RDWR);
    explicit.setMode(BarrierMode.EXPLICIT);
    var barrier = explicit.initBarrier(BarrierType.DEFAULT);
    byte[] data = new byte[1];
    leave(peer, id);
    clause("rsm_memseg_import_get.19")
        .inTime(
            within(PATIENCE, () -> segment.get8(0, data, 0, 1) == RsmReturn.CONN_ABORTED),
            "CONN_ABORTED after the exporter's end");
    clause("rsm_memseg_import_put.17")
        .gives(() -> segment.put8(0, data, 0, 1), RsmReturn.CONN_ABORTED);
    ScatGath vector = new ScatGath(1).add(ByteBuffer.allocate(1), 0, 0, 1);
    clause("rsm_memseg_import_putv.15").gives(() -> segment.putv(vector), RsmReturn.CONN_ABORTED);
    clause("rsm_memseg_import_putv.15").gives(() -> segment.getv(vector), RsmReturn.CONN_ABORTED);
    // Each import learns of the end in its own time.
    clause("rsm_memseg_import_open_barrier.06")
        .inTime(
            within(
                PATIENCE,
                () -> {
                  barrier.open();
                  explicit.put8(0, data, 0, 1);
                  return barrier.close() == RsmReturn.CONN_ABORTED;
                }),
            "CONN_ABORTED from a close of the barrier after the exporter's end");
    clause("rsm_memseg_export_publish.55").works(explicit::disconnect);
    clause("rsm_memseg_export_publish.55").works(segment::disconnect);
  }

  /** Chooses the code expected after the exporter's end: its node lives on, or went with it. */
  private int gone(int shared, int own) {
    return has("shared_node") ? shared : own;
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.26",
    "rsm_memseg_export_create.27",
    "rsm_memseg_import_connect.23"
  })
  void killedProcessesHoldNobodyUp() throws Exception {
    RsmPeer peer = ownPeer();
    int id = freshId();
    ConnectedSegment link = link();
    peer.ask("export " + id);
    peer.ask("connect " + link.id() + " 0600");
    ImportSegment segment = ready(peer.node(), id, Permission.RDWR);
    ImportSegment explicit = connect(peer.node(), id, Permission.RDWR);
    explicit.setMode(BarrierMode.EXPLICIT);
    var barrier = explicit.initBarrier(BarrierType.DEFAULT);
    barrier.open();
    byte[] data = new byte[1];
    peer.kill();
    clause("rsm_memseg_export_create.26")
        .inTime(
            within(SECOND, () -> segment.get8(0, data, 0, 1) == RsmReturn.CONN_ABORTED),
            "CONN_ABORTED after the exporter was killed");
    // Each import has its own time: the end of one does not say that another has ended.
    clause("rsm_memseg_export_create.26")
        .inTime(
            within(
                SECOND,
                () -> {
                  barrier.open();
                  explicit.put8(0, data, 0, 1);
                  return barrier.close() == RsmReturn.CONN_ABORTED;
                }),
            "CONN_ABORTED from a close of the barrier after the exporter was killed");
    clause("rsm_memseg_export_create.27").works(() -> export().publish(id, null));
    clause("rsm_memseg_import_connect.23")
        .gives(() -> link.importer().put8(0, data, 0, 1), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_connect.23").gives(() -> link.export().post(0), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_connect.23").gives(() -> link.importer().await(PATIENCE), 0);
    clause("rsm_memseg_import_connect.23").works(link.export()::unpublish);
    clause("rsm_memseg_import_connect.23").works(link.export()::destroy);
  }
}
