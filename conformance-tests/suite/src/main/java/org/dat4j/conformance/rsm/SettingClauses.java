package org.dat4j.conformance.rsm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.spi.RsmSetting;
import org.junit.jupiter.api.Test;

/**
 * Tests that transfers work as usual on controllers with one of the provider's own settings
 * changed, to the values that the provider declares for trials.
 */
class SettingClauses extends RsmTest {
  /** The most puts or entries of a situation. */
  private static final int MOST = 16;

  private static final String OWN = "as configured";
  private static final String NOT_DECLARED =
      "the provider declares no values to try (RsmSetting.tried)";
  private static final Dimension<Integer> SIZE = SharedDimensions.sizes("size", 1, 1 << 18);
  private static final Dimension<Amount> NUMBER = SharedDimensions.numbers("number of puts");
  private static final Dimension<BarrierMode> MODE =
      Dimension.attributes("mode", BarrierMode.values());

  private Dimension<String> setting() {
    List<String> values = new ArrayList<>(List.of(OWN));
    for (RsmSetting setting : settings()) {
      setting.tried().forEach(value -> values.add(setting.key() + "=" + value));
      if (setting.tried().isEmpty()) {
        values.add(setting.key());
      }
    }
    return Dimension.attributes("setting", values.toArray(String[]::new))
        .where(value -> value.equals(OWN) || value.contains("="), NOT_DECLARED);
  }

  @Test
  @SameJvm("both sides are opened with the setting")
  @Clauses({
    "rsm_memseg_import_put.01",
    "rsm_memseg_import_get.01",
    "rsm_memseg_import_putv.01",
    "rsm_memseg_import_open_barrier.10",
    "rsm_intr_signal_post.17"
  })
  void transfersAreTheSameWithOtherSettings() throws Exception {
    Dimension<String> setting = setting();
    long most = controller().getAttr().maxExportSegmentSize();
    checkInSituations(
        situation -> (long) situation.get(SIZE) * situation.get(NUMBER).of(MOST) + page() <= most,
        situation -> transfers(setting, situation),
        setting,
        SIZE,
        NUMBER,
        MODE);
  }

  private void transfers(Dimension<String> setting, Situation situation) throws Exception {
    String value = situation.get(setting);
    int equals = value.indexOf('=');
    String key = equals < 0 ? null : value.substring(0, equals);
    RsmController exporter = controllerApart(0, key, value.substring(equals + 1));
    RsmController importer = controllerApart(1, key, value.substring(equals + 1));
    int size = situation.get(SIZE);
    int number = situation.get(NUMBER).of(MOST);
    int total = size * number;
    ByteBuffer memory = memory((total + page() - 1) / page());
    ExportSegment export = exporter.createExportSegment(memory, ExportFlags.NONE);
    atEnd(export::close);
    int id = freshId();
    export.publish(id, null);
    ImportSegment in = importer.connectImportSegment(nodeApart(0), id, Permission.RDWR);
    atEnd(in::close);
    RsmBarrier barrier = in.initBarrier(BarrierType.DEFAULT);
    boolean explicit = situation.get(MODE) == BarrierMode.EXPLICIT;
    in.setMode(situation.get(MODE));
    byte[] data = data(total);
    String puts = explicit ? "rsm_memseg_import_open_barrier.10" : "rsm_memseg_import_put.01";
    open(explicit, barrier);
    for (int at = 0; at < total; at += size) {
      int offset = at;
      clause("rsm_memseg_import_put.01")
          .gives(() -> in.put(offset, ByteBuffer.wrap(data), offset, size), RsmReturn.SUCCESS);
    }
    close(explicit, barrier);
    clause(puts).equal(-1, mismatch(data, memory), "first wrong byte of the puts");
    byte[] found = new byte[total];
    clause("rsm_memseg_import_get.01")
        .gives(() -> in.get(0, ByteBuffer.wrap(found), 0, total), RsmReturn.SUCCESS);
    clause("rsm_memseg_import_get.01")
        .equal(-1, Arrays.mismatch(data, found), "first wrong byte of the get");
    byte[] next = data(total);
    ByteBuffer local = ByteBuffer.allocateDirect(total).put(0, next);
    ScatGath vector = new ScatGath(number);
    // The pieces change places.
    for (int i = 0; i < number; i++) {
      vector.add(local, (long) i * size, (long) (number - 1 - i) * size, size);
    }
    open(explicit, barrier);
    clause("rsm_memseg_import_putv.01").gives(() -> in.putv(vector), RsmReturn.SUCCESS);
    // A signal comes behind the puts of an open span, too.
    clause("rsm_intr_signal_post.17").gives(() -> in.post(0), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.17").gives(() -> export.await(PATIENCE), RsmReturn.SUCCESS);
    for (int i = 0; i < number; i++) {
      byte[] piece = new byte[size];
      memory.get((number - 1 - i) * size, piece);
      clause("rsm_intr_signal_post.17")
          .equal(
              -1,
              Arrays.mismatch(Arrays.copyOfRange(next, i * size, (i + 1) * size), piece),
              "first wrong byte of entry " + i);
    }
    close(explicit, barrier);
  }

  private void open(boolean explicit, RsmBarrier barrier) throws Exception {
    if (explicit) {
      clause("rsm_memseg_import_open_barrier.10").gives(barrier::open, RsmReturn.SUCCESS);
    }
  }

  private void close(boolean explicit, RsmBarrier barrier) throws Exception {
    if (explicit) {
      clause("rsm_memseg_import_open_barrier.10").gives(barrier::close, RsmReturn.SUCCESS);
    }
  }

  private static int mismatch(byte[] expected, ByteBuffer memory) {
    byte[] found = new byte[expected.length];
    memory.get(0, found);
    return Arrays.mismatch(expected, found);
  }
}
