package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.conformance.rsm.fixture.Transfer;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_import_map and _unmap, which map an imported segment into the importer's
 * memory and unmap it.
 */
@SameJvm("a mapping is memory of the process that made it")
class MapClauses extends RsmTest {
  private static SegmentMap map(ImportSegment in, int perm, long offset, long length) {
    return in.map(MapAttribute.NONE, 0, perm, offset, length);
  }

  @Test
  @Clauses({
    "rsm_memseg_import_map.01",
    "rsm_memseg_import_map.02",
    "rsm_memseg_import_map.03",
    "rsm_memseg_import_map.04"
  })
  void mappingsShowTheSegmentFirst() throws Exception {
    mappingsShowTheSegment();
  }

  @Test
  @Clauses({"rsm_memseg_import_map.20", "rsm_memseg_import_map.22", "seed-002.18"})
  void mappingsShowTheSegmentSecond() throws Exception {
    mappingsShowTheSegment();
  }

  private void mappingsShowTheSegment() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    int page = page();
    byte[] data = data(link.length());
    link.memory().put(0, data);
    SegmentMap whole = map(in, Permission.RDWR, 0, link.length());
    clause("rsm_memseg_import_map.01").that(whole.address() != 0, "an address");
    byte[] seen = new byte[link.length()];
    whole.buffer().get(0, seen);
    clause("rsm_memseg_import_map.01").that(Arrays.equals(data, seen), "the whole segment");
    link.memory().put(7, (byte) 70);
    clause("rsm_memseg_import_map.03").equal(70, whole.buffer().get(7), "the exporter's store");
    whole.buffer().put(8, (byte) 80);
    clause("rsm_memseg_import_map.03").equal(80, link.memory().get(8), "the importer's store");
    byte[] one = new byte[1];
    in.get8(8, one, 0, 1);
    clause("rsm_memseg_import_map.03").equal(80, one[0], "a get");
    in.put8(9, new byte[] {90}, 0, 1);
    clause("rsm_memseg_import_map.03").equal(90, whole.buffer().get(9), "a put");
    clause("rsm_memseg_import_map.20").works(in::unmap);
    clause("rsm_memseg_import_map.20").refuses(in::unmap, RsmReturn.SEG_NOT_MAPPED);
    clause("rsm_memseg_import_map.22").gives(() -> in.get8(0, one, 0, 1), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_map.22").gives(() -> in.put8(0, one, 0, 1), RsmReturn.SUCCESS);
    SegmentMap part = map(in, Permission.RDWR, page, page);
    clause("rsm_memseg_import_map.22").that(part.buffer().capacity() == page, "a new map");
    link.memory().put(page + 3, (byte) 33);
    clause("rsm_memseg_import_map.02").equal(33, part.buffer().get(3), "the part");
    in.put8(page + 4, new byte[] {44}, 0, 1);
    for (String id : List.of("rsm_memseg_import_map.04", "seed-002.18")) {
      clause(id).equal(44, part.buffer().get(4), "an offset counts from the base");
      clause(id).equal(44, link.memory().get(page + 4), "an offset counts from the base");
    }
    in.unmap();
  }

  @Test
  @Clauses({"rsm_memseg_import_map.05", "rsm_memseg_import_map.19"})
  void windowsBoundTransfers() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    byte[] one = new byte[1];
    in.get8(0, one, 0, 1);
    clause("rsm_memseg_import_map.19").works(() -> map(in, Permission.RDWR, page(), page()));
    for (long off : new long[] {0, page() - 8}) {
      for (List<Transfer> family : List.of(Transfer.GETS, Transfer.PUTS)) {
        for (Transfer each : family) {
          clause("rsm_memseg_import_map.05")
              .gives(() -> each.run(in, off, 1), RsmReturn.BAD_OFFSET);
        }
      }
    }
    clause("rsm_memseg_import_map.05").gives(() -> in.get8(page(), one, 0, 1), 0);
    in.unmap();
    clause("rsm_memseg_import_map.05").gives(() -> in.get8(0, one, 0, 1), 0);
  }

  private static final int PAGES = 3;
  private static final Dimension<Integer> FIRST_PAGE =
      Dimension.choice("first page mapped", 0, 1, 2);
  private static final Dimension<Integer> MAPPED = Dimension.size("pages mapped", 1, 2, PAGES);
  private static final Dimension<Integer> REBINDS = Dimension.occurrence("number of rebinds", 1, 2);
  private static final Dimension<Integer> RIGHTS =
      Dimension.attributes("rights", Permission.RDWR, Permission.READ);

  @Test
  @Clauses("rsm_memseg_export_create.36")
  void mappingsFollowARebind() throws Exception {
    // All situations share the controllers.
    controller();
    importing();
    checkInSituations(
        situation -> situation.get(FIRST_PAGE) + situation.get(MAPPED) <= PAGES,
        this::followsARebind,
        FIRST_PAGE,
        MAPPED,
        REBINDS,
        RIGHTS);
  }

  private void followsARebind(Situation situation) {
    ExportSegment export = export(memory(PAGES), ExportFlags.ALLOW_REBIND);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    int first = situation.get(FIRST_PAGE) * page();
    int length = situation.get(MAPPED) * page();
    int perm = situation.get(RIGHTS);
    SegmentMap map = map(in, perm, first, length);
    byte[] seen = new byte[length];
    for (int i = 0; i < situation.get(REBINDS); i++) {
      ByteBuffer next = memory(PAGES);
      byte[] data = data(next.capacity());
      next.put(0, data);
      export.rebind(next, 0);
      map.buffer().get(0, seen);
      clause("rsm_memseg_export_create.36")
          .equal(
              -1,
              Arrays.mismatch(Arrays.copyOfRange(data, first, first + length), seen),
              "first byte of the mapping that is not that of the new memory");
      if (perm == Permission.RDWR) {
        byte other = (byte) ~data[first + length - 1];
        map.buffer().put(length - 1, other);
        clause("rsm_memseg_export_create.36").equal(other, next.get(first + length - 1), "a store");
      }
    }
    in.unmap();
  }

  @Test
  @Clauses({"rsm_memseg_import_map.08", "rsm_memseg_import_map.09", "rsm_memseg_import_map.10"})
  void argumentsAreCheckedFirst() throws Exception {
    argumentsAreChecked();
  }

  @Test
  @Clauses({"rsm_memseg_import_map.11", "rsm_memseg_import_map.12", "rsm_memseg_import_map.14"})
  void argumentsAreCheckedSecond() throws Exception {
    argumentsAreChecked();
  }

  private void argumentsAreChecked() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    int page = page();
    int end = link.length();
    for (int perm : new int[] {0, 0100, 0644, 0666, 0700}) {
      clause("rsm_memseg_import_map.14").refuses(() -> map(in, perm, 0, page), RsmReturn.BAD_PERMS);
    }
    ImportSegment reader = ready(link.id(), Permission.READ);
    clause("rsm_memseg_import_map.14")
        .refuses(() -> map(reader, Permission.RDWR, 0, page), RsmReturn.BAD_PERMS);
    clause("rsm_memseg_import_map.09")
        .refuses(() -> map(in, Permission.READ, 0, 0), RsmReturn.BAD_LENGTH);
    clause("rsm_memseg_import_map.09")
        .refuses(() -> map(in, Permission.READ, 0, end + 1), RsmReturn.BAD_LENGTH);
    clause("rsm_memseg_import_map.09")
        .refuses(() -> map(in, Permission.READ, page, end), RsmReturn.BAD_LENGTH);
    clause("rsm_memseg_import_map.09").works(() -> map(in, Permission.READ, 0, 1));
    in.unmap();
    for (long off : new long[] {-page, end, end + page}) {
      clause("rsm_memseg_import_map.10")
          .refuses(
              () -> map(in, Permission.READ, off, 1), RsmReturn.BAD_OFFSET, RsmReturn.BAD_LENGTH);
    }
    for (long off : new long[] {1, 8, page - 1}) {
      clause("rsm_memseg_import_map.11")
          .refuses(() -> map(in, Permission.READ, off, 1), RsmReturn.BAD_MEM_ALIGNMENT);
    }
    clause("rsm_memseg_import_map.12")
        .refuses(
            () -> in.map(MapAttribute.FIXED, page + 1, Permission.READ, 0, page),
            RsmReturn.BAD_MEM_ALIGNMENT);
    reachesTheWholeSegment("rsm_memseg_import_map.12", link);
    clause("rsm_memseg_import_map.11").works(() -> map(in, Permission.READ, 0, page));
    clause("rsm_memseg_import_map.08")
        .refuses(() -> map(in, Permission.READ, 0, page), RsmReturn.SEG_ALREADY_MAPPED);
    in.unmap();
  }

  @Test
  @Clauses("rsm_memseg_import_map.13")
  void aFixedAddressIsTaken() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    long near = map(in, Permission.RDWR, 0, page()).address();
    in.unmap();
    // Somewhere below there is room: not every address is free.
    int code = RsmReturn.MAP_FAILED;
    for (int k = 1; k < 64 && code == RsmReturn.MAP_FAILED; k++) {
      long address = near - k * (1L << 32);
      code =
          RsmCheck.code(
              () -> {
                SegmentMap map = in.map(MapAttribute.FIXED, address, Permission.RDWR, 0, page());
                link.memory().put(5, (byte) 51);
                clause("rsm_memseg_import_map.13").equal(address, map.address(), "address");
                clause("rsm_memseg_import_map.13").equal(51, map.buffer().get(5), "contents");
                return 0;
              });
    }
    clause("rsm_memseg_import_map.13").equal(RsmReturn.SUCCESS, code, "code of the map");
    in.unmap();
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({"rsm_memseg_import_map.15", "rsm_memseg_import_map.21", "rsm_memseg_import_map.23"})
  void abortsAndReferences() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    map(in, Permission.RDWR, 0, page());
    in.getPollfd(new PollFd());
    clause("rsm_memseg_import_map.21").refuses(in::unmap, RsmReturn.POLLFD_IN_USE);
    in.releasePollfd();
    ImportSegment other = ready(link.id(), Permission.RDWR);
    abort(link.export());
    clause("rsm_memseg_import_map.15")
        .refuses(() -> map(other, Permission.READ, 0, page()), RsmReturn.CONN_ABORTED);
    clause("rsm_memseg_import_map.23").works(in::unmap);
    clause("rsm_memseg_import_map.23").works(in::disconnect);
  }

  @Test
  @Clauses("rsm_memseg_import_map.16")
  void aDisconnectedImportIsNotMapped() throws Exception {
    ConnectedSegment link = link();
    link.importer().disconnect();
    clause("rsm_memseg_import_map.16")
        .refuses(
            () -> map(link.importer(), Permission.READ, 0, page()),
            RsmReturn.BAD_SEG_HNDL,
            RsmReturn.SEG_NOT_CONNECTED);
  }

  @Test
  @Clauses({"rsm_memseg_import_map.17", "rsm_get_controller.18"})
  void aControllerThatCannotMapSaysSo() throws Exception {
    ConnectedSegment link = link();
    for (String id : List.of("rsm_memseg_import_map.17", "rsm_get_controller.18")) {
      clause(id)
          .refuses(() -> map(link.importer(), Permission.READ, 0, page()), RsmReturn.MAP_FAILED);
      clause(id).refuses(link.importer()::unmap, RsmReturn.SEG_NOT_MAPPED);
      reachesTheWholeSegment(id, link);
    }
  }

  /** Checks that no window bounds transfers: a refused map has left none. */
  private void reachesTheWholeSegment(String id, ConnectedSegment link) throws Exception {
    byte value = 0;
    for (int off : new int[] {0, page() - 1, page(), link.length() - 1}) {
      byte[] one = {++value};
      clause(id).gives(() -> link.importer().put8(off, one, 0, 1), RsmReturn.SUCCESS);
      clause(id).equal(value, link.memory().get(off), "what was put at " + off);
      link.memory().put(off, ++value);
      clause(id).gives(() -> link.importer().get8(off, one, 0, 1), RsmReturn.SUCCESS);
      clause(id).equal(value, one[0], "what was got at " + off);
    }
  }
}
