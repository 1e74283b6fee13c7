package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck.CheckedCall;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of rsm_memseg_import_putv and _getv, which do several puts or gets (a vector of transfers)
 * in one call.
 */
class VectorClauses extends RsmTest {
  private static final int BOTH = SignalFlags.IMPLICIT_SIGPOST | SignalFlags.NO_ACCUMULATE;

  private static List<CheckedCall> both(ImportSegment in, ScatGath vector) {
    return List.of(() -> in.putv(vector), () -> in.getv(vector));
  }

  private ByteBuffer filled(int length) {
    return ByteBuffer.allocateDirect(length).put(0, data(length));
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_memseg_import_putv.01",
    "rsm_memseg_import_putv.02",
    "rsm_memseg_import_putv.03",
    "rsm_memseg_import_putv.22",
    "rsm_memseg_import_putv.23"
  })
  void piecesGoWhereTheyBelongFirst() throws Exception {
    piecesGoWhereTheyBelong();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_putv.34",
    "rsm_create_localmemory_handle.11",
    "rsm_create_localmemory_handle.12",
    "seed-002.07",
    "seed-002.22"
  })
  void piecesGoWhereTheyBelongSecond() throws Exception {
    piecesGoWhereTheyBelong();
  }

  @Test
  @Clauses({"seed-004.04", "seed-004.08", "seed-004.11", "seed-004.13"})
  void piecesGoWhereTheyBelongThird() throws Exception {
    piecesGoWhereTheyBelong();
  }

  private void piecesGoWhereTheyBelong() throws Exception {
    List<String> all =
        List.of(
            "rsm_memseg_import_putv.01",
            "rsm_memseg_import_putv.02",
            "rsm_memseg_import_putv.03",
            "rsm_memseg_import_putv.22",
            "rsm_memseg_import_putv.23",
            "rsm_memseg_import_putv.34",
            "rsm_create_localmemory_handle.11",
            "rsm_create_localmemory_handle.12",
            "seed-002.07",
            "seed-002.22",
            "seed-004.04",
            "seed-004.08",
            "seed-004.11",
            "seed-004.13");
    ConnectedSegment link = link();
    ByteBuffer heap = ByteBuffer.wrap(data(1000));
    ByteBuffer pages = memory(1);
    pages.put(0, data(pages.capacity()));
    LocalMemoryHandle handle = importing().createLocalMemoryHandle(pages);
    atEnd(handle::close);
    for (int round = 0; round < 20; round++) {
      byte[] expected = link.seen(0, link.length());
      ScatGath vector = new ScatGath(16);
      int[] from = new int[16];
      int[] to = new int[16];
      int[] length = new int[16];
      for (int i = 0; i < 16; i++) {
        from[i] = random().nextInt(700);
        length[i] = random().nextInt(200);
        to[i] = i * link.length() / 16 + random().nextInt(50);
        byte[] piece = new byte[length[i]];
        if (i % 2 == 0) {
          vector.add(heap, from[i], to[i], length[i]);
          heap.get(from[i], piece);
        } else {
          vector.add(handle, from[i], to[i], length[i]);
          pages.get(from[i], piece);
        }
        System.arraycopy(piece, 0, expected, to[i], length[i]);
      }
      int code = link.importer().putv(vector);
      boolean put = code == 0 && Arrays.equals(expected, link.seen(0, link.length()));
      byte[] there = data(link.length());
      link.memory().put(0, there);
      byte[] near = heap.array().clone();
      byte[] far = new byte[pages.capacity()];
      pages.get(0, far);
      for (int i = 0; i < 16; i++) {
        link.memory().get(to[i], i % 2 == 0 ? near : far, from[i], length[i]);
      }
      code = link.importer().getv(vector);
      byte[] got = new byte[far.length];
      pages.get(0, got);
      boolean get = code == 0 && Arrays.equals(near, heap.array()) && Arrays.equals(far, got);
      get &= Arrays.equals(there, link.seen(0, link.length()));
      for (String id : all) {
        clause(id).that(put, "a vector of both types is put");
        clause(id).that(get, "a vector of both types is got");
      }
    }
  }

  @Test
  @Clauses({
    "rsm_memseg_import_putv.04",
    "rsm_memseg_import_putv.06",
    "rsm_memseg_import_putv.33",
    "seed-004.07"
  })
  void theVectorIsChecked() throws Exception {
    ConnectedSegment link = link();
    ByteBuffer local = filled(16);
    ImportSegment gone = ready(link.id(), Permission.RDWR);
    gone.disconnect();
    byte[] before = link.seen(0, link.length());
    for (int count : new int[] {0, 1, 16, 17}) {
      ScatGath vector = new ScatGath(17);
      for (int i = 0; i < count; i++) {
        vector.add(local, i % 16, i, 1);
      }
      int expected = count == 0 || count == 17 ? RsmReturn.BAD_SGIO : RsmReturn.SUCCESS;
      for (CheckedCall call : both(link.importer(), vector)) {
        clause("rsm_memseg_import_putv.06").gives(call, expected);
        clause("seed-004.07").gives(call, expected);
      }
    }
    for (CheckedCall call : both(link.importer(), null)) {
      clause("rsm_memseg_import_putv.04").gives(call, RsmReturn.BAD_SGIO);
    }
    link.memory().put(0, before);
    for (CheckedCall call : both(gone, new ScatGath(1).add(local, 0, 0, 1))) {
      clause("rsm_memseg_import_putv.33").gives(call, RsmReturn.BAD_SEG_HNDL);
    }
    clause("rsm_memseg_import_putv.33")
        .that(Arrays.equals(before, link.seen(0, link.length())), "nothing moved");
  }

  /** A vector whose entry 2 of 4 is bad, and the codes that refuse it. */
  private record Bad(String clause, ScatGath vector, int... codes) {}

  private List<Bad> bad(ConnectedSegment link) {
    LocalMemoryHandle handle = importing().createLocalMemoryHandle(memory(1).slice(0, 100));
    LocalMemoryHandle freed = importing().createLocalMemoryHandle(memory(1));
    freed.close();
    atEnd(handle::close);
    int end = link.length();
    String page = "rsm_memseg_import_putv.";
    return List.of(
        new Bad(
            page + "09", four(freed, 0, 200, 8), RsmReturn.BAD_SGIO, RsmReturn.BAD_LOCALMEM_HNDL),
        new Bad(page + "10", four((ByteBuffer) null, 0, 200, 8), RsmReturn.BAD_ADDR),
        new Bad(
            page + "11", four(filled(8), 0, end, 8), RsmReturn.BAD_OFFSET, RsmReturn.BAD_LENGTH),
        new Bad(page + "11", four(filled(8), 0, -8, 8), RsmReturn.BAD_OFFSET, RsmReturn.BAD_LENGTH),
        new Bad(
            page + "12",
            four(filled(8), 0, end - 4, 8),
            RsmReturn.BAD_LENGTH,
            RsmReturn.BAD_OFFSET),
        new Bad(page + "13", four(handle, 96, 200, 8), RsmReturn.BAD_LENGTH, RsmReturn.BAD_OFFSET));
  }

  private ScatGath four(ByteBuffer bad, long from, long to, long length) {
    return around().add(bad, from, to, length).add(filled(8), 0, 300, 8);
  }

  private ScatGath four(LocalMemoryHandle bad, long from, long to, long length) {
    return around().add(bad, from, to, length).add(filled(8), 0, 300, 8);
  }

  private ScatGath around() {
    return new ScatGath(4)
        .add(filled(8), 0, 0, 8)
        .add(filled(8), 0, 100, 8)
        .flags(SignalFlags.IMPLICIT_SIGPOST);
  }

  @Test
  @Clauses({
    "rsm_memseg_import_putv.09",
    "rsm_memseg_import_putv.10",
    "rsm_memseg_import_putv.11",
    "rsm_memseg_import_putv.12"
  })
  void anEntryThatFailsEndsTheVectorFirst() throws Exception {
    anEntryThatFailsEndsTheVector();
  }

  @Test
  @Clauses({
    "rsm_memseg_import_putv.13",
    "rsm_memseg_import_putv.18",
    "rsm_memseg_import_putv.19",
    "rsm_memseg_import_putv.29"
  })
  void anEntryThatFailsEndsTheVectorSecond() throws Exception {
    anEntryThatFailsEndsTheVector();
  }

  @Test
  @Clauses({"rsm_memseg_import_putv.30", "seed-002.20", "seed-004.05"})
  void anEntryThatFailsEndsTheVectorThird() throws Exception {
    anEntryThatFailsEndsTheVector();
  }

  private void anEntryThatFailsEndsTheVector() throws Exception {
    ConnectedSegment link = link();
    for (Bad bad : bad(link)) {
      link.memory().put(0, new byte[link.length()]);
      ScatGath vector = bad.vector();
      ByteBuffer first = vector.buffer(0);
      clause(bad.clause()).gives(() -> link.importer().putv(vector), bad.codes());
      int residual = vector.residual();
      // Found before anything starts, or when it is its turn.
      clause("rsm_memseg_import_putv.18").that(residual == 2 || residual == 4, "" + residual);
      for (String id : List.of("rsm_memseg_import_putv.19", "seed-002.20", "seed-004.05")) {
        boolean done = residual == 2;
        clause(id).equal(done ? first.get(0) : 0, link.memory().get(0), "entry 0");
        clause(id).equal(done ? vector.buffer(1).get(0) : 0, link.memory().get(100), "entry 1");
        clause(id).equal(0, link.memory().getLong(200), "entry 2");
        clause(id).equal(0, link.memory().getLong(300), "entry 3");
      }
      byte last = vector.buffer(3).get(0);
      clause("rsm_memseg_import_putv.30")
          .equal(SignalFlags.IMPLICIT_SIGPOST, vector.flags(), "flags");
      link.memory().put(300, (byte) (last + 1));
      clause(bad.clause()).gives(() -> link.importer().getv(vector), bad.codes());
      clause("rsm_memseg_import_putv.18")
          .that(vector.residual() == 2 || vector.residual() == 4, "getv: " + vector.residual());
      clause("rsm_memseg_import_putv.19").equal(last, vector.buffer(3).get(0), "entry 3 of a getv");
      clause("rsm_memseg_import_putv.30")
          .equal(SignalFlags.IMPLICIT_SIGPOST, vector.flags(), "flags");
      clause("rsm_memseg_import_putv.30")
          .that(first == vector.buffer(0) && vector.length(0) == 8, "entries");
      clause("rsm_memseg_import_putv.29").gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
    }
    ScatGath last = new ScatGath(1).add(filled(8), 0, link.length() - 8, 8);
    for (CheckedCall call : both(link.importer(), last)) {
      clause("rsm_memseg_import_putv.12").gives(call, RsmReturn.SUCCESS);
    }
    ScatGath good = new ScatGath(1).add(filled(8), 0, 0, 8);
    for (CheckedCall call : both(link.importer(), good)) {
      good.setResidual(7);
      call.run();
      clause("rsm_memseg_import_putv.18").equal(0, good.residual(), "residual after success");
    }
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({"rsm_memseg_import_putv.14", "rsm_memseg_import_putv.15", "seed-004.01"})
  void rightsAndAborts() throws Exception {
    ConnectedSegment link = link();
    ImportSegment reader = ready(link.id(), Permission.READ);
    ImportSegment writer = ready(link.id(), Permission.WRITE);
    ImportSegment gone = ready(link.id(), Permission.RDWR);
    gone.disconnect();
    ScatGath vector = new ScatGath(1).add(filled(8), 0, 0, 8);
    for (String id : List.of("rsm_memseg_import_putv.14", "seed-004.01")) {
      clause(id).gives(() -> reader.putv(vector), RsmReturn.PERM_DENIED);
      clause(id).gives(() -> writer.getv(vector), RsmReturn.PERM_DENIED);
    }
    clause("rsm_memseg_import_putv.14").gives(() -> reader.getv(vector), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_putv.14").gives(() -> writer.putv(vector), RsmReturn.SUCCESS);
    for (CheckedCall call : both(link.importer(), new ScatGath(1))) {
      clause("seed-004.01").gives(call, RsmReturn.BAD_SGIO);
    }
    for (CheckedCall call : both(gone, vector)) {
      clause("seed-004.01").gives(call, RsmReturn.BAD_SEG_HNDL);
    }
    for (Bad bad : bad(link)) {
      for (CheckedCall call : both(link.importer(), bad.vector())) {
        clause("seed-004.01").gives(call, bad.codes());
      }
    }
    abort(link.export());
    for (CheckedCall call : both(link.importer(), vector)) {
      clause("rsm_memseg_import_putv.15").gives(call, RsmReturn.CONN_ABORTED);
      clause("seed-004.01").gives(call, RsmReturn.CONN_ABORTED);
    }
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses({
    "rsm_memseg_import_putv.20",
    "rsm_memseg_import_putv.21",
    "rsm_memseg_import_putv.24",
    "rsm_memseg_import_putv.25",
    "seed-004.09"
  })
  void entriesAreDoneInOrder() throws Exception {
    ConnectedSegment link = link();
    ImportSegment bare = connect(link.id(), Permission.RDWR);
    ScatGath vector = new ScatGath(16);
    for (int i = 0; i < 16; i++) {
      vector.add(ByteBuffer.wrap(new byte[] {(byte) i, (byte) i}), 0, i % 3, 2);
    }
    clause("rsm_memseg_import_putv.24").gives(() -> bare.putv(vector), RsmReturn.SUCCESS);
    link.memory().put(0, new byte[4]);
    link.importer().putv(vector);
    for (String id : List.of("rsm_memseg_import_putv.20", "seed-004.09")) {
      clause(id).that(Arrays.equals(new byte[] {15, 15, 14, 14}, link.seen(0, 4)), "the last wins");
    }
    ScatGath empty = new ScatGath(2).add(filled(8), 0, 0, 0).add(filled(8), 8, link.length(), 0);
    for (CheckedCall call : both(bare, empty)) {
      clause("rsm_memseg_import_putv.21").gives(call, RsmReturn.SUCCESS);
      clause("rsm_memseg_import_putv.24").gives(call, RsmReturn.SUCCESS);
    }
    clause("rsm_memseg_import_putv.21").equal(15, link.memory().get(0), "nothing moved");
    bare.setMode(BarrierMode.EXPLICIT);
    RsmBarrier barrier = bare.initBarrier(BarrierType.DEFAULT);
    barrier.open();
    bare.putv(vector);
    clause("rsm_memseg_import_putv.25").gives(barrier::close, RsmReturn.SUCCESS);
    clause("rsm_memseg_import_putv.25").equal(14, link.memory().get(3), "after the close");
    barrier.open();
    abort(link.export());
    bare.putv(vector);
    clause("rsm_memseg_import_putv.25").gives(barrier::close, RsmReturn.CONN_ABORTED);
  }

  @Test
  @Clauses({"rsm_memseg_import_putv.26", "rsm_memseg_import_putv.27", "rsm_memseg_import_putv.28"})
  void aVectorThatSucceedsPostsWhenAskedFirst() throws Exception {
    aVectorThatSucceedsPostsWhenAsked();
  }

  @Test
  @Clauses({"rsm_memseg_import_putv.31", "seed-002.21", "seed-004.06"})
  void aVectorThatSucceedsPostsWhenAskedSecond() throws Exception {
    aVectorThatSucceedsPostsWhenAsked();
  }

  private void aVectorThatSucceedsPostsWhenAsked() throws Exception {
    ConnectedSegment link = link();
    ScatGath vector = new ScatGath(1).add(filled(8), 0, 0, 8);
    for (CheckedCall call : both(link.importer(), vector)) {
      vector.flags(SignalFlags.IMPLICIT_SIGPOST);
      call.run();
      for (String id : List.of("rsm_memseg_import_putv.26", "seed-002.21", "seed-004.06")) {
        if (id.endsWith("putv.26")) {
          clause(id).gives(() -> link.export().await(PATIENCE), RsmReturn.SUCCESS);
        }
        clause(id).gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
      }
      for (int flags : new int[] {0, SignalFlags.NO_ACCUMULATE}) {
        vector.flags(flags);
        call.run();
        clause("rsm_memseg_import_putv.27").gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
      }
      vector.flags(BOTH);
      boolean dropped =
          sometime(
              () -> {
                call.run();
                call.run();
                return drain(link.export()) == 1;
              });
      for (String id : List.of("rsm_memseg_import_putv.28", "seed-002.21", "seed-004.06")) {
        clause(id).that(dropped, "one of two is dropped");
      }
    }
    for (int i = 1; i < 50; i++) {
      ByteBuffer value = ByteBuffer.wrap(new byte[] {(byte) i});
      ScatGath both = new ScatGath(2).add(value, 0, 100, 1).add(value, 0, 200, 1).flags(BOTH);
      var sender = background(() -> link.importer().putv(both));
      link.export().await(PATIENCE);
      clause("rsm_memseg_import_putv.31").equal(i, link.memory().get(100), "first entry");
      clause("rsm_memseg_import_putv.31").equal(i, link.memory().get(200), "last entry");
      sender.get();
    }
  }

  @Test
  @Clauses("rsm_memseg_import_putv.32")
  void threadsUseTheirOwnVectors() throws Exception {
    ConnectedSegment link = link();
    AtomicInteger number = new AtomicInteger();
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              int base = number.getAndIncrement() * 512;
              ByteBuffer out = ByteBuffer.allocate(64);
              ByteBuffer in = ByteBuffer.allocate(64);
              ScatGath put = new ScatGath(2).add(out, 0, base, 32).add(out, 32, base + 99, 32);
              ScatGath get = new ScatGath(2).add(in, 0, base, 32).add(in, 32, base + 99, 32);
              for (int round = 0; round < 300; round++) {
                out.putInt(0, round + base).putInt(60, round - base);
                if (link.importer().putv(put) != 0
                    || link.importer().getv(get) != 0
                    || !in.equals(out)) {
                  return false;
                }
              }
              return true;
            });
    clause("rsm_memseg_import_putv.32").that(!sound.contains(false), "all threads succeed");
  }
}
