package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/** Tests of rsm_memseg_export_unpublish of a segment that several importers use. */
class UnpublishSituationClauses extends RsmTest {
  private static final int MEETINGS = 3;
  private static final byte MARK = 77;
  private static final Dimension<Integer> IMPORTS =
      Dimension.number("number of imports", 1, 2, 65, 130);
  private static final Dimension<Integer> LEAVER =
      Dimension.occurrence("number of an import that has disconnected before, 0 for none", 0, 1);

  @Test
  @Clauses({"rsm_memseg_export_publish.46", "rsm_memseg_export_publish.48"})
  void unpublishAbortsEachOfManyImports() throws Exception {
    importing();
    ControllerAttr attr = controller().getAttr();
    checkInSituations(
        this::abortsEach,
        IMPORTS.where(
            imports -> imports <= attr.maxImportSegments(),
            "max_import_segments is " + attr.maxImportSegments()),
        LEAVER);
  }

  private void abortsEach(Situation situation) throws Exception {
    ByteBuffer memory = memory(1);
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    List<ImportSegment> imports = new ArrayList<>();
    for (int i = 0; i < situation.get(IMPORTS); i++) {
      imports.add(ready(id, Permission.RDWR));
    }
    int leaver = situation.get(LEAVER);
    if (leaver > 0 && leaver <= imports.size()) {
      imports.remove(leaver - 1).disconnect();
      imports.add(ready(id, Permission.RDWR));
    }
    byte[] one = {MARK};
    export.unpublish();
    for (int i = 0; i < imports.size(); i++) {
      ImportSegment each = imports.get(i);
      String clause = "rsm_memseg_export_publish." + (i == 0 ? "46" : "48");
      clause(clause).gives(() -> each.put8(0, one, 0, 1), RsmReturn.CONN_ABORTED);
      clause(clause).gives(() -> each.get8(0, new byte[1], 0, 1), RsmReturn.CONN_ABORTED);
    }
    clause("rsm_memseg_export_publish.48").equal((byte) 0, memory.get(0), "the first byte");
  }

  private static final Dimension<Integer> IMPORTERS = Dimension.number("importers", 1, 2, 3);
  private static final Dimension<Integer> SIZE =
      SharedDimensions.magnitudes("size", 1 << 16, (1 << 20) + 1);
  private static final Dimension<String> WHO =
      Dimension.choice("importers that put", "all", "first", "last");
  private static final Dimension<Double> MOMENT =
      Dimension.moment("moment as a share of a put", 0.1, 0.6);

  @Test
  @OtherSide(BUSY)
  @SameJvm("an unpublish that meets the puts of other threads")
  @Clauses("rsm_memseg_export_publish.49")
  void noPutOfAnyImporterComesBehindAnUnpublish() throws Exception {
    importing();
    ControllerAttr attr = controller().getAttr();
    long most = attr.maxExportSegmentSize();
    checkInSituations(
        this::unpublishDuringPuts,
        IMPORTERS.where(
            importers -> importers <= attr.maxImportSegments(),
            "max_import_segments is " + attr.maxImportSegments()),
        SIZE.where(size -> size + page() <= most, "max_export_segment_size is " + most),
        WHO,
        MOMENT);
  }

  private void unpublishDuringPuts(Situation situation) throws Exception {
    int size = situation.get(SIZE);
    ByteBuffer memory = memory((size + page() - 1) / page());
    ByteBuffer local = ByteBuffer.allocateDirect(size);
    for (int round = 0; round < MEETINGS; round++) {
      fill(local, (byte) 1);
      ExportSegment export = export(memory, ExportFlags.NONE);
      int id = freshId();
      export.publish(id, null);
      List<ImportSegment> imports = new ArrayList<>();
      for (int i = 0; i < situation.get(IMPORTERS); i++) {
        imports.add(ready(id, Permission.WRITE));
      }
      List<ImportSegment> putting =
          switch (situation.get(WHO)) {
            case "first" -> imports.subList(0, 1);
            case "last" -> imports.subList(imports.size() - 1, imports.size());
            default -> imports;
          };
      CountDownLatch begun = new CountDownLatch(putting.size());
      long[] took = new long[1];
      List<BackgroundCall<Integer>> running = new ArrayList<>();
      for (ImportSegment each : putting) {
        running.add(background(() -> putUntilRefused(each, local, size, begun, took)));
      }
      clause("rsm_memseg_export_publish.49")
          .require(
              begun.await(PATIENCE, TimeUnit.MILLISECONDS), "each importer has put the memory");
      spinUntil(System.nanoTime() + (long) (took[0] * situation.get(MOMENT)));
      export.unpublish();
      fill(memory, (byte) 2);
      for (BackgroundCall<Integer> each : running) {
        each.get();
      }
      clause("rsm_memseg_export_publish.49")
          .that(is(memory, (byte) 2), "no put changes the memory after an unpublish");
      imports.forEach(ImportSegment::disconnect);
      export.destroy();
    }
  }

  /** Puts again and again; tells of the end of the first put. */
  private static int putUntilRefused(
      ImportSegment in, ByteBuffer local, int size, CountDownLatch begun, long[] took)
      throws Exception {
    while (true) {
      long begin = System.nanoTime();
      int code = RsmCheck.code(() -> in.put(0, local, 0, size));
      if (code != RsmReturn.SUCCESS) {
        return code;
      }
      if (begun.getCount() > 0) {
        took[0] = System.nanoTime() - begin;
      }
      begun.countDown();
    }
  }

  /** Stores a byte everywhere, first where a transfer comes last. */
  private static void fill(ByteBuffer memory, byte value) {
    byte[] all = new byte[memory.capacity()];
    Arrays.fill(all, value);
    int piece = 1 << 12;
    for (int at = (all.length - 1) / piece * piece; at >= 0; at -= piece) {
      memory.put(at, all, at, Math.min(piece, all.length - at));
    }
  }

  private static boolean is(ByteBuffer memory, byte value) {
    byte[] content = new byte[memory.capacity()];
    memory.get(0, content);
    for (byte each : content) {
      if (each != value) {
        return false;
      }
    }
    return true;
  }
}
