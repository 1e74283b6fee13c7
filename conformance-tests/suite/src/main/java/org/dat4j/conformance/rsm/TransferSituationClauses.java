package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM puts, gets and signals in many situations: of all sizes, many at once, with another
 * call in the middle of a transfer.
 */
class TransferSituationClauses extends RsmTest {
  /** Most bytes of the puts of all importers. */
  private static final long MAX_TOTAL_BYTES = 1 << 25;

  private static final int SIGNALLED_SPANS = 40;
  private static final int MANY_IMPORTERS = 4;
  private static final int MANY_IMPORTERS_SPANS = 2;
  private static final Dimension<Integer> PIECE = SharedDimensions.sizes("size", 1, 1 << 18);
  private static final Dimension<Integer> TOTAL =
      SharedDimensions.magnitudes("bytes of all puts", 1 << 12, 1 << 22);
  private static final Dimension<Integer> IMPORTERS =
      Dimension.number("importers at once", 1, 2, 8);
  private static final Dimension<String> MEMORY =
      Dimension.attributes("local memory", "array", "heap buffer", "direct buffer");
  private static final Dimension<String> END =
      Dimension.choice("end of the puts", "close", "order", "signal");

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_open_barrier.10",
    "rsm_memseg_import_open_barrier.11",
    "rsm_intr_signal_post.17"
  })
  void putsOfASpanArriveUnchanged() throws Exception {
    long most = controller().getAttr().maxExportSegmentSize();
    long segments = mostSegments();
    long bytes = controller().getAttr().totExportSegmentSize();
    checkInSituations(
        situation ->
            situation.get(TOTAL) / situation.get(PIECE) <= 1 << 10
                && (long) situation.get(TOTAL) * situation.get(IMPORTERS) <= MAX_TOTAL_BYTES
                && ((long) situation.get(TOTAL) + page()) * situation.get(IMPORTERS) <= bytes,
        this::span,
        PIECE,
        TOTAL.where(total -> total <= most, "max_export_segment_size is " + most),
        MEMORY,
        IMPORTERS.where(importers -> importers <= segments, "there is room for " + segments),
        END);
  }

  /**
   * Gets the importing controller for all situations, and returns how many segments can be exported
   * and imported at once.
   */
  private long mostSegments() {
    importing();
    ControllerAttr attr = controller().getAttr();
    return Math.min(attr.maxExportSegments(), attr.maxImportSegments());
  }

  private void span(Situation situation) throws Exception {
    int total = situation.get(TOTAL);
    int piece = Math.min(situation.get(PIECE), total);
    spans(situation.get(END), situation.get(MEMORY), situation.get(IMPORTERS), total, piece, 1);
  }

  /** Makes spans of several importers at once, each to a segment of its own. */
  private void spans(String end, String local, int importers, int total, int piece, int rounds)
      throws Exception {
    List<Span> spans = new ArrayList<>();
    List<BackgroundCall<Void>> running = new ArrayList<>();
    for (int i = 0; i < importers; i++) {
      spans.add(new Span(end, local, total, piece));
    }
    for (Span span : spans) {
      running.add(background(() -> span.run(rounds)));
    }
    for (int i = 0; i < importers; i++) {
      running.get(i).get();
      spans.get(i).check();
    }
  }

  @Test
  @SameJvm("puts that follow each other without a pause")
  @Clauses("rsm_memseg_import_open_barrier.10")
  void longSpansOfManyImportersArriveUnchanged() throws Exception {
    int importers = (int) Math.min(MANY_IMPORTERS, mostSegments());
    ControllerAttr attr = controller().getAttr();
    long most = Math.min(attr.maxExportSegmentSize(), attr.totExportSegmentSize() / importers);
    int total = (int) Math.min(1 << 22, most / page() * page());
    // The exporter cannot keep up with them, so that puts stay under way for long.
    spans("close", "array", importers, total, 1 << 14, MANY_IMPORTERS_SPANS);
  }

  @Test
  @SameJvm("puts that follow each other without a pause")
  @Clauses("rsm_intr_signal_post.17")
  void signalComesBehindManySmallPuts() throws Exception {
    int importers = (int) Math.min(2, mostSegments());
    spans("signal", "array", importers, 1 << 16, 64, SIGNALLED_SPANS);
  }

  /** Puts to one segment, piece by piece, between the open of a barrier and what ends the span. */
  private final class Span {
    private final int total;
    private final String clause;
    private final ByteBuffer memory;
    private final ExportSegment export;
    private final ImportSegment in;
    private final RsmBarrier barrier;
    private final byte[] data;
    private final byte[] seen;
    private int code = RsmReturn.SUCCESS;
    private int wrong = -1;

    /** Made ready before the first put, so that many puts are under way at once. */
    private final List<Callable<Integer>> calls = new ArrayList<>();

    private Span(String end, String local, int total, int piece) {
      this.total = total;
      clause =
          switch (end) {
            case "close" -> "rsm_memseg_import_open_barrier.10";
            case "order" -> "rsm_memseg_import_open_barrier.11";
            default -> "rsm_intr_signal_post.17";
          };
      memory = memory((total + page() - 1) / page());
      export = export(memory, ExportFlags.NONE);
      int id = freshId();
      export.publish(id, null);
      in = ready(id, Permission.RDWR);
      in.setMode(BarrierMode.EXPLICIT);
      barrier = in.initBarrier(BarrierType.DEFAULT);
      data = data(total);
      seen = new byte[total];
      ByteBuffer direct =
          local.equals("direct buffer") ? ByteBuffer.allocateDirect(total).put(0, data) : null;
      calls.add(barrier::open);
      for (int at = 0; at < total; at += piece) {
        int offset = at;
        int count = Math.min(piece, total - at);
        byte[] bytes = Arrays.copyOfRange(data, at, at + count);
        calls.add(
            switch (local) {
              case "array" -> () -> in.put8(offset, bytes, 0, count);
              case "heap buffer" -> () -> in.put(offset, ByteBuffer.wrap(bytes), 0, count);
              default -> () -> in.put(offset, direct.slice(offset, count), 0, count);
            });
      }
      switch (end) {
        case "close" -> calls.add(barrier::close);
        case "order" -> {
          byte[] last = {data[0]};
          calls.add(barrier::order);
          calls.add(() -> in.put8(0, last, 0, 1));
          calls.add(barrier::close);
        }
        default -> {
          calls.add(() -> in.post(0));
          calls.add(() -> export.await(PATIENCE));
        }
      }
    }

    /** Makes the calls, and looks at the segment at once; again unless something is wrong. */
    private Void run(int rounds) throws Exception {
      for (int round = 0; round < rounds && code == RsmReturn.SUCCESS && wrong < 0; round++) {
        memory.put(0, new byte[total]);
        for (int i = 0; i < calls.size() && code == RsmReturn.SUCCESS; i++) {
          code = calls.get(i).call();
        }
        memory.get(0, seen);
        wrong = Arrays.mismatch(data, seen);
      }
      return null;
    }

    private void check() {
      clause(clause)
          .equal(RsmReturn.name(RsmReturn.SUCCESS), RsmReturn.name(code), "code of the calls");
      clause(clause).equal(-1, wrong, "first wrong byte of " + total);
    }
  }

  private static final Dimension<Integer> IMPORTS =
      Dimension.number("number of imports", 1, 2, 64, 65, 130);
  private static final Dimension<Integer> SIGNALS = Dimension.occurrence("number of signals", 1, 3);

  @Test
  @Clauses("rsm_intr_signal_post.04")
  void signalReachesEachImport() throws Exception {
    importing();
    long most = controller().getAttr().maxImportSegments();
    checkInSituations(
        this::signalAll,
        IMPORTS.where(imports -> imports <= most, "max_import_segments is " + most),
        SIGNALS);
  }

  private void signalAll(Situation situation) throws Exception {
    ExportSegment export = export();
    int id = freshId();
    export.publish(id, null);
    List<ImportSegment> imports = new ArrayList<>();
    for (int i = 0; i < situation.get(IMPORTS); i++) {
      imports.add(ready(id, Permission.RDWR));
    }
    int signals = situation.get(SIGNALS);
    for (int i = 0; i < signals; i++) {
      clause("rsm_intr_signal_post.04").gives(() -> export.post(0), RsmReturn.SUCCESS);
    }
    for (int i = 0; i < imports.size(); i++) {
      ImportSegment each = imports.get(i);
      for (int j = 0; j < signals; j++) {
        clause("rsm_intr_signal_post.04").gives(() -> each.await(PATIENCE), RsmReturn.SUCCESS);
      }
      clause("rsm_intr_signal_post.04").gives(() -> each.await(0), RsmReturn.TIMEOUT);
    }
  }

  /** Kind of local memory that is transferred to or from, and the bytes of an item. */
  private enum Items {
    BYTES(1),
    SHORTS(2),
    INTS(4),
    LONGS(8),
    HEAP_BUFFER(1),
    DIRECT_BUFFER(1),
    VECTOR(1);

    private final int width;

    Items(int width) {
      this.width = width;
    }
  }

  /** A get or a put of items. */
  private record ItemCall(boolean puts, Items items) {
    @Override
    public String toString() {
      return (puts ? "put of " : "get of ") + items;
    }
  }

  private static final Dimension<ItemCall> ITEM_CALL =
      Dimension.choice(
          "call",
          Arrays.stream(Items.values())
              .flatMap(items -> Stream.of(new ItemCall(true, items), new ItemCall(false, items)))
              .toArray(ItemCall[]::new));
  private static final Dimension<Integer> BYTES =
      Dimension.size("size of the items", 8, 4096, (1 << 16) - 8, 1 << 16, (1 << 16) + 8, 1 << 18);
  private static final Dimension<Integer> PLACE = Dimension.choice("offset", 0, 8, 4096 - 8);
  private static final Dimension<BarrierMode> MODE =
      Dimension.attributes("mode", BarrierMode.values());
  private static final Dimension<BarrierType> TYPE =
      Dimension.attributes("type of the barrier", BarrierType.values());
  private static final Dimension<String> SEGMENT =
      Dimension.attributes(
          "segment", "alone", "second", "id of the provider", "access list", "may be rebound");
  private static final Dimension<Integer> IMPORTS_BEFORE =
      Dimension.number("imports of the segment before", 0, 1, 4);
  private static final Dimension<Boolean> ALL_RIGHTS =
      Dimension.attributes("import has more rights than the call needs", true, false);

  /** Most bytes of the items in tests with many other values. */
  private static final int SMALL = 4096;

  private static final String UNMAPPED = "nothing";
  private static final String WINDOW = "all pages but the first";
  private static final Dimension<String> MAPPED =
      Dimension.attributes("mapped is", UNMAPPED, "the segment", WINDOW);

  /** The items of local memory in front of those that are transferred, and behind them. */
  private static final int AROUND = 3;

  @Test
  @Clauses({
    "rsm_memseg_import_get.01",
    "rsm_memseg_import_get.02",
    "rsm_memseg_import_put.01",
    "rsm_memseg_import_put.02",
    "rsm_memseg_import_putv.01"
  })
  void itemsOfEachWidthGoToTheirPlaces() throws Exception {
    long most = controller().getAttr().maxExportSegmentSize();
    long imports = mostSegments();
    checkInSituations(
        this::items,
        ITEM_CALL,
        BYTES.where(
            size -> size + 2L * page() <= most, "max_export_segment_size is " + most + " bytes"),
        PLACE,
        MODE,
        TYPE,
        SEGMENT.where(
            segment -> imports > 1 || !segment.equals("second"), "there is room for one segment"),
        IMPORTS_BEFORE.where(before -> before < imports, "there is room for " + imports),
        ALL_RIGHTS,
        MAPPED.only(mapped -> mapped.equals(UNMAPPED)));
  }

  @Test
  @Clauses({"rsm_memseg_import_get.03", "rsm_memseg_import_put.03"})
  void nothingChangesAroundTheItems() throws Exception {
    long imports = mostSegments();
    checkInSituations(
        this::items,
        ITEM_CALL.only(call -> call.items() != Items.VECTOR),
        BYTES.only(bytes -> bytes <= SMALL),
        PLACE,
        MODE,
        TYPE.only(type -> type == BarrierType.DEFAULT),
        SEGMENT.only(segment -> segment.equals("alone")),
        IMPORTS_BEFORE.where(before -> before < imports, "there is room for " + imports),
        ALL_RIGHTS.only(all -> all),
        MAPPED.only(mapped -> mapped.equals(UNMAPPED)));
  }

  @Test
  @SameJvm("a mapping is memory of the process that made it")
  @Clauses({
    "rsm_memseg_import_get.01",
    "rsm_memseg_import_get.02",
    "rsm_memseg_import_put.01",
    "rsm_memseg_import_put.02",
    "rsm_memseg_import_putv.01"
  })
  void itemsGoToTheirPlacesOnAMappedImport() throws Exception {
    importing();
    boolean maps = has("max_import_map_size");
    checkInSituations(
        this::items,
        ITEM_CALL,
        BYTES.only(bytes -> bytes <= SMALL),
        PLACE.only(place -> place > 0),
        MODE,
        TYPE.only(type -> type == BarrierType.DEFAULT),
        SEGMENT.only(segment -> segment.equals("alone")),
        IMPORTS_BEFORE.only(before -> before == 0),
        ALL_RIGHTS.only(all -> all),
        MAPPED.where(mapped -> maps || mapped.equals(UNMAPPED), "the controller maps nothing"));
  }

  /** Publishes a segment of one of the kinds; returns its id. */
  private int published(String kind, ByteBuffer memory) {
    if (kind.equals("second")) {
      export().publish(freshId(), null);
    }
    ExportSegment export =
        export(memory, kind.equals("may be rebound") ? ExportFlags.ALLOW_REBIND : ExportFlags.NONE);
    return export.publish(
        kind.equals("id of the provider") ? 0 : freshId(),
        kind.equals("access list") ? List.of(new AccessEntry(importNode(), 0666)) : null);
  }

  private void items(Situation situation) throws Exception {
    boolean puts = situation.get(ITEM_CALL).puts();
    Items items = situation.get(ITEM_CALL).items();
    int bytes = situation.get(BYTES);
    String mapped = situation.get(MAPPED);
    int first = mapped.equals(WINDOW) ? page() : 0;
    int place = situation.get(PLACE) + first;
    int length = (place + bytes + 2 * page() - 1) / page() * page();
    ByteBuffer memory = memory(length / page());
    int id = published(situation.get(SEGMENT), memory);
    for (int i = 0; i < situation.get(IMPORTS_BEFORE); i++) {
      ready(id, Permission.RDWR);
    }
    int right = puts ? Permission.WRITE : Permission.READ;
    ImportSegment in = connect(id, situation.get(ALL_RIGHTS) ? Permission.RDWR : right);
    RsmBarrier barrier = in.initBarrier(situation.get(TYPE));
    in.setMode(situation.get(MODE));
    if (!mapped.equals(UNMAPPED)) {
      in.map(MapAttribute.NONE, 0, Permission.RDWR, first, length - first);
    }
    byte[] segment = data(length);
    memory.put(0, segment);
    int around = AROUND * items.width;
    byte[] local = data(bytes + 2 * around);
    byte[] source = (puts ? local : segment).clone();
    byte[] expected = (puts ? segment : local).clone();
    int to = puts ? place : around;
    System.arraycopy(source, puts ? around : place, expected, to, bytes);
    boolean buffers = items == Items.HEAP_BUFFER || items == Items.DIRECT_BUFFER;
    String there =
        items == Items.VECTOR
            ? "rsm_memseg_import_putv.01"
            : (puts ? "rsm_memseg_import_put." : "rsm_memseg_import_get.")
                + (buffers ? "01" : "02");
    barrier.open();
    clause(there)
        .gives(() -> move(in, puts, items, place, local, bytes / items.width), RsmReturn.SUCCESS);
    clause(there).gives(barrier::close, RsmReturn.SUCCESS);
    byte[] far = new byte[length];
    memory.get(0, far);
    byte[] found = puts ? far : local;
    clause(there)
        .equal(
            -1,
            Arrays.mismatch(expected, to, to + bytes, found, to, to + bytes),
            "first wrong byte, where " + bytes + " go to " + to);
    String rest = puts ? "rsm_memseg_import_put.03" : "rsm_memseg_import_get.03";
    String elsewhere = items == Items.VECTOR ? there : rest;
    clause(elsewhere)
        .equal(
            -1,
            Arrays.mismatch(expected, found),
            "first byte that changed, where " + bytes + " go to " + to);
    clause(elsewhere).that(Arrays.equals(source, puts ? local : far), "the source stays as it is");
    if (!mapped.equals(UNMAPPED)) {
      in.unmap();
    }
  }

  /** Transfers items; what a get has brought is in the bytes afterwards. */
  private static int move(
      ImportSegment in, boolean puts, Items items, long at, byte[] bytes, int count) {
    ByteBuffer local = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int all = bytes.length / items.width;
    int code;
    switch (items) {
      case BYTES ->
          code = puts ? in.put8(at, bytes, AROUND, count) : in.get8(at, bytes, AROUND, count);
      case SHORTS -> {
        short[] array = new short[all];
        local.asShortBuffer().get(0, array);
        code = puts ? in.put16(at, array, AROUND, count) : in.get16(at, array, AROUND, count);
        local.asShortBuffer().put(0, array);
      }
      case INTS -> {
        int[] array = new int[all];
        local.asIntBuffer().get(0, array);
        code = puts ? in.put32(at, array, AROUND, count) : in.get32(at, array, AROUND, count);
        local.asIntBuffer().put(0, array);
      }
      case LONGS -> {
        long[] array = new long[all];
        local.asLongBuffer().get(0, array);
        code = puts ? in.put64(at, array, AROUND, count) : in.get64(at, array, AROUND, count);
        local.asLongBuffer().put(0, array);
      }
      case HEAP_BUFFER ->
          code = puts ? in.put(at, local, AROUND, count) : in.get(at, local, AROUND, count);
      case VECTOR -> {
        int half = count / 2;
        ScatGath vector =
            new ScatGath(2)
                .add(local, AROUND, at, half)
                .add(local, AROUND + half, at + half, count - half);
        code = puts ? in.putv(vector) : in.getv(vector);
      }
      default -> {
        ByteBuffer direct = ByteBuffer.allocateDirect(all).put(0, bytes);
        code = puts ? in.put(at, direct, AROUND, count) : in.get(at, direct, AROUND, count);
        direct.get(0, bytes);
      }
    }
    return code;
  }

  private static final Dimension<Integer> ENTRIES =
      Dimension.number("number of entries", 1, 2, 3, 16);
  private static final Dimension<String> WRONG =
      Dimension.number("wrong entry", "first", "middle", "last");
  private static final Dimension<Boolean> WRITES = Dimension.choice("putv", true, false);
  private static final Dimension<Integer> ENTRY_SIZE =
      SharedDimensions.magnitudes("size", 1, 1 << 17);

  @Test
  @Clauses({"rsm_memseg_import_putv.18", "rsm_memseg_import_putv.19"})
  void residualTellsWhichEntriesWereCarriedOut() throws Exception {
    long most = controller().getAttr().maxExportSegmentSize();
    importing();
    checkInSituations(
        situation -> situation.get(ENTRIES) * situation.get(ENTRY_SIZE) + page() <= most,
        this::brokenVector,
        ENTRIES,
        WRONG,
        WRITES,
        ENTRY_SIZE);
  }

  private void brokenVector(Situation situation) throws Exception {
    int entries = situation.get(ENTRIES);
    int size = situation.get(ENTRY_SIZE);
    int wrong =
        switch (situation.get(WRONG)) {
          case "first" -> 0;
          case "middle" -> entries / 2;
          default -> entries - 1;
        };
    int length = (entries * size + page() - 1) / page() * page();
    ByteBuffer memory = memory(length / page());
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    boolean writes = situation.get(WRITES);
    byte[] source = data(entries * size);
    ByteBuffer local = ByteBuffer.allocateDirect(source.length);
    (writes ? local : memory).put(0, source);
    ScatGath vector = new ScatGath(entries);
    for (int k = 0; k < entries; k++) {
      vector.add(local, (long) k * size, k == wrong ? length : (long) k * size, size);
    }
    int code = RsmCheck.code(() -> writes ? in.putv(vector) : in.getv(vector));
    clause("rsm_memseg_import_putv.18").that(code != RsmReturn.SUCCESS, "the vector fails");
    int residual = vector.residual();
    clause("rsm_memseg_import_putv.18")
        .that(
            residual == entries - wrong || residual == entries,
            "the residual count is " + (entries - wrong) + " or " + entries + ", is " + residual);
    ByteBuffer target = writes ? memory : local;
    int done = (entries - residual) * size;
    byte[] expected = Arrays.copyOf(Arrays.copyOf(source, done), entries * size);
    byte[] found = new byte[entries * size];
    target.get(0, found);
    clause("rsm_memseg_import_putv.19")
        .equal(-1, Arrays.mismatch(expected, found), "first wrong byte after " + done);
  }

  private static final int LARGE = 1 << 22;
  private static final int MEETINGS = 4;
  private static final Dimension<String> CALL =
      Dimension.choice("call meanwhile", "disconnect", "unpublish");
  private static final Dimension<String> TRANSFER = Dimension.choice("transfer", "get", "put");
  private static final Dimension<Double> MOMENT =
      Dimension.moment("latest moment as a share of the transfer", 0.1, 0.9);

  @Test
  @OtherSide(BUSY)
  @SameJvm("a call that meets the transfer of another thread")
  @Clauses({"rsm_memseg_import_connect.21", "rsm_memseg_export_publish.49"})
  void transferUnderWayMeetsTheEndOfItsConnection() throws Exception {
    long most = controller().getAttr().maxExportSegmentSize();
    importing();
    int size = (int) Math.min(LARGE, most / page() * page());
    ByteBuffer memory = memory(size / page());
    ByteBuffer local = ByteBuffer.allocateDirect(size);
    // The clause of an unpublish speaks of puts only.
    checkInSituations(
        situation ->
            situation.get(CALL).equals("disconnect") || situation.get(TRANSFER).equals("put"),
        situation -> endDuring(situation, memory, local),
        CALL,
        TRANSFER,
        MOMENT);
  }

  private void endDuring(Situation situation, ByteBuffer memory, ByteBuffer local)
      throws Exception {
    boolean puts = situation.get(TRANSFER).equals("put");
    boolean disconnects = situation.get(CALL).equals("disconnect");
    Random random = random();
    long took = 0;
    for (int round = 0; round <= MEETINGS; round++) {
      ExportSegment export = export(memory, ExportFlags.NONE);
      int id = freshId();
      export.publish(id, null);
      ImportSegment in = ready(id, Permission.RDWR);
      fill(local, (byte) 1);
      fill(memory, (byte) 3);
      long begin = System.nanoTime();
      BackgroundCall<Integer> transfer =
          background(
              () ->
                  RsmCheck.code(
                      () ->
                          puts
                              ? in.put(0, local, 0, local.capacity())
                              : in.get(0, local, 0, local.capacity())));
      if (round == 0) {
        transfer.get();
        took = System.nanoTime() - begin;
      } else {
        spinUntil(
            begin
                + (long) (took * situation.get(MOMENT) * (round - random.nextDouble()) / MEETINGS));
      }
      if (disconnects) {
        in.disconnect();
      } else {
        export.unpublish();
        fill(memory, (byte) 2);
      }
      int code = transfer.get();
      if (disconnects) {
        clause("rsm_memseg_import_connect.21")
            .that(
                code == RsmReturn.SUCCESS
                    || code == RsmReturn.BAD_SEG_HNDL
                    || code == RsmReturn.CONN_ABORTED,
                "a transfer that meets a disconnect ends with " + RsmReturn.name(code));
        clause("rsm_memseg_import_connect.21")
            .that(
                code != RsmReturn.SUCCESS || is(puts ? memory : local, puts ? (byte) 1 : (byte) 3),
                "a transfer that succeeds has moved all its bytes");
      } else {
        clause("rsm_memseg_export_publish.49")
            .that(is(memory, (byte) 2), "no put changes the memory after an unpublish");
      }
      export.destroy();
    }
  }

  /** Stores a byte everywhere, first where a transfer comes last. */
  private static void fill(ByteBuffer memory, byte value) {
    byte[] piece = new byte[1 << 12];
    Arrays.fill(piece, value);
    for (int at = memory.capacity() - piece.length; at >= 0; at -= piece.length) {
      memory.put(at, piece);
    }
  }

  private static boolean is(ByteBuffer memory, byte value) {
    byte[] content = new byte[memory.capacity()];
    memory.get(0, content);
    byte[] expected = new byte[content.length];
    Arrays.fill(expected, value);
    return Arrays.equals(expected, content);
  }

  private static final Dimension<Integer> BUFFERS =
      Dimension.number("number of local buffers", 2, 5, 20);
  private static final Dimension<Integer> BUFFER_SIZE =
      SharedDimensions.magnitudes("size", 1, 1 << 17);
  private static final Dimension<Boolean> ALIKE =
      Dimension.choice("the buffers have the same bytes before", true, false);

  @Test
  @Clauses({"rsm_memseg_import_get.01", "rsm_memseg_import_get.03"})
  void bytesGoToTheBufferThatIsGiven() throws Exception {
    mostSegments();
    checkInSituations(this::getsIntoEach, BUFFERS, BUFFER_SIZE, ALIKE);
  }

  private void getsIntoEach(Situation situation) throws Exception {
    int size = situation.get(BUFFER_SIZE);
    ByteBuffer memory = memory((size + page() - 1) / page());
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.READ);
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < situation.get(BUFFERS); i++) {
      buffers.add(ByteBuffer.allocateDirect(size));
    }
    for (int round = 0; round < 2; round++) {
      for (ByteBuffer buffer : buffers) {
        byte[] before = data(size);
        for (ByteBuffer each : buffers) {
          each.put(0, situation.get(ALIKE) ? before : data(size));
        }
        List<byte[]> expected = buffers.stream().map(each -> bytes(each, size)).toList();
        byte[] data = data(size);
        memory.put(0, data);
        clause("rsm_memseg_import_get.01")
            .gives(() -> in.get(0, buffer, 0, size), RsmReturn.SUCCESS);
        clause("rsm_memseg_import_get.01")
            .that(Arrays.equals(data, bytes(buffer, size)), "the buffer has the bytes");
        for (int i = 0; i < buffers.size(); i++) {
          clause("rsm_memseg_import_get.03")
              .that(
                  buffers.get(i) == buffer
                      || Arrays.equals(expected.get(i), bytes(buffers.get(i), size)),
                  "no other buffer changes");
        }
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer, int size) {
    byte[] bytes = new byte[size];
    buffer.get(0, bytes);
    return bytes;
  }

  private static final Dimension<Integer> SHORT_PUT =
      Dimension.size("bytes of a put of another width", 0, 1, 3, 6, 9);
  private static final Dimension<Integer> WIDTH =
      Dimension.attributes("width of the items", 1, 2, 4, 8);
  private static final Dimension<Integer> MIXED = Dimension.number("puts of each", 1, 3);

  @Test
  @Clauses("rsm_memseg_import_open_barrier.10")
  void putsOfMixedWidthsArriveUnchanged() throws Exception {
    mostSegments();
    checkInSituations(this::mixedWidths, SHORT_PUT, WIDTH, MIXED);
  }

  private void mixedWidths(Situation situation) throws Exception {
    ByteBuffer memory = memory(1).order(ByteOrder.nativeOrder());
    ExportSegment export = export(memory, ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = ready(id, Permission.RDWR);
    in.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    barrier.open();
    int odd = situation.get(SHORT_PUT);
    ByteBuffer expected = ByteBuffer.allocate(memory.capacity()).order(ByteOrder.nativeOrder());
    expected.put(0, bytes(memory, memory.capacity()));
    String clause = "rsm_memseg_import_open_barrier.10";
    int at = 0;
    for (int i = 0; i < situation.get(MIXED); i++) {
      byte[] few = data(odd);
      int offset = at;
      clause(clause).gives(() -> in.put8(offset, few, 0, odd), RsmReturn.SUCCESS);
      expected.put(at, few);
      at += 16;
      putItems(in, at, situation.get(WIDTH), expected);
      at += 16;
    }
    clause(clause).gives(barrier::close, RsmReturn.SUCCESS);
    clause(clause)
        .that(
            Arrays.equals(expected.array(), bytes(memory, memory.capacity())),
            "all items of the span are there, and nothing else");
  }

  /** Puts two items of a width, and notes what the memory has to hold then. */
  private void putItems(ImportSegment in, int at, int width, ByteBuffer expected) {
    long[] values = {random().nextLong(), random().nextLong()};
    int code;
    switch (width) {
      case 1 -> {
        byte[] items = {(byte) values[0], (byte) values[1]};
        expected.put(at, items);
        code = in.put8(at, items, 0, 2);
      }
      case 2 -> {
        short[] items = {(short) values[0], (short) values[1]};
        expected.putShort(at, items[0]).putShort(at + 2, items[1]);
        code = in.put16(at, items, 0, 2);
      }
      case 4 -> {
        int[] items = {(int) values[0], (int) values[1]};
        expected.putInt(at, items[0]).putInt(at + 4, items[1]);
        code = in.put32(at, items, 0, 2);
      }
      default -> {
        expected.putLong(at, values[0]).putLong(at + 8, values[1]);
        code = in.put64(at, values, 0, 2);
      }
    }
    clause("rsm_memseg_import_open_barrier.10")
        .equal(RsmReturn.SUCCESS, code, "code of a put of width " + width);
  }
}
