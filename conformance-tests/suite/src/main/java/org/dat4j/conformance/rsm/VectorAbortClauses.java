package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/** Tests of the code and residual count of a vector that an abort precedes or meets. */
class VectorAbortClauses extends RsmTest {
  private static final int MEETINGS = 4;

  /** A residual count that no vector of these tests has. */
  private static final int STALE = 99;

  private static final Dimension<Integer> ENTRIES =
      Dimension.number("number of entries", 1, 2, 5, 16);
  private static final Dimension<Integer> ENTRY_SIZE =
      SharedDimensions.magnitudes("size", 1, 1 << 18);
  private static final Dimension<Boolean> WRITES = Dimension.choice("putv", true, false);
  private static final Dimension<Double> MOMENT =
      Dimension.moment("latest moment as a share of the transfer", 0.1, 0.9);

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({"rsm_memseg_import_putv.15", "rsm_memseg_import_putv.18", "rsm_memseg_import_putv.19"})
  void allEntriesOfAnAbortedImportAreLeft() throws Exception {
    checkInSituations(
        this::fits,
        situation -> {
          Vector each = new Vector(situation);
          abort(each.export);
          each.checkAborted();
          each.checkAborted();
        },
        ENTRIES,
        ENTRY_SIZE,
        WRITES);
  }

  @Test
  @OtherSide(BUSY)
  @SameJvm("an unpublish that meets the vector of another thread")
  @Clauses({"rsm_memseg_import_putv.15", "rsm_memseg_import_putv.18", "rsm_memseg_import_putv.19"})
  void residualTellsWhatAnAbortedVectorHasLeft() throws Exception {
    checkInSituations(this::fits, this::unpublishMeanwhile, ENTRIES, ENTRY_SIZE, WRITES, MOMENT);
  }

  private boolean fits(Situation situation) {
    return (long) situation.get(ENTRIES) * situation.get(ENTRY_SIZE) + page()
        <= controller().getAttr().maxExportSegmentSize();
  }

  private void unpublishMeanwhile(Situation situation) throws Exception {
    long took = 0;
    for (int round = 0; round <= MEETINGS; round++) {
      Vector each = new Vector(situation);
      long begin = System.nanoTime();
      BackgroundCall<Integer> transfer = background(each::run);
      if (round == 0) {
        int code = transfer.get();
        took = System.nanoTime() - begin;
        clause("rsm_memseg_import_putv.18").equal(RsmReturn.SUCCESS, code, "of a connected import");
        each.checkMeeting(code);
        each.export.unpublish();
      } else {
        spinUntil(begin + (long) (took * situation.get(MOMENT) * round / MEETINGS));
        each.export.unpublish();
        each.checkMeeting(transfer.get());
      }
      each.checkAborted();
      each.export.destroy();
    }
  }

  /** An import, and a vector over all of its segment's data. */
  private final class Vector {
    final ExportSegment export;
    private final int entries;
    private final int size;
    private final boolean writes;
    private final byte[] source;
    private final ByteBuffer target;
    private final ImportSegment in;
    private final ScatGath vector;

    Vector(Situation situation) throws Exception {
      entries = situation.get(ENTRIES);
      size = situation.get(ENTRY_SIZE);
      writes = situation.get(WRITES);
      source = data(entries * size);
      ByteBuffer memory = memory((source.length + page() - 1) / page());
      ByteBuffer local = ByteBuffer.allocateDirect(source.length);
      (writes ? local : memory).put(0, source);
      target = writes ? memory : local;
      export = export(memory, ExportFlags.NONE);
      int id = freshId();
      export.publish(id, null);
      in = ready(id, Permission.RDWR);
      vector = new ScatGath(entries);
      for (int k = 0; k < entries; k++) {
        vector.add(local, (long) k * size, (long) k * size, size);
      }
      vector.setResidual(STALE);
    }

    int run() throws Exception {
      return RsmCheck.code(() -> writes ? in.putv(vector) : in.getv(vector));
    }

    void checkAborted() throws Exception {
      byte[] before = bytesOf(target, source.length);
      vector.setResidual(STALE);
      clause("rsm_memseg_import_putv.15")
          .equal(
              RsmReturn.name(RsmReturn.CONN_ABORTED),
              RsmReturn.name(run()),
              "of an aborted import");
      clause("rsm_memseg_import_putv.18").equal(entries, vector.residual(), "residual count");
      clause("rsm_memseg_import_putv.19")
          .equal(
              -1,
              Arrays.mismatch(before, bytesOf(target, source.length)),
              "first byte that an aborted import has changed");
    }

    /**
     * Checks a vector that may have ended before the connection did, in the middle or not begun.
     */
    void checkMeeting(int code) {
      clause("rsm_memseg_import_putv.15")
          .that(
              code == RsmReturn.SUCCESS || code == RsmReturn.CONN_ABORTED,
              "a vector that meets an unpublish ends with " + RsmReturn.name(code));
      int residual = vector.residual();
      clause("rsm_memseg_import_putv.18")
          .that(
              code == RsmReturn.SUCCESS ? residual == 0 : residual >= 1 && residual <= entries,
              "the residual count of "
                  + entries
                  + " entries is "
                  + residual
                  + " after "
                  + RsmReturn.name(code));
      byte[] found = bytesOf(target, (entries - residual) * size);
      clause("rsm_memseg_import_putv.19")
          .equal(
              -1,
              Arrays.mismatch(Arrays.copyOf(source, found.length), found),
              "first wrong byte of the entries that were carried out");
    }
  }

  private static byte[] bytesOf(ByteBuffer memory, int length) {
    byte[] bytes = new byte[length];
    memory.get(0, bytes);
    return bytes;
  }
}
