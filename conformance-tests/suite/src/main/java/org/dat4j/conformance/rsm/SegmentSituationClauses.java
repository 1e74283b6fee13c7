package org.dat4j.conformance.rsm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM segments while several things are outstanding: signals, barriers, descriptors,
 * exports, a mapping, or the wait of another thread.
 */
class SegmentSituationClauses extends RsmTest {
  /** Bytes of a transfer. */
  private static final int SIZE = 100;

  private static final Dimension<Boolean> UP = Dimension.choice("import posts", true, false);
  private static final Dimension<Integer> SIGNALS =
      Dimension.number("number of signals", 1, 2, 5, 17, 40);
  private static final Dimension<Integer> USED = Dimension.number("import that is used", 0, 1, 2);
  private static final Dimension<BarrierMode> MODE =
      Dimension.attributes("mode", BarrierMode.values());
  private static final Dimension<Boolean> MAPPED =
      Dimension.attributes("the import is mapped", false, true);
  private static final Dimension<Boolean> SPAN = Dimension.number("a barrier is open", false, true);

  @Test
  @Clauses({"rsm_intr_signal_post.03", "rsm_intr_signal_post.04", "rsm_intr_signal_post.05"})
  void outstandingSignalsAreAllTaken() throws Exception {
    importing();
    long imports = controller().getAttr().maxImportSegments();
    checkInSituations(
        this::takesAll,
        UP,
        SIGNALS,
        USED.where(used -> used < imports, "there is room for " + imports + " imports"),
        MODE,
        SPAN,
        MAPPED.only(mapped -> !mapped));
  }

  @Test
  @SameJvm("a mapping is memory of the process that made it")
  @Clauses({"rsm_intr_signal_post.03", "rsm_intr_signal_post.04", "rsm_intr_signal_post.05"})
  void signalsOfAMappedImportAreAllTaken() throws Exception {
    importing();
    boolean maps = has("max_import_map_size");
    checkInSituations(
        this::takesAll,
        UP,
        SIGNALS.only(signals -> signals <= 2),
        USED.only(used -> used == 0),
        MODE,
        SPAN,
        MAPPED.where(mapped -> maps || !mapped, "the controller maps nothing"));
  }

  private void takesAll(Situation situation) throws Exception {
    ExportSegment export = export();
    int id = freshId();
    export.publish(id, null);
    List<ImportSegment> imports = new ArrayList<>();
    for (int i = 0; i <= situation.get(USED); i++) {
      imports.add(connect(id, Permission.RDWR));
    }
    ImportSegment used = imports.get(situation.get(USED));
    RsmBarrier barrier = used.initBarrier(BarrierType.DEFAULT);
    used.setMode(situation.get(MODE));
    if (situation.get(MAPPED)) {
      used.map(MapAttribute.NONE, 0, Permission.RDWR, 0, page());
    }
    if (situation.get(SPAN)) {
      barrier.open();
    }
    boolean up = situation.get(UP);
    String id03 = up ? "rsm_intr_signal_post.03" : "rsm_intr_signal_post.04";
    for (int i = 0; i < situation.get(SIGNALS); i++) {
      clause(id03).gives(() -> (up ? used : export).post(0), RsmReturn.SUCCESS);
    }
    for (RsmSegment taker : up ? List.of(export) : imports) {
      for (int i = 0; i < situation.get(SIGNALS); i++) {
        clause(id03).require(taker.await(PATIENCE) == RsmReturn.SUCCESS, "each signal is taken");
      }
      clause("rsm_intr_signal_post.05").gives(() -> taker.await(0), RsmReturn.TIMEOUT);
    }
    for (RsmSegment other : up ? imports : List.of(export)) {
      clause(id03).gives(() -> other.await(0), RsmReturn.TIMEOUT);
    }
    if (situation.get(MAPPED)) {
      used.unmap();
    }
  }

  private static final Dimension<Integer> DESCRIPTORS =
      Dimension.number("number of get_pollfd", 1, 2, 3, 5);
  private static final Dimension<Boolean> OF_IMPORT =
      Dimension.choice("descriptor of the import", true, false);

  @Test
  @SameJvm("a descriptor is of the process that got it")
  @Clauses({
    "rsm_memseg_get_pollfd.05",
    "rsm_memseg_get_pollfd.07",
    "rsm_memseg_import_put.01",
    "rsm_intr_signal_post.03",
    "rsm_intr_signal_post.04"
  })
  void segmentsWithDescriptorsWorkAsOthers() throws Exception {
    importing();
    checkInSituations(this::withDescriptors, DESCRIPTORS, OF_IMPORT, MODE);
  }

  private void withDescriptors(Situation situation) throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    in.setMode(situation.get(MODE));
    RsmSegment owner = situation.get(OF_IMPORT) ? in : link.export();
    PollFd fd = new PollFd();
    for (int i = 0; i < situation.get(DESCRIPTORS); i++) {
      owner.getPollfd(fd);
    }
    byte[] data = data(SIZE);
    barrier.open();
    clause("rsm_memseg_import_put.01")
        .gives(() -> in.put(7, ByteBuffer.wrap(data), 0, SIZE), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_put.01").gives(barrier::close, RsmReturn.SUCCESS);
    clause("rsm_memseg_import_put.01")
        .that(Arrays.equals(data, link.seen(7, SIZE)), "the bytes arrive");
    clause("rsm_intr_signal_post.03").gives(() -> in.post(0), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.04").gives(() -> link.export().post(0), RsmReturn.SUCCESS);
    int[] found = new int[1];
    clause("rsm_memseg_get_pollfd.07")
        .gives(
            () -> registry().awaitPollfd(new PollFd[] {fd}, 1, PATIENCE, found), RsmReturn.SUCCESS);
    clause("rsm_memseg_get_pollfd.07").equal(1, found[0], "entries with a signal");
    RsmSegment other = situation.get(OF_IMPORT) ? link.export() : in;
    clause(situation.get(OF_IMPORT) ? "rsm_intr_signal_post.03" : "rsm_intr_signal_post.04")
        .gives(() -> other.await(PATIENCE), RsmReturn.SUCCESS);
    for (int i = 0; i < situation.get(DESCRIPTORS); i++) {
      clause("rsm_memseg_get_pollfd.05").refuses(() -> end(owner), RsmReturn.POLLFD_IN_USE);
      clause("rsm_memseg_get_pollfd.05").works(owner::releasePollfd);
    }
    clause("rsm_memseg_get_pollfd.05").works(() -> end(owner));
  }

  private static void end(RsmSegment segment) {
    if (segment instanceof ImportSegment in) {
      in.disconnect();
    } else {
      ((ExportSegment) segment).destroy();
    }
  }

  private static final Dimension<Integer> BARRIERS = Dimension.number("open barriers", 1, 2, 3);
  private static final Dimension<BarrierType> TYPE =
      Dimension.attributes("type of the barriers", BarrierType.values());
  private static final Dimension<Boolean> PUTS = Dimension.choice("puts", true, false);
  private static final Dimension<Boolean> VECTORS = Dimension.choice("vectors", true, false);
  private static final Dimension<Boolean> FIRST_FIRST =
      Dimension.choice("the first opened is closed first", true, false);

  @Test
  @Clauses({
    "rsm_memseg_import_open_barrier.04",
    "rsm_memseg_import_open_barrier.05",
    "rsm_memseg_import_open_barrier.10",
    "rsm_memseg_import_open_barrier.14"
  })
  void openBarriersOfAnImportAreIndependent() throws Exception {
    importing();
    checkInSituations(this::spans, BARRIERS, MODE, TYPE, FIRST_FIRST);
  }

  private void spans(Situation situation) throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    List<RsmBarrier> barriers = new ArrayList<>();
    for (int i = 0; i < situation.get(BARRIERS); i++) {
      barriers.add(in.initBarrier(situation.get(TYPE)));
    }
    in.setMode(situation.get(MODE));
    // Each span has a put, a putv, a get and a getv.
    int half = barriers.size() * 2 * SIZE;
    byte[] there = data(half);
    byte[] here = data(half);
    link.memory().put(half, there);
    ByteBuffer local = ByteBuffer.allocateDirect(2 * half).put(0, here);
    for (RsmBarrier each : barriers) {
      each.open();
    }
    for (int i = 0; i < 2 * barriers.size(); i++) {
      int at = i * SIZE;
      boolean vector = i % 2 == 1;
      clause("rsm_memseg_import_open_barrier.10")
          .gives(() -> move(in, true, vector, at, local.slice(at, SIZE)), RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.14")
          .gives(
              () -> move(in, false, vector, half + at, local.slice(half + at, SIZE)),
              RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.05")
          .gives(barriers.get(i / 2)::order, RsmReturn.SUCCESS);
    }
    for (int i = 0; i < barriers.size(); i++) {
      RsmBarrier each = barriers.get(situation.get(FIRST_FIRST) ? i : barriers.size() - 1 - i);
      clause("rsm_memseg_import_open_barrier.10").gives(each::close, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_open_barrier.04").gives(each::close, RsmReturn.BARRIER_NOT_OPENED);
    }
    clause("rsm_memseg_import_open_barrier.10")
        .equal(-1, Arrays.mismatch(here, link.seen(0, half)), "first wrong byte of the puts");
    byte[] got = new byte[half];
    local.get(half, got);
    clause("rsm_memseg_import_open_barrier.14")
        .equal(-1, Arrays.mismatch(there, got), "first wrong byte of the gets");
  }

  /** Moves all bytes of a buffer; a vector has two entries. */
  private static int move(
      ImportSegment in, boolean puts, boolean vector, long at, ByteBuffer local) {
    int length = local.capacity();
    if (!vector) {
      return puts ? in.put(at, local, 0, length) : in.get(at, local, 0, length);
    }
    int half = length / 2;
    ScatGath entries =
        new ScatGath(2).add(local, 0, at, half).add(local, half, at + half, length - half);
    return puts ? in.putv(entries) : in.getv(entries);
  }

  private static final int PAGES = 3;
  private static final Dimension<Integer> FIRST_PAGE =
      Dimension.attributes("first page mapped", 0, 1, 2);

  @Test
  @SameJvm("a mapping is memory of the process that made it")
  @Clauses({"rsm_memseg_import_map.03", "rsm_memseg_import_map.04"})
  void mappedImportMovesDataAsOthers() throws Exception {
    importing();
    checkInSituations(this::mapped, FIRST_PAGE, PUTS, VECTORS, MODE);
  }

  private void mapped(Situation situation) throws Exception {
    ByteBuffer memory = memory(PAGES);
    ExportSegment export = export(memory, 0);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = connect(id, Permission.RDWR);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    in.setMode(situation.get(MODE));
    int first = situation.get(FIRST_PAGE) * page();
    ByteBuffer map =
        in.map(MapAttribute.NONE, 0, Permission.RDWR, first, memory.capacity() - first).buffer();
    boolean puts = situation.get(PUTS);
    byte[] content = data(memory.capacity());
    memory.put(0, content);
    ByteBuffer local = ByteBuffer.allocateDirect(SIZE);
    byte[] data = data(SIZE);
    local.put(0, data);
    int at = first + 5;
    String clause = first == 0 ? "rsm_memseg_import_map.03" : "rsm_memseg_import_map.04";
    barrier.open();
    clause(clause)
        .gives(() -> move(in, puts, situation.get(VECTORS), at, local), RsmReturn.SUCCESS);
    clause(clause).gives(barrier::close, RsmReturn.SUCCESS);
    if (puts) {
      System.arraycopy(data, 0, content, at, SIZE);
    } else {
      local.get(0, data);
      clause(clause)
          .equal(
              -1,
              Arrays.mismatch(Arrays.copyOfRange(content, at, at + SIZE), data),
              "first wrong byte of a get");
    }
    byte[] seen = new byte[content.length];
    memory.get(0, seen);
    clause(clause).equal(-1, Arrays.mismatch(content, seen), "first wrong byte of the segment");
    byte[] shown = new byte[map.capacity()];
    map.get(0, shown);
    clause(clause)
        .equal(
            -1,
            Arrays.mismatch(Arrays.copyOfRange(content, first, content.length), shown),
            "first wrong byte of the mapping");
    in.unmap();
  }

  private static final Dimension<Integer> EXPORTS = Dimension.number("published segments", 1, 2, 5);
  private static final Dimension<String> WITHDRAWN =
      Dimension.number("segment that is withdrawn", "first", "last");

  @Test
  @Clauses({
    "rsm_memseg_export_publish.44",
    "rsm_memseg_export_publish.45",
    "rsm_memseg_export_publish.46"
  })
  void unpublishEndsOneOfSeveralSegments() throws Exception {
    importing();
    ControllerAttr attr = controller().getAttr();
    long most = Math.min(attr.maxExportSegments(), attr.maxImportSegments());
    checkInSituations(
        this::unpublishes,
        EXPORTS.where(exports -> exports <= most, "there is room for " + most + " segments"),
        WITHDRAWN);
  }

  private void unpublishes(Situation situation) throws Exception {
    List<ConnectedSegment> links = new ArrayList<>();
    for (int i = 0; i < situation.get(EXPORTS); i++) {
      links.add(link());
    }
    ConnectedSegment gone =
        links.get(situation.get(WITHDRAWN).equals("first") ? 0 : links.size() - 1);
    clause("rsm_memseg_export_publish.44").works(gone.export()::unpublish);
    clause("rsm_memseg_export_publish.45")
        .refuses(() -> connect(gone.id(), Permission.READ), RsmReturn.SEG_NOT_PUBLISHED);
    byte[] data = data(SIZE);
    for (ConnectedSegment each : links) {
      int code = each == gone ? RsmReturn.CONN_ABORTED : RsmReturn.SUCCESS;
      clause("rsm_memseg_export_publish.46")
          .gives(() -> each.importer().put8(0, data, 0, SIZE), code);
      clause("rsm_memseg_export_publish.46")
          .equal(each != gone, Arrays.equals(data, each.seen(0, SIZE)), "the put has arrived");
    }
  }

  /** How often calls are made beside those of another thread. */
  private static final int ROUNDS_BESIDE = 40;

  /** The longest time that another thread is given to begin its call, in ms; it needs less. */
  private static final long BEGIN_MILLIS = 1_000;

  private static final String WAIT = "waits for a signal";
  private static final String POLL = "waits by a descriptor";
  private static final Dimension<String> BESIDE =
      Dimension.choice("another thread", WAIT, POLL, "moves data");

  @Test
  @Clauses({
    "rsm_intr_signal_post.03",
    "rsm_intr_signal_post.04",
    "rsm_memseg_import_put.01",
    "rsm_memseg_import_get.01",
    "rsm_memseg_import_putv.01"
  })
  void callsBesideThoseOfAnotherThreadWork() throws Exception {
    importing();
    checkInSituations(this::besideAnother, BESIDE, MODE);
  }

  /** Lets another thread wait or move data until the situation ends. */
  private void occupied(String beside) {
    ConnectedSegment other = link();
    if (beside.equals(WAIT) || beside.equals(POLL)) {
      PollFd fd = new PollFd();
      other.export().getPollfd(fd);
      atEnd(other.export()::releasePollfd);
      BackgroundCall<Integer> wait =
          background(
              () ->
                  beside.equals(POLL)
                      ? registry().awaitPollfd(new PollFd[] {fd}, 1, -1, null)
                      : other.export().await(-1));
      within(BEGIN_MILLIS, () -> wait.isIn("await") || wait.isIn("awaitPollfd"));
      atEnd(
          () -> {
            other.importer().post(0);
            clause("rsm_intr_signal_post.03")
                .equal(RsmReturn.SUCCESS, (int) wait.get(), "code of the other thread's wait");
          });
      return;
    }
    AtomicBoolean ending = new AtomicBoolean();
    byte[] data = data(other.length());
    BackgroundCall<Integer> puts =
        background(
            () -> {
              int code = RsmReturn.SUCCESS;
              while (code == RsmReturn.SUCCESS && !ending.get()) {
                code = other.importer().put8(0, data, 0, data.length);
              }
              return code;
            });
    within(BEGIN_MILLIS, () -> puts.isIn("put8"));
    atEnd(
        () -> {
          ending.set(true);
          clause("rsm_memseg_import_put.01")
              .equal(RsmReturn.SUCCESS, (int) puts.get(), "code of the other thread's puts");
        });
  }

  private void besideAnother(Situation situation) throws Exception {
    occupied(situation.get(BESIDE));
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    in.setMode(situation.get(MODE));
    ByteBuffer local = ByteBuffer.allocateDirect(SIZE);
    for (int round = 0; round < ROUNDS_BESIDE; round++) {
      int i = round;
      clause("rsm_intr_signal_post.03").gives(() -> in.post(0), RsmReturn.SUCCESS);
      clause("rsm_intr_signal_post.03")
          .require(
              link.export().await(PATIENCE) == RsmReturn.SUCCESS,
              "a signal beside the other thread");
      clause("rsm_intr_signal_post.04").gives(() -> link.export().post(0), RsmReturn.SUCCESS);
      clause("rsm_intr_signal_post.04")
          .require(in.await(PATIENCE) == RsmReturn.SUCCESS, "a signal beside the other thread");
      boolean vector = i % 2 == 0;
      byte[] data = data(SIZE);
      local.put(0, data);
      String put = vector ? "rsm_memseg_import_putv.01" : "rsm_memseg_import_put.01";
      barrier.open();
      clause(put).gives(() -> move(in, true, vector, i, local), RsmReturn.SUCCESS);
      clause(put).gives(barrier::close, RsmReturn.SUCCESS);
      clause(put).that(Arrays.equals(data, link.seen(i, SIZE)), "the bytes arrive");
      link.memory().put(i, data(SIZE));
      barrier.open();
      clause("rsm_memseg_import_get.01")
          .gives(() -> move(in, false, vector, i, local), RsmReturn.SUCCESS);
      clause("rsm_memseg_import_get.01").gives(barrier::close, RsmReturn.SUCCESS);
      local.get(0, data);
      clause("rsm_memseg_import_get.01")
          .that(Arrays.equals(data, link.seen(i, SIZE)), "the bytes come");
    }
  }

  @Test
  @Clauses({"rsm_memseg_import_connect.17", "rsm_memseg_import_connect.21"})
  void disconnectBesideCallsOfAnotherThreadEndsTheImport() throws Exception {
    importing();
    checkInSituations(this::disconnectsBesideAnother, BESIDE, MODE);
  }

  private void disconnectsBesideAnother(Situation situation) throws Exception {
    occupied(situation.get(BESIDE));
    ConnectedSegment link = link();
    byte[] data = data(SIZE);
    for (int round = 0; round < ROUNDS_BESIDE; round++) {
      ImportSegment in = ready(link.id(), Permission.RDWR);
      in.setMode(situation.get(MODE));
      clause("rsm_memseg_import_connect.17").works(in::disconnect);
      clause("rsm_memseg_import_connect.21").refuses(in::disconnect, RsmReturn.BAD_SEG_HNDL);
      clause("rsm_memseg_import_connect.21")
          .gives(() -> in.put8(0, data, 0, SIZE), RsmReturn.BAD_SEG_HNDL);
    }
  }
}
