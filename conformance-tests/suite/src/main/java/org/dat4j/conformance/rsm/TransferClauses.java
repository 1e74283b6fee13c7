package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.conformance.rsm.fixture.Transfer;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_import_get and _put and their variants, which copy bytes and items out of and
 * into an import.
 */
class TransferClauses extends RsmTest {
  private static final int ROOM = 64;

  private static String id(Transfer transfer, int get, int put) {
    return transfer.right() == Permission.READ
        ? String.format(Locale.ROOT, "rsm_memseg_import_get.%02d", get)
        : String.format(Locale.ROOT, "rsm_memseg_import_put.%02d", put);
  }

  private static List<Transfer> all() {
    return java.util.stream.Stream.concat(Transfer.GETS.stream(), Transfer.PUTS.stream()).toList();
  }

  /** Fills both sides with random bytes. */
  private byte[] fill(ConnectedSegment link) {
    byte[] data = data(link.length());
    link.memory().put(0, data);
    return data;
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_get.01",
    "rsm_memseg_import_get.02",
    "rsm_memseg_import_get.03",
    "rsm_memseg_import_get.08"
  })
  void getsDeliverTheContentFirst() throws Exception {
    getsDeliverTheContent();
  }

  @Test
  @Clauses({"rsm_memseg_import_get.22", "seed-002.15", "seed-002.17"})
  void getsDeliverTheContentSecond() throws Exception {
    getsDeliverTheContent();
  }

  private void getsDeliverTheContent() throws Exception {
    ConnectedSegment link = link();
    byte[] data = fill(link);
    ImportSegment in = link.importer();
    ByteBuffer items = ByteBuffer.wrap(data).order(ByteOrder.nativeOrder());
    for (int round = 0; round < 200; round++) {
      int length = random().nextInt(300);
      int offset = random().nextInt(link.length() - length);
      ByteBuffer local =
          round % 2 == 0 ? ByteBuffer.allocate(ROOM + 300) : ByteBuffer.allocateDirect(ROOM + 300);
      int at = random().nextInt(ROOM);
      in.get(offset, local, at, length);
      byte[] got = new byte[ROOM + 300];
      local.get(0, got);
      byte[] expected = new byte[ROOM + 300];
      System.arraycopy(data, offset, expected, at, length);
      boolean same = Arrays.equals(expected, got);
      clause("rsm_memseg_import_get.01").that(same, "bytes at " + offset);
      clause("rsm_memseg_import_get.03").that(same, "nothing else is written");
      clause("rsm_memseg_import_get.08").that(same, "any offset and address");
      clause("seed-002.17").that(same, "bytes at " + offset);
      byte[] bytes = new byte[12];
      short[] shorts = new short[12];
      int[] ints = new int[12];
      long[] longs = new long[12];
      int base = random().nextInt((link.length() - 96) / 8) * 8;
      int count = 1 + random().nextInt(10);
      in.get8(base + 1, bytes, 1, count);
      in.get16(base, shorts, 1, count);
      in.get32(base, ints, 1, count);
      in.get64(base, longs, 1, count);
      for (int i = 0; i < 12; i++) {
        boolean inside = i >= 1 && i < 1 + count;
        int k = i - 1;
        boolean right =
            bytes[i] == (inside ? data[base + 1 + k] : 0)
                && shorts[i] == (inside ? items.getShort(base + 2 * k) : 0)
                && ints[i] == (inside ? items.getInt(base + 4 * k) : 0)
                && longs[i] == (inside ? items.getLong(base + 8 * k) : 0);
        clause("rsm_memseg_import_get.02").that(right, "item " + k + " of " + count);
        clause("rsm_memseg_import_get.22").that(right, "native order of item " + k);
        clause("seed-002.15").that(right, "successive places, item " + k);
        clause("rsm_memseg_import_get.03").that(inside || right, "item " + i + " is untouched");
      }
    }
    clause("rsm_memseg_import_get.03")
        .that(Arrays.equals(data, link.seen(0, link.length())), "the segment is unchanged");
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_memseg_import_put.01", "rsm_memseg_import_put.02", "rsm_memseg_import_put.03"})
  void putsStoreTheDataFirst() throws Exception {
    putsStoreTheData();
  }

  @Test
  @Clauses({"rsm_memseg_import_put.04", "rsm_memseg_import_put.09", "rsm_memseg_import_put.24"})
  void putsStoreTheDataSecond() throws Exception {
    putsStoreTheData();
  }

  private void putsStoreTheData() throws Exception {
    ConnectedSegment link = link();
    byte[] expected = fill(link);
    ByteBuffer items = ByteBuffer.wrap(expected).order(ByteOrder.nativeOrder());
    ImportSegment in = link.importer();
    for (int round = 0; round < 200; round++) {
      int length = random().nextInt(300);
      int offset = random().nextInt(link.length() - length);
      int at = random().nextInt(ROOM);
      byte[] source = data(ROOM + 300);
      ByteBuffer local = round % 2 == 0 ? ByteBuffer.allocate(ROOM + 300) : memory(1);
      local.put(0, source);
      in.put(offset, local, at, length);
      System.arraycopy(source, at, expected, offset, length);
      compare(link, expected, "put at " + offset, "01", "03", "04", "09", "24");
      byte[] kept = new byte[source.length];
      local.get(0, kept);
      clause("rsm_memseg_import_put.03").that(Arrays.equals(source, kept), "the source stays");
      int base = random().nextInt((link.length() - 96) / 8) * 8;
      int count = 1 + random().nextInt(10);
      long[] longs = random().longs(12).toArray();
      int[] ints = random().ints(12).toArray();
      short[] shorts = new short[12];
      for (int i = 0; i < 12; i++) {
        shorts[i] = (short) ~ints[i];
      }
      long[] keptLongs = longs.clone();
      int[] keptInts = ints.clone();
      short[] keptShorts = shorts.clone();
      in.put64(base, longs, 1, count);
      boolean there = link.memory().getLong(base) == longs[1];
      in.put32(base, ints, 1, count);
      there &= link.memory().getInt(base) == ints[1];
      in.put16(base, shorts, 1, count);
      there &= link.memory().getShort(base) == shorts[1];
      in.put8(base + 1, source, 1, 2);
      clause("rsm_memseg_import_put.04").that(there, "each put is there on return");
      clause("rsm_memseg_import_put.03")
          .that(
              Arrays.equals(keptLongs, longs)
                  && Arrays.equals(keptInts, ints)
                  && Arrays.equals(keptShorts, shorts)
                  && Arrays.equals(kept, source),
              "the items stay");
      for (int i = 0; i < count; i++) {
        items.putLong(base + 8 * i, longs[1 + i]);
      }
      for (int i = 0; i < count; i++) {
        items.putInt(base + 4 * i, ints[1 + i]);
      }
      for (int i = 0; i < count; i++) {
        items.putShort(base + 2 * i, shorts[1 + i]);
      }
      items.put(base + 1, source, 1, 2);
      compare(link, expected, "items at " + base, "02", "03", "04", "09", "24");
    }
  }

  @Test
  @Clauses({"rsm_memseg_import_get.25", "rsm_memseg_import_put.26"})
  @SameJvm("position and limit of a buffer do not travel")
  void positionAndLimitOfTheBufferDoNotMatter() throws Exception {
    ConnectedSegment link = link();
    byte[] content = fill(link);
    ImportSegment in = link.importer();
    int room = 3 * ROOM;
    List<ByteBuffer> locals =
        List.of(
            ByteBuffer.allocate(room),
            ByteBuffer.allocateDirect(room),
            ByteBuffer.allocate(room + 8).slice(8, room),
            memory(1).slice(8, room));
    for (ByteBuffer local : locals) {
      for (int limit : new int[] {0, 1, ROOM, ROOM + 1, 2 * ROOM, room}) {
        for (int position : new int[] {0, limit / 2, limit}) {
          String what = "position " + position + ", limit " + limit + " of " + local;
          byte[] expected = data(room);
          local.clear().put(0, expected).position(position).limit(limit);
          clause("rsm_memseg_import_get.25")
              .gives(() -> in.get(ROOM, local, ROOM, ROOM), RsmReturn.SUCCESS);
          System.arraycopy(content, ROOM, expected, ROOM, ROOM);
          unmoved("rsm_memseg_import_get.25", local, position, limit);
          clause("rsm_memseg_import_get.25")
              .that(Arrays.equals(expected, bytes(local)), "what a get fills with " + what);
          byte[] source = data(room);
          local.clear().put(0, source).position(position).limit(limit);
          clause("rsm_memseg_import_put.26")
              .gives(() -> in.put(0, local, ROOM, ROOM), RsmReturn.SUCCESS);
          System.arraycopy(source, ROOM, content, 0, ROOM);
          unmoved("rsm_memseg_import_put.26", local, position, limit);
          clause("rsm_memseg_import_put.26")
              .that(
                  Arrays.equals(content, link.seen(0, link.length())), "what is put with " + what);
        }
      }
    }
  }

  private void unmoved(String clause, ByteBuffer local, int position, int limit) {
    clause(clause)
        .that(local.position() == position && local.limit() == limit, "position and limit stay");
  }

  private static byte[] bytes(ByteBuffer local) {
    byte[] all = new byte[local.capacity()];
    local.duplicate().clear().get(all);
    return all;
  }

  private void compare(ConnectedSegment link, byte[] expected, String what, String... clauses) {
    boolean same = Arrays.equals(expected, link.seen(0, link.length()));
    for (String number : clauses) {
      clause("rsm_memseg_import_put." + number).that(same, what);
    }
  }

  @Test
  @Clauses({
    "rsm_memseg_import_get.05",
    "rsm_memseg_import_put.06",
    "rsm_memseg_import_get.06",
    "rsm_memseg_import_put.07",
    "rsm_memseg_import_get.09"
  })
  void argumentsAreCheckedFirst() throws Exception {
    argumentsAreChecked();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_put.10",
    "rsm_memseg_import_get.10",
    "rsm_memseg_import_put.11",
    "rsm_memseg_import_get.11",
    "rsm_memseg_import_put.12"
  })
  void argumentsAreCheckedSecond() throws Exception {
    argumentsAreChecked();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_get.12",
    "rsm_memseg_import_put.22",
    "rsm_memseg_import_get.13",
    "rsm_memseg_import_put.13",
    "seed-002.05"
  })
  void argumentsAreCheckedThird() throws Exception {
    argumentsAreChecked();
  }

  private void argumentsAreChecked() throws Exception {
    ConnectedSegment link = link();
    byte[] before = fill(link);
    ImportSegment in = link.importer();
    int length = link.length();
    for (Transfer t : all()) {
      int size = t.size();
      clause(id(t, 5, 6)).gives(() -> t.call().run(in, 0, -1, 1), RsmReturn.BAD_ADDR);
      for (int off = 1; off < size; off++) {
        int odd = off;
        clause(id(t, 6, 7)).gives(() -> t.run(in, odd, 1), RsmReturn.BAD_MEM_ALIGNMENT);
        clause("seed-002.05").gives(() -> t.run(in, 8 + odd, 1), RsmReturn.BAD_MEM_ALIGNMENT);
      }
      for (long low : new long[] {-size, -8L * size, Long.MIN_VALUE}) {
        clause(id(t, 9, 10)).gives(() -> t.run(in, low, 1), RsmReturn.BAD_OFFSET);
      }
      for (long high : new long[] {length, length + size, 1L << 40}) {
        clause(id(t, 10, 11))
            .gives(() -> t.run(in, high, 1), RsmReturn.BAD_OFFSET, RsmReturn.BAD_LENGTH);
      }
      clause(id(t, 11, 12))
          .gives(() -> t.run(in, length - size, 2), RsmReturn.BAD_LENGTH, RsmReturn.BAD_OFFSET);
      clause(id(t, 11, 12))
          .gives(() -> t.run(in, size, length / size), RsmReturn.BAD_LENGTH, RsmReturn.BAD_OFFSET);
      clause(id(t, 12, 22))
          .gives(
              () -> t.run(in, Long.MAX_VALUE / 8 * 8, 8),
              RsmReturn.BAD_OFFSET,
              RsmReturn.BAD_LENGTH);
      clause(id(t, 13, 13)).gives(() -> t.run(in, 0, 0), RsmReturn.SUCCESS);
      clause(id(t, 13, 13)).gives(() -> t.run(in, length, 0), RsmReturn.SUCCESS);
    }
    getsPastTheEndCopyNothing(in, length);
    boolean same = Arrays.equals(before, link.seen(0, length));
    for (String number : List.of("10", "12", "13", "22")) {
      clause("rsm_memseg_import_put." + number).that(same, "nothing was written");
    }
    for (Transfer t : all()) {
      int size = t.size();
      clause(id(t, 12, 22)).gives(() -> t.run(in, length - size, 1), RsmReturn.SUCCESS);
      clause(id(t, 12, 22)).gives(() -> t.run(in, 0, length / size), RsmReturn.SUCCESS);
    }
  }

  private void getsPastTheEndCopyNothing(ImportSegment in, int length) throws Exception {
    byte[] bytes = new byte[2];
    short[] shorts = new short[2];
    int[] ints = new int[2];
    long[] longs = new long[2];
    ByteBuffer buffer = ByteBuffer.allocate(2);
    List<RsmCheck.CheckedCall> calls =
        List.of(
            () -> in.get8(length - 1, bytes, 0, 2),
            () -> in.get16(length - 2, shorts, 0, 2),
            () -> in.get32(length - 4, ints, 0, 2),
            () -> in.get64(length - 8, longs, 0, 2),
            () -> in.get(length - 1, buffer, 0, 2));
    for (RsmCheck.CheckedCall call : calls) {
      clause("rsm_memseg_import_get.11").gives(call, RsmReturn.BAD_LENGTH, RsmReturn.BAD_OFFSET);
    }
    clause("rsm_memseg_import_get.11")
        .that(
            bytes[0] == 0 && shorts[0] == 0 && ints[0] == 0 && longs[0] == 0 && buffer.get(0) == 0,
            "nothing is copied");
  }

  /** The rights of an access list that lets both reads and writes. */
  private static final int ALL_RIGHTS = 0666;

  private static final Dimension<Boolean> LISTED =
      Dimension.attributes("segment has an access list", false, true);

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_get.14",
    "rsm_memseg_import_get.15",
    "rsm_memseg_import_put.14",
    "rsm_memseg_import_put.25"
  })
  void rightsAreChecked() throws Exception {
    importing();
    checkInSituations(this::rights, LISTED);
  }

  private void rights(Situation situation) throws Exception {
    ConnectedSegment link =
        situation.get(LISTED)
            ? link(Permission.RDWR, new AccessEntry(importNode(), ALL_RIGHTS))
            : link();
    byte[] before = fill(link);
    ImportSegment reader = ready(link.id(), Permission.READ);
    ImportSegment writer = ready(link.id(), Permission.WRITE);
    for (Transfer t : Transfer.GETS) {
      clause("rsm_memseg_import_get.14").gives(() -> t.run(writer, 0, 1), RsmReturn.PERM_DENIED);
      clause("rsm_memseg_import_get.15").gives(() -> t.run(reader, 0, 1), RsmReturn.SUCCESS);
    }
    for (Transfer t : Transfer.PUTS) {
      clause("rsm_memseg_import_put.14").gives(() -> t.run(reader, 0, 1), RsmReturn.PERM_DENIED);
    }
    clause("rsm_memseg_import_put.14")
        .that(Arrays.equals(before, link.seen(0, link.length())), "nothing was written");
    for (Transfer t : Transfer.PUTS) {
      clause("rsm_memseg_import_put.14").gives(() -> t.run(writer, 0, 1), RsmReturn.SUCCESS);
      clause("rsm_memseg_import_put.25").gives(() -> t.run(writer, 8, 1), RsmReturn.SUCCESS);
    }
    clause("rsm_memseg_import_put.25").equal(0, link.memory().get(8), "what was put");
  }

  @Test
  @Clauses({
    "rsm_memseg_import_get.16",
    "rsm_memseg_import_get.17",
    "rsm_memseg_import_get.18",
    "rsm_memseg_import_put.15"
  })
  void implicitModeNeedsABarrierFirst() throws Exception {
    implicitModeNeedsABarrier();
  }

  @Test
  @Clauses({"rsm_memseg_import_put.16", "rsm_memseg_import_put.23", "seed-002.03"})
  void implicitModeNeedsABarrierSecond() throws Exception {
    implicitModeNeedsABarrier();
  }

  private void implicitModeNeedsABarrier() throws Exception {
    ConnectedSegment link = link();
    byte[] before = fill(link);
    ImportSegment in = connect(link.id(), Permission.RDWR);
    for (Transfer t : all()) {
      clause(id(t, 16, 15)).gives(() -> t.run(in, 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
      clause("seed-002.03").gives(() -> t.run(in, 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
      clause(id(t, 18, 23)).gives(() -> t.run(in, -8, 1), RsmReturn.BAD_OFFSET);
      clause(id(t, 18, 23)).gives(() -> t.call().run(in, 0, -1, 1), RsmReturn.BAD_ADDR);
    }
    clause("rsm_memseg_import_put.15")
        .that(Arrays.equals(before, link.seen(0, link.length())), "nothing was written");
    in.setMode(BarrierMode.EXPLICIT);
    for (Transfer t : all()) {
      clause(id(t, 17, 16)).gives(() -> t.run(in, 0, 1), RsmReturn.SUCCESS);
    }
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({"rsm_memseg_import_get.19", "rsm_memseg_import_put.17", "seed-002.06"})
  void eachCauseHasItsCode() throws Exception {
    ConnectedSegment link = link();
    ImportSegment in = link.importer();
    ImportSegment bare = connect(link.id(), Permission.RDWR);
    ImportSegment reader = ready(link.id(), Permission.READ);
    ImportSegment gone = ready(link.id(), Permission.RDWR);
    gone.disconnect();
    clause("seed-002.06").gives(() -> Transfer.GETS.get(3).run(gone, 0, 1), RsmReturn.BAD_SEG_HNDL);
    clause("seed-002.06")
        .gives(() -> Transfer.GETS.get(3).call().run(in, 0, -1, 1), RsmReturn.BAD_ADDR);
    clause("seed-002.06")
        .gives(() -> Transfer.GETS.get(3).run(in, 1, 1), RsmReturn.BAD_MEM_ALIGNMENT);
    clause("seed-002.06").gives(() -> Transfer.PUTS.get(0).run(in, -1, 1), RsmReturn.BAD_OFFSET);
    clause("seed-002.06")
        .gives(
            () -> Transfer.PUTS.get(0).run(in, link.length() - 1, 2),
            RsmReturn.BAD_LENGTH,
            RsmReturn.BAD_OFFSET);
    clause("seed-002.06")
        .gives(() -> Transfer.PUTS.get(0).run(reader, 0, 1), RsmReturn.PERM_DENIED);
    clause("seed-002.06")
        .gives(() -> Transfer.PUTS.get(0).run(bare, 0, 1), RsmReturn.BARRIER_UNINITIALIZED);
    abort(link.export());
    clause("seed-002.06").gives(() -> Transfer.PUTS.get(0).run(in, 0, 1), RsmReturn.CONN_ABORTED);
    for (Transfer t : all()) {
      clause(id(t, 19, 17)).gives(() -> t.run(in, 0, 1), RsmReturn.CONN_ABORTED);
    }
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_memseg_import_get.23", "rsm_memseg_import_put.20", "rsm_intr_signal_post.17"})
  void dataIsSeenAcrossProcesses() throws Exception {
    ConnectedSegment link = link();
    ImportSegment other = ready(link.id(), Permission.RDWR);
    peer().ask("connect " + link.id() + " 0600");
    byte[] one = new byte[1];
    for (int i = 1; i < 50; i++) {
      byte value = (byte) i;
      link.importer().put8(i, new byte[] {value}, 0, 1);
      other.get8(i, one, 0, 1);
      clause("rsm_memseg_import_put.20").equal(value, one[0], "through another import");
      clause("rsm_memseg_import_put.20")
          .equal(value, peer().ask("get " + link.id() + " " + i), "in another process");
      link.memory().put(i, (byte) -i);
      link.export().post(0);
      peer().ask("waitimport " + link.id() + " 10000");
      link.importer().await(0);
      other.await(0);
      clause("rsm_memseg_import_get.23")
          .equal(-i, peer().ask("get " + link.id() + " " + i), "after the signal");
      peer().start("put " + link.id() + " " + i + " 77");
      peer().start("postimport " + link.id() + " 0");
      clause("rsm_intr_signal_post.17").gives(() -> link.export().await(10_000), 0);
      clause("rsm_intr_signal_post.17").equal(77, link.memory().get(i), "after the signal");
      peer().answer("put");
      peer().answer("postimport");
    }
    peer().ask("disconnect " + link.id());
  }

  @Test
  @Clauses({"rsm_memseg_import_get.24", "rsm_memseg_import_put.21"})
  void threadsShareAnImport() throws Exception {
    ConnectedSegment link = link();
    AtomicInteger number = new AtomicInteger();
    int part = link.length() / 4;
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              int base = number.getAndIncrement() * part;
              byte[] mine = new byte[part];
              byte[] back = new byte[part];
              for (int round = 0; round < 200; round++) {
                Arrays.fill(mine, (byte) (round + base));
                link.importer().put8(base, mine, 0, part);
                link.importer().get8(base, back, 0, part);
                if (!Arrays.equals(mine, back)) {
                  return false;
                }
              }
              return true;
            });
    for (boolean each : sound) {
      clause("rsm_memseg_import_get.24").that(each, "a thread reads its range");
      clause("rsm_memseg_import_put.21").that(each, "a thread writes its range");
    }
  }
}
