package org.dat4j.tools.rsm;

import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.tools.cli.CommandFailedException;

/**
 * Makes the operations that {@code rsm perf} measures within one process: puts, gets and signals on
 * an RSM segment of its own.
 */
final class LocalTimings implements AutoCloseable {
  static final int LENGTH = 1 << 20;
  private static final int SMALL = 64;
  private static final double ITEM_NANOS = 15;
  private static final double VECTOR_NANOS = 600;

  /** Least share of a plain copy's rate. */
  private static final double BULK_SHARE = 0.95;

  /** The DAT provider whose operations have limits; over others they are only compared. */
  private static final String LIMITED = "tcp";

  /** Most time of a short put, as a multiple of its RDMA Write. */
  private static final double SMALL_MOST = 1.2;

  /** Least share of the rate of long RDMA Writes. */
  private static final double WRITES_SHARE = 0.9;

  private final ByteBuffer memory;
  private final ByteBuffer local = ByteBuffer.allocateDirect(LENGTH);
  private final ExportSegment export;
  private final ImportSegment segment;
  private final long[] item = {1};
  private final ScatGath vector = new ScatGath(16);

  LocalTimings(RsmController controller) {
    memory = controller.allocate(LENGTH);
    export = controller.createExportSegment(memory, ExportFlags.NONE);
    int id = export.publish(0, null);
    int node = Rsm.getInterconnectTopology().localNodeId();
    segment = controller.connectImportSegment(node, id, Permission.RDWR);
    segment.initBarrier(BarrierType.DEFAULT);
    for (int i = 0; i < 16; i++) {
      vector.add(local, i * 64, i * 128, 64);
    }
  }

  /**
   * Makes the operations. Limits are those of shared memory, or those of the adapter below.
   *
   * @param shared whether importers can map memory
   * @param below the RDMA Writes that puts consist of, null without an adapter
   */
  List<TimedOperation> operations(boolean shared, BareRdmaWrites below) {
    TimedOperation put = new TimedOperation("put64 of one item", this::put64, 1);
    TimedOperation get = new TimedOperation("get64 of one item", this::get64, 1);
    TimedOperation bulk = new TimedOperation("put of 1 MiB", this::bulk, 1);
    TimedOperation vector = new TimedOperation("putv of 16 x 64 bytes", this::putv, 1);
    TimedOperation signal = new TimedOperation("post and wait, not sleeping", this::signal, 1);
    if (shared) {
      put.atMost(ITEM_NANOS);
      get.atMost(ITEM_NANOS);
      bulk.atMost(1 / BULK_SHARE, this::copy);
      vector.atMost(VECTOR_NANOS);
    }
    if (below == null) {
      return List.of(put, get, bulk, vector, signal);
    }
    TimedOperation small = new TimedOperation("put of 64 bytes", this::small, 1);
    boolean limited = below.provider().equals(LIMITED);
    below.compare(small, limited ? SMALL_MOST : 0, SMALL);
    below.compare(bulk, limited ? 1 / WRITES_SHARE : 0, LENGTH);
    return List.of(put, get, small, bulk, vector, signal);
  }

  static void check(int code) {
    if (code != RsmReturn.SUCCESS) {
      throw new CommandFailedException("a call gave " + RsmReturn.name(code));
    }
  }

  private void put64(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.put64(64, item, 0, 1));
    }
  }

  private void get64(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.get64(64, item, 0, 1));
    }
  }

  private void small(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.put(0, local, 0, SMALL));
    }
  }

  private void bulk(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.put(0, local, 0, LENGTH));
    }
  }

  private void copy(int times) {
    for (int i = 0; i < times; i++) {
      memory.put(0, local, 0, LENGTH);
    }
  }

  private void putv(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.putv(vector));
    }
  }

  private void signal(int times) {
    for (int i = 0; i < times; i++) {
      check(segment.post(0));
      check(export.await(0));
    }
  }

  @Override
  public void close() {
    segment.close();
    export.close();
  }
}
