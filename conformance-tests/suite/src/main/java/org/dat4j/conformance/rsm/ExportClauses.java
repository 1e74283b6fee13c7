package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_export_create, _destroy and _rebind, which make an export segment, end it,
 * and change the memory behind it.
 */
class ExportClauses extends RsmTest {
  private ExportSegment create(ByteBuffer memory) {
    return export(memory, ExportFlags.NONE);
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.01",
    "rsm_memseg_export_create.04",
    "rsm_memseg_export_create.05"
  })
  void createChecksItsMemoryFirst() throws Exception {
    createChecksItsMemory();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.06",
    "rsm_memseg_export_create.07",
    "rsm_memseg_export_create.11"
  })
  void createChecksItsMemorySecond() throws Exception {
    createChecksItsMemory();
  }

  private void createChecksItsMemory() throws Exception {
    ByteBuffer memory = memory(pages() + 1);
    int page = page();
    clause("rsm_memseg_export_create.01").that(create(memory) != null, "a handle is given");
    clause("rsm_memseg_export_create.04").refuses(() -> create(null), RsmReturn.BAD_ADDR);
    clause("rsm_memseg_export_create.05")
        .refuses(() -> create(memory.slice(0, 0)), RsmReturn.BAD_LENGTH);
    for (int off : new int[] {1, 8, page / 2, page - 1}) {
      clause("rsm_memseg_export_create.06")
          .refuses(() -> create(memory.slice(off, page)), RsmReturn.BAD_MEM_ALIGNMENT);
    }
    for (int length : new int[] {1, page - 1, page + 1, 2 * page - 8}) {
      clause("rsm_memseg_export_create.07")
          .refuses(
              () -> create(memory.slice(0, length)),
              RsmReturn.BAD_MEM_ALIGNMENT,
              RsmReturn.BAD_LENGTH);
    }
    for (int flags = 0; flags < 4; flags++) {
      int given = flags;
      clause("rsm_memseg_export_create.11").works(() -> export(memory(pages()), given));
    }
  }

  @Test
  @Clauses("rsm_memseg_export_create.08")
  void memoryThatMayNotBeWrittenIsRefused() throws Exception {
    clause("rsm_memseg_export_create.08")
        .refuses(() -> create(memory(1).asReadOnlyBuffer()), RsmReturn.PERM_DENIED);
  }

  @Test
  @NoOtherCalls("the test makes as many segments as the controller allows")
  @Clauses("rsm_memseg_export_create.09")
  void tooManySegmentsAreRefused() throws Exception {
    long most = controller().getAttr().maxExportSegments();
    ByteBuffer memory = memory(1);
    int code = 0;
    for (long i = 0; i <= most && code == 0; i++) {
      code =
          org.dat4j.conformance.rsm.fixture.RsmCheck.code(
              () -> {
                create(memory);
                return 0;
              });
    }
    clause("rsm_memseg_export_create.09")
        .equal(RsmReturn.INSUFFICIENT_RESOURCES, code, "code beyond the limit");
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.13",
    "rsm_memseg_export_create.14",
    "rsm_memseg_export_create.15",
    "rsm_memseg_export_create.16"
  })
  void segmentsAreMemory() throws Exception {
    ByteBuffer memory = memory(pages() + 1);
    byte[] before = data(memory.capacity());
    memory.put(0, before);
    ExportSegment export = create(memory);
    byte[] after = new byte[before.length];
    memory.get(0, after);
    clause("rsm_memseg_export_create.13").that(Arrays.equals(before, after), "contents stay");
    int id = freshId();
    clause("rsm_memseg_export_create.15")
        .refuses(() -> connect(id, Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    export.publish(id, null);
    ImportSegment segment = ready(id, Permission.RDWR);
    byte[] put = data(100);
    byte[] seen = new byte[100];
    for (int at : new int[] {50, page() - 1, memory.capacity() - 100}) {
      segment.put8(at, put, 0, 100);
      memory.get(at, seen);
      clause("rsm_memseg_export_create.14").that(Arrays.equals(put, seen), "the exporter sees");
      memory.put(at, data(100));
      memory.get(at, put);
      segment.get8(at, seen, 0, 100);
      clause("rsm_memseg_export_create.14").that(Arrays.equals(put, seen), "the importer sees");
    }
    List<ConnectedSegment> links = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      links.add(link());
    }
    for (int i = 0; i < 20; i++) {
      links.get(i).importer().put8(0, new byte[] {(byte) i}, 0, 1);
    }
    for (int i = 0; i < 20; i++) {
      clause("rsm_memseg_export_create.16").equal(i, links.get(i).memory().get(0), "segment " + i);
    }
  }

  @Test
  @Clauses("rsm_memseg_export_create.44")
  void twoSegmentsOverOneMemory() throws Exception {
    ConnectedSegment link = link();
    ExportSegment second = create(link.memory());
    int id = freshId();
    second.publish(id, null);
    ready(id, Permission.RDWR).put8(3, new byte[] {9}, 0, 1);
    byte[] seen = new byte[1];
    link.importer().get8(3, seen, 0, 1);
    clause("rsm_memseg_export_create.44").equal(9, seen[0], "through the other");
    clause("rsm_memseg_export_create.44").equal(9, link.memory().get(3), "by the exporter");
    second.destroy();
    clause("rsm_memseg_export_create.44")
        .gives(() -> link.importer().get8(3, seen, 0, 1), RsmReturn.SUCCESS);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_export_create.18",
    "rsm_memseg_export_create.19",
    "rsm_memseg_export_create.20",
    "rsm_memseg_export_create.21"
  })
  void destroyEndsASegmentFirst() throws Exception {
    destroyEndsASegment();
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.22",
    "rsm_memseg_export_create.23",
    "rsm_memseg_export_create.24"
  })
  void destroyEndsASegmentSecond() throws Exception {
    destroyEndsASegment();
  }

  private void destroyEndsASegment() throws Exception {
    clause("rsm_memseg_export_create.18").works(export()::destroy);
    ConnectedSegment link = link();
    byte[] before = data(64);
    link.memory().put(0, before);
    link.export().getPollfd(new PollFd());
    clause("rsm_memseg_export_create.21").refuses(link.export()::destroy, RsmReturn.POLLFD_IN_USE);
    clause("rsm_memseg_export_create.21").works(() -> connect(link.id(), Permission.READ));
    link.export().releasePollfd();
    ExportSegment next = export();
    clause("rsm_memseg_export_create.24")
        .refuses(() -> next.publish(link.id(), null), RsmReturn.SEGID_IN_USE);
    clause("rsm_memseg_export_create.21").works(link.export()::destroy);
    clause("rsm_memseg_export_create.19")
        .refuses(() -> connect(link.id(), Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    byte[] local = new byte[8];
    clause("rsm_memseg_export_create.20")
        .gives(() -> link.importer().get8(0, local, 0, 8), RsmReturn.CONN_ABORTED);
    clause("rsm_memseg_export_create.20")
        .gives(() -> link.importer().put8(0, local, 0, 8), RsmReturn.CONN_ABORTED);
    ExportSegment gone = link.export();
    List<Action> calls =
        List.of(
            gone::destroy,
            gone::unpublish,
            () -> gone.publish(link.id(), null),
            () -> gone.republish(null),
            () -> gone.rebind(memory(2), 0),
            () -> gone.post(0),
            () -> gone.await(0),
            () -> gone.getPollfd(new PollFd()),
            gone::releasePollfd);
    for (Action call : calls) {
      clause("rsm_memseg_export_create.22").refuses(call, RsmReturn.BAD_SEG_HNDL);
    }
    clause("rsm_memseg_export_create.23")
        .that(Arrays.equals(before, link.seen(0, 64)), "the contents stay");
    link.memory().put(0, (byte) 1);
    clause("rsm_memseg_export_create.24").works(() -> next.publish(link.id(), null));
    next.destroy();
    clause("rsm_memseg_export_create.24").works(() -> export().publish(link.id(), null));
  }

  @Test
  @Clauses({
    "rsm_memseg_export_create.29",
    "rsm_memseg_export_create.30",
    "rsm_memseg_export_create.31",
    "rsm_memseg_export_create.32"
  })
  void rebindChecksItsMemory() throws Exception {
    ExportSegment export = export(memory(2), ExportFlags.ALLOW_REBIND);
    clause("rsm_memseg_export_create.29").refuses(() -> export.rebind(null, 0), RsmReturn.BAD_ADDR);
    ByteBuffer own = memory(1);
    ExportSegment fixed = create(own);
    clause("rsm_memseg_export_create.30")
        .refuses(() -> fixed.rebind(memory(1), 0), RsmReturn.REBIND_NOT_ALLOWED);
    for (int pages : new int[] {1, 3}) {
      clause("rsm_memseg_export_create.31")
          .refuses(() -> export.rebind(memory(pages), 0), RsmReturn.BAD_LENGTH);
    }
    ByteBuffer large = memory(3);
    clause("rsm_memseg_export_create.32")
        .refuses(
            () -> export.rebind(large.slice(8, 2 * page()), 0),
            RsmReturn.BAD_ADDR,
            RsmReturn.BAD_MEM_ALIGNMENT);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_export_create.35",
    "rsm_memseg_export_create.37",
    "rsm_memseg_export_create.38",
    "rsm_memseg_export_create.39"
  })
  void rebindChangesTheMemory() throws Exception {
    ConnectedSegment link = link();
    ByteBuffer next = memory(pages() + 1);
    next.put(5, (byte) 55);
    link.memory().put(5, (byte) 44);
    byte[] old = link.seen(0, link.length());
    link.export().rebind(next, 0);
    byte[] seen = new byte[1];
    clause("rsm_memseg_export_create.37")
        .gives(() -> link.importer().get8(5, seen, 0, 1), RsmReturn.SUCCESS);
    clause("rsm_memseg_export_create.35").equal(55, seen[0], "what a get returns");
    link.importer().put8(6, new byte[] {66}, 0, 1);
    clause("rsm_memseg_export_create.35").equal(66, next.get(6), "the new memory");
    clause("rsm_memseg_export_create.35")
        .that(Arrays.equals(old, link.seen(0, link.length())), "the old memory");
    clause("rsm_memseg_export_create.37").works(() -> connect(link.id(), Permission.RDWR));
    clause("rsm_memseg_export_create.38").works(() -> link.export().rebind(next, 12345));
    link.importer().get8(6, seen, 0, 1);
    clause("rsm_memseg_export_create.38").equal(66, seen[0], "nothing changed");
    ExportSegment export = export(memory(pages()), ExportFlags.ALLOW_REBIND);
    clause("rsm_memseg_export_create.39").works(() -> export.rebind(memory(pages()), 0));
    export.publish(freshId(), null);
    export.unpublish();
    clause("rsm_memseg_export_create.39").works(() -> export.rebind(memory(pages()), 0));
  }

  @Test
  @Clauses("rsm_memseg_export_create.41")
  void threadsWorkWithTheirOwnSegments() throws Exception {
    page();
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              for (int i = 0; i < 50; i++) {
                ExportSegment export = controller().createExportSegment(memory(1), 0);
                export.publish(freshId(), null);
                export.destroy();
              }
              return true;
            });
    clause("rsm_memseg_export_create.41").equal(4, sound.size(), "threads that succeeded");
  }

  @Test
  @Clauses("rsm_memseg_export_create.45")
  void allocatedMemoryIsZeroedAndSharedWithNone() throws Exception {
    int page = page();
    List<ByteBuffer> held = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int length : new int[] {1, page - 1, page, page + 1, pages() * page + 1}) {
        held.add(allocated(length));
      }
    }
    concurrently(4, () -> List.of(allocated(page), allocated(2 * page))).forEach(held::addAll);
    for (int i = 0; i < held.size(); i++) {
      fill(held.get(i), i + 1);
    }
    for (int i = 0; i < held.size(); i++) {
      clause("rsm_memseg_export_create.45")
          .that(isFull(held.get(i), i + 1), "memory " + i + " shares no byte with later memory");
    }
  }

  /** Allocates memory, checks it and makes it dirty. */
  private ByteBuffer allocated(int length) throws Exception {
    String clause = "rsm_memseg_export_create.45";
    int page = page();
    ByteBuffer memory = controller().allocate(length);
    String what = " of memory for " + length + " bytes";
    clause(clause).that(memory.isDirect() && !memory.isReadOnly(), "direct, writable" + what);
    clause(clause).equal((length + page - 1) / page * page, memory.remaining(), "size" + what);
    clause(clause).equal(0, memory.position(), "position" + what);
    clause(clause).equal(0, memory.alignmentOffset(0, page), "bytes past a page" + what);
    clause(clause).that(memory.order() == ByteOrder.nativeOrder(), "native order" + what);
    clause(clause).that(isFull(memory, 0), "zeros" + what);
    fill(memory, -1);
    return memory;
  }

  private static void fill(ByteBuffer memory, int value) {
    for (int i = 0; i < memory.limit(); i++) {
      memory.put(i, (byte) value);
    }
  }

  private static boolean isFull(ByteBuffer memory, int value) {
    boolean full = true;
    for (int i = 0; i < memory.limit(); i++) {
      full &= memory.get(i) == (byte) value;
    }
    return full;
  }

  @Test
  @Clauses("rsm_memseg_export_create.46")
  void allocatedMemoryServesSegments() throws Exception {
    int page = page();
    ByteBuffer memory = controller().allocate((pages() + 2) * page);
    List<ByteBuffer> parts =
        List.of(memory.slice(page, page), memory, memory.slice(0, 2 * page), memory);
    for (ByteBuffer part : parts) {
      fill(memory, 0);
      byte[] data = data(part.capacity());
      part.put(0, data);
      ExportSegment export = create(part);
      int id = freshId();
      export.publish(id, null);
      ImportSegment segment = ready(id, Permission.RDWR);
      byte[] seen = new byte[data.length];
      segment.get8(0, seen, 0, seen.length);
      clause("rsm_memseg_export_create.46").that(Arrays.equals(data, seen), "what a get returns");
      byte[] put = data(data.length);
      segment.put8(0, put, 0, put.length);
      part.get(0, seen);
      clause("rsm_memseg_export_create.46").that(Arrays.equals(put, seen), "what a put leaves");
      segment.disconnect();
      export.destroy();
      fill(controller().allocate(3 * page), -1);
      part.get(0, seen);
      clause("rsm_memseg_export_create.46").that(Arrays.equals(put, seen), "after the destroy");
    }
  }

  private static final int PAGES = 4;
  private static final Dimension<Integer> BEFORE =
      Dimension.size("pages of the buffer before its position", 0, 1, 3);
  private static final Dimension<Integer> BEHIND =
      Dimension.size("pages of the buffer behind its limit", 0, 2);
  private static final Dimension<Integer> REBINDS = Dimension.occurrence("number of rebinds", 1, 2);

  @Test
  @Clauses("rsm_memseg_export_create.35")
  void rebindTakesTheBufferFromPositionToLimit() throws Exception {
    // All situations share the controllers.
    controller();
    importing();
    checkInSituations(this::reboundToAPart, BEFORE, BEHIND, REBINDS);
  }

  private void reboundToAPart(Situation situation) throws Exception {
    int length = PAGES * page();
    ExportSegment export = export(memory(PAGES), ExportFlags.ALLOW_REBIND);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    int before = situation.get(BEFORE);
    int start = before * page();
    for (int i = 0; i < situation.get(REBINDS); i++) {
      ByteBuffer whole = memory(before + PAGES + situation.get(BEHIND));
      byte[] expected = data(whole.capacity());
      whole.put(0, expected);
      export.rebind(whole.duplicate().position(start).limit(start + length), 0);
      byte[] seen = new byte[length];
      clause("rsm_memseg_export_create.35").gives(() -> in.get8(0, seen, 0, length), 0);
      clause("rsm_memseg_export_create.35")
          .that(
              Arrays.equals(seen, Arrays.copyOfRange(expected, start, start + length)),
              "a get returns what is between position and limit");
      byte[] put = data(length);
      clause("rsm_memseg_export_create.35").gives(() -> in.put8(0, put, 0, length), 0);
      System.arraycopy(put, 0, expected, start, length);
      byte[] now = new byte[whole.capacity()];
      whole.get(0, now);
      clause("rsm_memseg_export_create.35")
          .that(Arrays.equals(expected, now), "a put lands there and nowhere else");
    }
  }
}
