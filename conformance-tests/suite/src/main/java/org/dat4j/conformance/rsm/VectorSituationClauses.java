package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck.CheckedCall;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of vectors that succeed, in many situations: with one to sixteen entries, some of them
 * empty, and with the signals that they post.
 */
class VectorSituationClauses extends RsmTest {
  /** A residual count that no vector of these tests has. */
  private static final int STALE = 99;

  private static final Dimension<Integer> ENTRIES =
      Dimension.number("number of entries", 1, 2, 3, 5, 8, 9, 15, 16);
  private static final Dimension<Integer> ENTRY_SIZE = Dimension.size("size", 0, 1, 64, 511);
  private static final Dimension<Boolean> WRITES = Dimension.choice("putv", true, false);
  private static final Dimension<String> EMPTY =
      Dimension.size("empty entries", "none", "first", "middle", "last", "all but the first");
  private static final Dimension<String> MEMORY =
      Dimension.attributes("local memory", "buffer", "handle", "buffer and handle");
  private static final Dimension<Integer> PENDING =
      Dimension.occurrence("signals that are pending before", 0, 1, 2);

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_memseg_import_putv.01", "rsm_memseg_import_putv.18", "rsm_memseg_import_putv.21"})
  void emptyEntriesCountAsCarriedOut() throws Exception {
    importing();
    checkInSituations(this::withEmpty, ENTRIES, ENTRY_SIZE, EMPTY, MEMORY, WRITES);
  }

  private void withEmpty(Situation situation) throws Exception {
    ConnectedSegment link = link();
    int entries = situation.get(ENTRIES);
    int size = situation.get(ENTRY_SIZE);
    boolean writes = situation.get(WRITES);
    int total = entries * size;
    byte[] local = data(total);
    byte[] segment = data(total);
    byte[] expected = (writes ? segment : local).clone();
    ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(1, total)).put(0, local);
    ByteBuffer pages = memory(2).put(0, local);
    LocalMemoryHandle handle = importing().createLocalMemoryHandle(pages);
    atEnd(handle::close);
    link.memory().put(0, segment);
    ScatGath vector = new ScatGath(entries);
    for (int k = 0; k < entries; k++) {
      int at = k * size;
      int length = isEmpty(situation.get(EMPTY), k, entries) ? 0 : size;
      if (isOfHandle(situation.get(MEMORY), k)) {
        vector.add(handle, at, at, length);
      } else {
        vector.add(buffer, at, at, length);
      }
      System.arraycopy(writes ? local : segment, at, expected, at, length);
    }
    vector.setResidual(STALE);
    clause("rsm_memseg_import_putv.21").gives(call(link.importer(), vector, writes), 0);
    clause("rsm_memseg_import_putv.18").equal(0, vector.residual(), "residual after success");
    byte[] found = link.seen(0, total);
    for (int k = 0; k < entries && !writes; k++) {
      ByteBuffer used = isOfHandle(situation.get(MEMORY), k) ? pages : buffer;
      used.get(k * size, found, k * size, size);
    }
    clause("rsm_memseg_import_putv.01")
        .equal(-1, Arrays.mismatch(expected, found), "first wrong byte");
  }

  private static boolean isOfHandle(String memory, int entry) {
    return memory.equals("handle") || memory.equals("buffer and handle") && entry % 2 == 1;
  }

  private static boolean isEmpty(String which, int entry, int entries) {
    return switch (which) {
      case "first" -> entry == 0;
      case "middle" -> entry == entries / 2;
      case "last" -> entry == entries - 1;
      case "all but the first" -> entry > 0;
      default -> false;
    };
  }

  private static CheckedCall call(ImportSegment in, ScatGath vector, boolean writes) {
    return () -> writes ? in.putv(vector) : in.getv(vector);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_memseg_import_putv.26", "rsm_memseg_import_putv.28"})
  void vectorsOfAnyNumberPostOneSignalOrNone() throws Exception {
    importing();
    checkInSituations(this::postsOnce, ENTRIES, ENTRY_SIZE, PENDING, WRITES);
  }

  private void postsOnce(Situation situation) throws Exception {
    ConnectedSegment link = link();
    int entries = situation.get(ENTRIES);
    int size = situation.get(ENTRY_SIZE);
    int pending = situation.get(PENDING);
    ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(1, entries * size));
    ScatGath vector = new ScatGath(entries);
    for (int k = 0; k < entries; k++) {
      vector.add(buffer, (long) k * size, (long) k * size, size);
    }
    CheckedCall call = call(link.importer(), vector, situation.get(WRITES));
    vector.flags(SignalFlags.IMPLICIT_SIGPOST);
    for (int i = 0; i < pending; i++) {
      clause("rsm_memseg_import_putv.26").gives(() -> link.importer().post(0), RsmReturn.SUCCESS);
    }
    clause("rsm_memseg_import_putv.26").gives(call, RsmReturn.SUCCESS);
    for (int i = 0; i <= pending; i++) {
      clause("rsm_memseg_import_putv.26")
          .gives(() -> link.export().await(PATIENCE), RsmReturn.SUCCESS);
    }
    clause("rsm_memseg_import_putv.26").gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
    vector.flags(SignalFlags.IMPLICIT_SIGPOST | SignalFlags.NO_ACCUMULATE);
    int expected = Math.max(1, pending);
    boolean dropped =
        sometime(
            () -> {
              for (int i = 0; i < pending; i++) {
                link.importer().post(0);
              }
              clause("rsm_memseg_import_putv.28").gives(call, RsmReturn.SUCCESS);
              clause("rsm_memseg_import_putv.28").gives(call, RsmReturn.SUCCESS);
              return drain(link.export()) == expected;
            });
    clause("rsm_memseg_import_putv.28").that(dropped, "no event is added to a pending one");
  }
}
