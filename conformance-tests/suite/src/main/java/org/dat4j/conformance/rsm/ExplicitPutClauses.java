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

/** Tests that what ends the explicit mode's puts and gets covers any number and length of them. */
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

  private static final String OF_PUTS = "rsm_memseg_import_open_barrier.10";
  private static final String OF_GETS = "rsm_memseg_import_open_barrier.14";
  private static final String OF_ORDER = "rsm_memseg_import_open_barrier.05";

  /** The most bytes of the puts of a span, so that a situation is quick. */
  private static final long MOST_BYTES = 1 << 21;

  private static final Dimension<Integer> LENGTH =
      Dimension.size("size", 1, 4097, 1 << 16, (1 << 16) + 1, 262_145, (1 << 20) + 1);
  private static final Dimension<Integer> CALLS = Dimension.number("puts, and gets", 1, 3, 8);
  private static final Dimension<String> SEQUENCE =
      Dimension.choice("sequence", "puts first", "gets first", "in turn");
  private static final Dimension<String> ORDERED =
      Dimension.number("orders", "none", "one in the middle", "one behind each call");
  private static final Dimension<Boolean> AGAIN =
      Dimension.attributes("a second put goes to each place, behind an order", false, true);
  private static final Dimension<Boolean> DIRECT =
      Dimension.attributes("local memory is a direct buffer", false, true);
  private static final Dimension<Integer> MIXED_SPANS =
      Dimension.occurrence("number of spans", 1, 3);

  @Test
  @OtherSide(BUSY)
  @Clauses({OF_PUTS, OF_GETS, OF_ORDER})
  void closeCompletesPutsAndGetsOfEachLength() throws Exception {
    importing();
    long most = controller().getAttr().maxExportSegmentSize();
    checkInSituations(
        situation -> bytes(situation) <= MOST_BYTES && 2 * bytes(situation) + page() <= most,
        this::mixedSpans,
        LENGTH,
        CALLS,
        SEQUENCE,
        ORDERED,
        AGAIN,
        DIRECT,
        MIXED_SPANS);
  }

  private void renew(byte[] data, ByteBuffer copy) {
    random().nextBytes(data);
    if (copy != null) {
      copy.put(0, data);
    }
  }

  private static int put(ImportSegment in, int at, byte[] data, ByteBuffer direct, int size) {
    return direct == null ? in.put8(at, data, at, size) : in.put(at, direct, at, size);
  }

  private static long bytes(Situation situation) {
    return (long) situation.get(CALLS) * situation.get(LENGTH);
  }

  /** Puts to the first half of a segment, and gets from the other half. */
  private void mixedSpans(Situation situation) throws Exception {
    int number = situation.get(CALLS);
    int size = situation.get(LENGTH);
    int half = number * size;
    ByteBuffer memory = memory((2 * half + page() - 1) / page());
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    in.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    byte[] content = data(2 * half);
    ByteBuffer local = situation.get(DIRECT) ? ByteBuffer.allocateDirect(half) : null;
    ByteBuffer sink = situation.get(DIRECT) ? ByteBuffer.allocateDirect(half) : null;
    byte[] put = new byte[half];
    byte[] got = new byte[half];
    byte[] found = new byte[half];
    for (int span = 0; span < situation.get(MIXED_SPANS); span++) {
      random().nextBytes(content);
      memory.put(0, content);
      Arrays.fill(got, (byte) 0);
      renew(put, local);
      clause(OF_PUTS).gives(barrier::open, RsmReturn.SUCCESS);
      for (int call = 0; call < 2 * number; call++) {
        boolean puts =
            switch (situation.get(SEQUENCE)) {
              case "puts first" -> call < number;
              case "gets first" -> call >= number;
              default -> call % 2 == 0;
            };
        int index = situation.get(SEQUENCE).equals("in turn") ? call / 2 : call % number;
        int at = index * size;
        int code;
        if (puts) {
          code = put(in, at, put, local, size);
        } else {
          code =
              sink == null ? in.get8(half + at, got, at, size) : in.get(half + at, sink, at, size);
        }
        clause(puts ? OF_PUTS : OF_GETS)
            .equal(RsmReturn.name(0), RsmReturn.name(code), "code of call " + call);
        boolean ordered =
            switch (situation.get(ORDERED)) {
              case "none" -> false;
              case "one in the middle" -> call == number;
              default -> true;
            };
        if (ordered) {
          clause(OF_ORDER).gives(barrier::order, RsmReturn.SUCCESS);
        }
      }
      if (situation.get(AGAIN)) {
        clause(OF_ORDER).gives(barrier::order, RsmReturn.SUCCESS);
        if (local != null) {
          // The memory of a put may be in use until the close.
          local = ByteBuffer.allocateDirect(half);
        }
        put = new byte[half];
        renew(put, local);
        for (int i = 0; i < number; i++) {
          put(in, i * size, put, local, size);
        }
      }
      clause(OF_PUTS).gives(barrier::close, RsmReturn.SUCCESS);
      if (sink != null) {
        sink.get(0, got);
      }
      memory.get(0, found);
      clause(OF_PUTS).equal(-1, Arrays.mismatch(put, found), "first wrong byte of the puts");
      memory.get(half, found);
      clause(OF_GETS).equal(-1, Arrays.mismatch(found, got), "first wrong byte of the gets");
      clause(OF_GETS)
          .equal(
              -1,
              Arrays.mismatch(Arrays.copyOfRange(content, half, 2 * half), found),
              "first byte of the other half that was changed");
    }
  }
}
