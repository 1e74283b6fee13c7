package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM barriers, which say whether transfers have arrived, and of the barrier modes of an
 * import.
 */
class BarrierClauses extends RsmTest {
  @Test
  @Clauses({
    "rsm_memseg_import_init_barrier.01",
    "rsm_memseg_import_init_barrier.02",
    "rsm_memseg_import_init_barrier.05"
  })
  void barriersServeImplicitTransfersFirst() throws Exception {
    barriersServeImplicitTransfers();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_init_barrier.06",
    "rsm_memseg_import_init_barrier.07",
    "rsm_memseg_import_init_barrier.08"
  })
  void barriersServeImplicitTransfersSecond() throws Exception {
    barriersServeImplicitTransfers();
  }

  private void barriersServeImplicitTransfers() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = connect(link.id(), Permission.RDWR);
    byte[] one = new byte[1];
    RsmBarrier first = in.initBarrier(BarrierType.DEFAULT);
    clause("rsm_memseg_import_init_barrier.01").that(first != null, "a barrier is given");
    for (BarrierType type : BarrierType.values()) {
      clause("rsm_memseg_import_init_barrier.02").works(() -> in.initBarrier(type));
    }
    RsmBarrier last = in.initBarrier(BarrierType.DEFAULT);
    clause("rsm_memseg_import_init_barrier.06").gives(() -> in.get8(0, one, 0, 1), 0);
    clause("rsm_memseg_import_init_barrier.05").gives(() -> in.put8(0, one, 0, 1), 0);
    clause("rsm_memseg_import_init_barrier.06").that(last != first, "a barrier of its own");
    first.destroy();
    clause("rsm_memseg_import_init_barrier.06")
        .gives(() -> in.put8(0, one, 0, 1), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_init_barrier.07").works(last::destroy);
    clause("rsm_memseg_import_init_barrier.07")
        .refuses(last::destroy, RsmReturn.BARRIER_UNINITIALIZED, RsmReturn.BAD_BARRIER_PTR);
    clause("rsm_memseg_import_init_barrier.05")
        .gives(() -> in.put8(0, one, 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
    clause("rsm_memseg_import_init_barrier.05")
        .gives(() -> in.get8(0, one, 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
    RsmBarrier left = in.initBarrier(BarrierType.DEFAULT);
    clause("rsm_memseg_import_init_barrier.06").gives(() -> in.get8(0, one, 0, 1), 0);
    left.open();
    in.disconnect();
    clause("rsm_memseg_import_init_barrier.08").gives(left::open, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_memseg_import_init_barrier.08").gives(left::order, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_memseg_import_init_barrier.08").gives(left::close, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_memseg_import_init_barrier.08").refuses(left::destroy, RsmReturn.BAD_SEG_HNDL);
  }

  @Test
  @OtherSide(FREED)
  @Clauses({
    "rsm_memseg_import_open_barrier.01", "rsm_memseg_import_open_barrier.03",
    "rsm_memseg_import_open_barrier.04", "rsm_memseg_import_open_barrier.05",
    "rsm_memseg_import_open_barrier.12"
  })
  void spansAreOpenedAndClosed() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    clause("rsm_memseg_import_open_barrier.04").gives(barrier::close, RsmReturn.BARRIER_NOT_OPENED);
    clause("rsm_memseg_import_open_barrier.04").gives(barrier::order, RsmReturn.BARRIER_NOT_OPENED);
    byte[] one = new byte[1];
    for (int i = 0; i < 3; i++) {
      clause("rsm_memseg_import_open_barrier.01").gives(barrier::open, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.05").gives(barrier::order, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.12").gives(() -> in.put8(0, one, 0, 1), 0);
      clause("rsm_memseg_import_open_barrier.12").gives(barrier::close, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.04")
          .gives(barrier::close, RsmReturn.BARRIER_NOT_OPENED);
    }
    barrier.open();
    clause("rsm_memseg_import_open_barrier.01").gives(barrier::close, RsmReturn.SUCCESS);
    ConnectedSegment lost = link();
    lost.importer().setMode(BarrierMode.EXPLICIT);
    RsmBarrier aborted = lost.importer().initBarrier(BarrierType.DEFAULT);
    aborted.open();
    abort(lost.export());
    aborted.close();
    // A close that tells of an abort ends the span like any other.
    clause("rsm_memseg_import_open_barrier.04").gives(aborted::close, RsmReturn.BARRIER_NOT_OPENED);
    clause("rsm_memseg_import_open_barrier.04").gives(aborted::order, RsmReturn.BARRIER_NOT_OPENED);
    barrier.destroy();
    clause("rsm_memseg_import_open_barrier.03")
        .gives(barrier::order, RsmReturn.BARRIER_UNINITIALIZED);
    clause("rsm_memseg_import_open_barrier.03")
        .gives(barrier::close, RsmReturn.BARRIER_UNINITIALIZED);
    clause("rsm_memseg_import_open_barrier.03")
        .gives(barrier::open, RsmReturn.BARRIER_UNINITIALIZED, RsmReturn.BAD_BARRIER_PTR);
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({
    "rsm_memseg_import_open_barrier.06",
    "rsm_memseg_import_open_barrier.07",
    "rsm_memseg_import_open_barrier.09",
    "seed-002.04",
    "guide.03"
  })
  void abortsAreSeenWhenASpanEnds() throws Exception {
    for (boolean before : new boolean[] {false, true}) {
      ConnectedSegment link = link();
      ImportSegment in = link.importer();
      in.setMode(BarrierMode.EXPLICIT);
      RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
      byte[] data = data(16);
      barrier.open();
      clause("seed-002.04").gives(() -> in.put8(0, data, 0, 16), RsmReturn.SUCCESS);
      clause("seed-002.04").gives(barrier::close, RsmReturn.SUCCESS);
      if (!before) {
        barrier.open();
      }
      abort(link.export());
      if (before) {
        barrier.open();
      }
      clause("rsm_memseg_import_open_barrier.09")
          .gives(() -> in.put8(0, data, 0, 16), RsmReturn.SUCCESS, RsmReturn.CONN_ABORTED);
      clause("rsm_memseg_import_open_barrier.07")
          .gives(barrier::order, RsmReturn.CONN_ABORTED, RsmReturn.BARRIER_FAILURE);
      int code = barrier.close();
      for (String id :
          List.of(
              "rsm_memseg_import_open_barrier.06",
              "rsm_memseg_import_open_barrier.09",
              "seed-002.04")) {
        clause(id).equal(RsmReturn.CONN_ABORTED, code, "code of the close");
      }
      ConnectedSegment next = link;
      if (otherSide() == FREED) {
        next = link();
      } else {
        link.export().publish(link.id(), null);
      }
      ImportSegment again = connect(next.id(), Permission.RDWR);
      again.setMode(BarrierMode.EXPLICIT);
      RsmBarrier fresh = again.initBarrier(BarrierType.DEFAULT);
      fresh.open();
      again.put8(0, data, 0, 16);
      clause("guide.03").gives(fresh::close, RsmReturn.SUCCESS);
      clause("guide.03").that(Arrays.equals(data, next.seen(0, 16)), "the repeated transfers");
    }
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_open_barrier.10",
    "rsm_memseg_import_open_barrier.11",
    "rsm_memseg_import_open_barrier.14"
  })
  void aSpanCompletesItsTransfers() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    in.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    for (int i = 1; i < 100; i++) {
      byte[] data = data(256);
      barrier.open();
      in.put8(0, data, 0, 128);
      clause("rsm_memseg_import_open_barrier.11").gives(barrier::order, RsmReturn.SUCCESS);
      in.put8(128, data, 128, 128);
      boolean last = link.memory().get(128 + 127) == data[255];
      clause("rsm_memseg_import_open_barrier.11")
          .that(
              !last || Arrays.equals(Arrays.copyOf(data, 128), link.seen(0, 128)),
              "what was before the order is there");
      clause("rsm_memseg_import_open_barrier.10").gives(barrier::close, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.10")
          .that(Arrays.equals(data, link.seen(0, 256)), "all puts of the span");
      byte[] back = new byte[256];
      barrier.open();
      in.get8(0, back, 0, 256);
      barrier.close();
      clause("rsm_memseg_import_open_barrier.14")
          .that(Arrays.equals(data, back), "all gets of the span");
    }
  }

  @Test
  @Clauses("rsm_memseg_import_open_barrier.13")
  void threadsHaveTheirOwnSpans() throws Exception {
    ConnectedSegment link = link();
    link.importer().setMode(BarrierMode.EXPLICIT);
    Queue<RsmBarrier> barriers = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 4; i++) {
      barriers.add(link.importer().initBarrier(BarrierType.SEGMENT_THREAD));
    }
    List<Integer> codes =
        concurrently(
            4,
            () -> {
              RsmBarrier own = barriers.remove();
              int code = 0;
              for (int i = 0; i < 500; i++) {
                code |= own.open() | link.importer().put8(0, new byte[1], 0, 1) | own.close();
              }
              return code;
            });
    for (int code : codes) {
      clause("rsm_memseg_import_open_barrier.13").equal(0, code, "codes of a thread");
    }
  }

  @Test
  @Clauses({
    "rsm_memseg_import_set_mode.01", "rsm_memseg_import_set_mode.02",
    "rsm_memseg_import_set_mode.04", "rsm_memseg_import_set_mode.05"
  })
  void modesBelongToAnImport() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    ImportSegment other = ready(link.id(), Permission.RDWR);
    clause("rsm_memseg_import_set_mode.01").equal(BarrierMode.IMPLICIT, in.getMode(), "mode");
    clause("rsm_memseg_import_set_mode.02").works(() -> in.setMode(BarrierMode.EXPLICIT));
    clause("rsm_memseg_import_set_mode.02").equal(BarrierMode.EXPLICIT, in.getMode(), "mode");
    clause("rsm_memseg_import_set_mode.05")
        .equal(BarrierMode.IMPLICIT, other.getMode(), "the other's mode");
    clause("rsm_memseg_import_set_mode.04").refuses(() -> in.setMode(null), RsmReturn.BAD_MODE);
    clause("rsm_memseg_import_set_mode.04").equal(BarrierMode.EXPLICIT, in.getMode(), "kept");
    clause("rsm_memseg_import_set_mode.02").works(() -> in.setMode(BarrierMode.IMPLICIT));
    clause("rsm_memseg_import_set_mode.02").equal(BarrierMode.IMPLICIT, in.getMode(), "mode");
  }
}
