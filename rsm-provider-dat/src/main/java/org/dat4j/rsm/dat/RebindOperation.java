package org.dat4j.rsm.dat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Ep;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;

/**
 * The move of one importer to the new memory of an RSM segment whose exporter has rebound it. The
 * importer gets a second window and confirms that it no longer uses the first, which is then
 * closed. An importer that does not confirm in time is aborted: it would block the exporter.
 */
final class RebindOperation {
  private static final long ANSWER_MILLIS = 2000;

  private final Importer importer;
  private final ImporterWindow old;
  private final ImporterWindow next;
  private PendingRequest call;
  private boolean moved;

  private RebindOperation(Importer importer, ImporterWindow old, ImporterWindow next) {
    this.importer = importer;
    this.old = old;
    this.next = next;
  }

  static void move(
      LocalProcess process, List<Importer> importers, SegmentMemory memory, int generation) {
    List<RebindOperation> moves = new ArrayList<>();
    // The time limit is for all importers together, as several may be stopped.
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    for (Importer importer : importers) {
      ImporterWindow old = importer.window(until(end));
      Ep ep = importer.connected();
      if (old != null && ep != null) {
        ImporterWindow next =
            ImporterWindow.open(
                process,
                importer.connection().peerZone(),
                memory,
                importer.perm(),
                ep,
                bound -> {});
        moves.add(new RebindOperation(importer, old, next));
      }
    }
    for (RebindOperation move : moves) {
      move.tell(generation, end);
    }
    for (RebindOperation move : moves) {
      move.finish(generation, end);
    }
    long ended = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    for (RebindOperation move : moves) {
      move.release(ended);
    }
  }

  private static long until(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }

  private void tell(int generation, long end) {
    if (next.await(until(end))) {
      call =
          importer
              .connection()
              .start(new Message.MemoryChanged(importer.token(), next.location(generation)));
    }
  }

  private void finish(int generation, long end) {
    Message answer = call == null ? null : call.await(until(end));
    moved =
        answer instanceof Message.Done done
            && done.status() == RsmReturn.SUCCESS
            && importer.replace(next, generation);
    if (!moved) {
      importer.end(RsmReturn.CONN_ABORTED);
      next.free();
    }
    old.free();
  }

  private void release(long end) {
    if (!moved) {
      importer.awaitEnd(end);
    }
  }
}
