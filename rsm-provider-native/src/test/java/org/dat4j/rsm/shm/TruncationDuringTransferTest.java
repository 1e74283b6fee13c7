package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of transfers, compiled by the JIT, while another process truncates the shared object with
 * the data. The JVM may report such a fault late; the transfer has to return an error nevertheless.
 */
@ExtendWith(NeedsSharedMemory.class)
class TruncationDuringTransferTest {
  private static final int ID = 0x600000;
  private static final int ROUNDS = 20;
  private static final int PAGES = 4;
  private static final int LAST = (PAGES - 1) * Nodes.PAGE;

  private static final long[] ITEM = new long[1];
  private static final byte[] BYTES = new byte[3000];
  private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(Nodes.PAGE);

  private static final List<ToIntFunction<ImportSegment>> TRANSFERS =
      List.of(
          s -> s.get64(LAST, ITEM, 0, 1),
          s -> s.put64(LAST, ITEM, 0, 1),
          s -> s.get8(LAST, BYTES, 0, BYTES.length),
          s -> s.put8(LAST, BYTES, 0, BYTES.length),
          s -> s.get(LAST, BUFFER, 0, BUFFER.capacity()),
          s -> s.put(LAST, BUFFER, 0, BUFFER.capacity()));

  /** The result of the calls of one thread. */
  private record Outcome(int code, Throwable escaped) {}

  /** Transfers until something is refused, and then does what needs the JVM's attention. */
  private static Outcome until(
      ImportSegment segment, ToIntFunction<ImportSegment> transfer, AtomicLong done) {
    int code = RsmReturn.SUCCESS;
    Throwable escaped = null;
    try {
      while (code == RsmReturn.SUCCESS) {
        code = transfer.applyAsInt(segment);
        done.lazySet(done.get() + 1);
      }
    } catch (InternalError late) {
      escaped = late;
    }
    try {
      TruncationWatch.drainPendingFaults();
      Thread.yield();
    } catch (InternalError late) {
      escaped = late;
    }
    return new Outcome(code, escaped);
  }

  @Test
  void truncationDuringTransferReturnsCodeAndThrowsNothing() throws Exception {
    int escaped = 0;
    int failures = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (ToIntFunction<ImportSegment> transfer : TRANSFERS) {
        try (Nodes nodes = new Nodes()) {
          nodes.publish(Nodes.foreign(PAGES), ID);
          ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
          segment.setMode(BarrierMode.EXPLICIT);
          AtomicLong done = new AtomicLong();
          FutureTask<Outcome> task = new FutureTask<>(() -> until(segment, transfer, done));
          new Thread(task).start();
          Nodes.within(30_000, "transfers", () -> done.get() > 3000);
          cut(nodes, Nodes.PAGE);
          Outcome outcome = task.get(60, TimeUnit.SECONDS);
          escaped += outcome.escaped() == null ? 0 : 1;
          failures += outcome.code() == RsmReturn.BARRIER_FAILURE ? 1 : 0;
          assertTrue(
              outcome.escaped() != null
                  || outcome.code() == RsmReturn.BARRIER_FAILURE
                  || outcome.code() == RsmReturn.CONN_ABORTED,
              RsmReturn.name(outcome.code()));
          assertEquals(RsmReturn.CONN_ABORTED, transfer.applyAsInt(segment));
          // Long enough again, so that the clean-up can copy the contents back.
          cut(nodes, PAGES * Nodes.PAGE);
        }
      }
    }
    assertEquals(0, escaped, "errors that came after their transfer; in it " + failures);
  }

  private static void cut(Nodes nodes, int length) throws IOException {
    String data = nodes.names().stream().filter(n -> n.contains(".d.")).findFirst().orElseThrow();
    try (RandomAccessFile file =
        new RandomAccessFile(SharedObject.FOLDER.resolve(data).toFile(), "rw")) {
      file.setLength(length);
    }
  }
}
