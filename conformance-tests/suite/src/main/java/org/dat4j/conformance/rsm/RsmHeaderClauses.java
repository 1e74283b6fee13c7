package org.dat4j.conformance.rsm;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.Transfer;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ManPage;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.SegmentIds;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests that dat4j has every function of librsm and the constants of rsm_common.h, rsmapi_common.h
 * and rsmapi.h with the values of C.
 */
class RsmHeaderClauses extends RsmTest {
  @Test
  @Clauses("librsm.01")
  void everyFunctionHasItsHome() {
    Set<String> found = new TreeSet<>();
    for (Class<?> home :
        List.of(
            Rsm.class,
            RsmController.class,
            RsmSegment.class,
            ExportSegment.class,
            ImportSegment.class,
            RsmBarrier.class)) {
      for (Method method : home.getDeclaredMethods()) {
        ManPage page = method.getAnnotation(ManPage.class);
        if (page != null) {
          clause("librsm.01").that(found.add(page.value()), page.value() + " has one home");
        }
      }
    }
    Set<String> functions = new TreeSet<>();
    TsvReader.resource(RsmKit.class, "rsm-functions.tsv", List.of("function"))
        .forEach(row -> functions.add(row.fields().get(0)));
    clause("librsm.01").equal(42, functions.size(), "functions of the library");
    clause("librsm.01").equal(functions, found, "functions with a home");
  }

  @Test
  @Clauses({"librsm.02", "librsm.03"})
  void refusedCallsAreNumberedAndChangeNothing() throws Exception {
    ConnectedSegment link = link();
    ExportSegment export = link.export();
    ImportSegment segment = link.importer();
    List<Action> refusals =
        List.of(
            () -> export.publish(freshId(), null),
            () -> export.rebind(null, 0),
            () -> connect(link.id(), 0),
            () -> controller().createExportSegment(null, 0),
            () -> controller().createLocalMemoryHandle(null),
            () -> segment.setMode(null),
            segment::unmap,
            () -> segment.putv(null),
            () -> export.getPollfd(null),
            () -> registry().getSegmentIdRange(null));
    for (Action call : refusals) {
      int code =
          org.dat4j.conformance.rsm.fixture.RsmCheck.code(
              () -> {
                call.run();
                return 0;
              });
      clause("librsm.02").that(code > 0 && code <= 45, "a number of an RSMERR code, not " + code);
      clause("librsm.03").gives(() -> segment.put8(0, new byte[] {1}, 0, 1), RsmReturn.SUCCESS);
    }
    clause("librsm.02").gives(() -> export.post(0), RsmReturn.SUCCESS);
    clause("librsm.03").works(export::unpublish);
  }

  @Test
  @Clauses("librsm.04")
  void threadsCallAtTheSameTime() throws Exception {
    page();
    List<Integer> codes =
        concurrently(
            4,
            () -> {
              int code = 0;
              for (int i = 0; i < 50; i++) {
                ExportSegment export = controller().createExportSegment(memory(1), 0);
                int id = freshId();
                export.publish(id, null);
                ImportSegment segment = controller().connectImportSegment(node(), id, 0600);
                segment.initBarrier(BarrierType.DEFAULT);
                for (Transfer transfer : Transfer.GETS) {
                  code |= transfer.run(segment, 0, 1);
                }
                code |= export.post(0) | segment.await(PATIENCE);
                segment.disconnect();
                export.destroy();
              }
              return code;
            });
    for (int code : codes) {
      clause("librsm.04").equal(0, code, "codes of a thread");
    }
  }

  @Test
  @Clauses({"rsm_common.h.01", "rsm_common.h.02"})
  void codesHaveTheirNumbers() throws Exception {
    for (TsvReader.Row row :
        TsvReader.resource(RsmKit.class, "rsm-codes.tsv", List.of("number", "name"))) {
      int number = Integer.parseInt(row.fields().get(0));
      Field field = RsmReturn.class.getField(row.fields().get(1));
      clause(number <= 22 ? "rsm_common.h.01" : "rsm_common.h.02")
          .equal(number, field.getInt(null), field.getName());
    }
  }

  @Test
  @Clauses({"rsm_common.h.03", "rsm_common.h.04", "rsm_common.h.05", "rsm_common.h.06"})
  void constantsOfTheCommonHeader() {
    clause("rsm_common.h.03").equal(0, Permission.NONE, "RSM_PERM_NONE");
    clause("rsm_common.h.03").equal(0400, Permission.READ, "RSM_PERM_READ");
    clause("rsm_common.h.03").equal(0200, Permission.WRITE, "RSM_PERM_WRITE");
    clause("rsm_common.h.03").equal(0600, Permission.RDWR, "RSM_PERM_RDWR");
    int[] ranges = {
      SegmentIds.DRIVER_PRIVATE_BASE, SegmentIds.DRIVER_PRIVATE_END,
      SegmentIds.CLUSTER_TRANSPORT_BASE, SegmentIds.CLUSTER_TRANSPORT_END,
      SegmentIds.RSMLIB_BASE, SegmentIds.RSMLIB_END,
      SegmentIds.DLPI_BASE, SegmentIds.DLPI_END,
      SegmentIds.HPC_BASE, SegmentIds.HPC_END,
      SegmentIds.OPS_BASE, SegmentIds.OPS_END,
      SegmentIds.USER_APP_BASE, SegmentIds.USER_APP_END
    };
    int[] expected = {
      0,
      0xFFFFF,
      0x100000,
      0x1FFFFF,
      0x200000,
      0x2FFFFF,
      0x300000,
      0x3FFFFF,
      0x400000,
      0x4FFFFF,
      0x500000,
      0x5FFFFF,
      0x80000000,
      0xFFFFFFFF
    };
    for (int i = 0; i < ranges.length; i++) {
      clause("rsm_common.h.04").equal(expected[i], ranges[i], "bound " + i);
    }
    clause("rsm_common.h.05").equal(16, RsmConstants.MAX_SGIOREQS, "RSM_MAX_SGIOREQS");
    clause("rsm_common.h.05").equal(1, RsmConstants.DAS8, "RSM_DAS8");
    clause("rsm_common.h.05").equal(2, RsmConstants.DAS16, "RSM_DAS16");
    clause("rsm_common.h.05").equal(4, RsmConstants.DAS32, "RSM_DAS32");
    clause("rsm_common.h.05").equal(8, RsmConstants.DAS64, "RSM_DAS64");
    clause("rsm_common.h.06").equal(0, BarrierMode.EXPLICIT.value(), "EXPLICIT");
    clause("rsm_common.h.06").equal(1, BarrierMode.IMPLICIT.value(), "IMPLICIT");
    clause("rsm_common.h.06").equal(1, BarrierType.SEGMENT.value(), "SEGMENT");
    clause("rsm_common.h.06").equal(2, BarrierType.NODE.value(), "NODE");
    clause("rsm_common.h.06").equal(0x11, BarrierType.SEGMENT_THREAD.value(), "SEGMENT_THREAD");
    clause("rsm_common.h.06").equal(0x12, BarrierType.NODE_THREAD.value(), "NODE_THREAD");
  }

  @Test
  @Clauses({"rsmapi_common.h.01", "rsmapi.h.01"})
  void constantsOfTheApiHeaders() {
    clause("rsmapi_common.h.01").equal(1, ExportFlags.ALLOW_REBIND, "RSM_ALLOW_REBIND");
    clause("rsmapi_common.h.01").equal(2, ExportFlags.DONTWAIT, "RSM_CREATE_SEG_DONTWAIT");
    clause("rsmapi_common.h.01").equal(1, SignalFlags.IMPLICIT_SIGPOST, "RSM_IMPLICIT_SIGPOST");
    clause("rsmapi_common.h.01").equal(2, SignalFlags.NO_ACCUMULATE, "NO_ACCUMULATE");
    clause("rsmapi.h.01").equal(0, MapAttribute.NONE.value(), "RSM_MAP_NONE");
    clause("rsmapi.h.01").equal(1, MapAttribute.FIXED.value(), "RSM_MAP_FIXED");
    clause("rsmapi.h.01").equal(2, MapAttribute.RESERVED.value(), "RSM_MAP_RESERVED");
    clause("rsmapi.h.01").equal(3, RsmConstants.CONNECTION_ACTIVE, "RSM_CONNECTION_ACTIVE");
  }
}
