package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;

/** Tests that what ends puts of the explicit mode covers any number of them. */
class ExplicitPutClauses extends RsmTest {
  /** What puts have to precede, so that the exporter may look at its memory. */
  private enum End {
    CLOSE("rsm_memseg_import_open_barrier.10", 0),
    SIGNAL("rsm_intr_signal_post.17", 0),
    SIGNAL_WITHOUT_ACCUMULATION("rsm_intr_signal_post.17", SignalFlags.NO_ACCUMULATE);

    private final String clause;
    private final int flags;

    End(String clause, int flags) {
      this.clause = clause;
      this.flags = flags;
    }
  }

  private static final Dimension<Integer> PUTS =
      Dimension.number("number of puts", 1, 2, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 128);
  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 1 << 14);
  private static final Dimension<Integer> SPANS = Dimension.occurrence("number of spans", 1, 3);

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_memseg_import_open_barrier.10", "rsm_intr_signal_post.17"})
  void allPutsAreThereWhateverTheirNumber() throws Exception {
    importing();
    long most = controller().getAttr().maxExportSegmentSize();
    checkInSituations(
        situation -> (long) situation.get(PUTS) * situation.get(SIZE) + page() <= most,
        this::spans,
        PUTS,
        SIZE,
        SPANS);
  }

  private void spans(Situation situation) throws Exception {
    int puts = situation.get(PUTS);
    int size = situation.get(SIZE);
    int total = puts * size;
    ByteBuffer memory = memory((total + page() - 1) / page());
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    in.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    byte[] data = data(total);
    byte[] found = new byte[total];
    for (int span = 0; span < situation.get(SPANS); span++) {
      for (End end : End.values()) {
        random().nextBytes(data);
        int code = barrier.open();
        for (int i = 0; i < puts && code == RsmReturn.SUCCESS; i++) {
          code = in.put8((long) i * size, data, i * size, size);
        }
        int last = end == End.CLOSE ? barrier.close() : in.post(end.flags);
        if (end != End.CLOSE) {
          clause(end.clause).gives(() -> export.await(PATIENCE), RsmReturn.SUCCESS);
        }
        memory.get(0, found);
        clause(end.clause).equal(RsmReturn.name(0), RsmReturn.name(code), "code of the puts");
        clause(end.clause).equal(RsmReturn.name(0), RsmReturn.name(last), "code of " + end);
        clause(end.clause)
            .equal(-1, Arrays.mismatch(data, found), "first wrong byte of " + total + ", " + end);
        if (end != End.CLOSE) {
          clause(end.clause).gives(barrier::close, RsmReturn.SUCCESS);
        }
      }
    }
  }
}
