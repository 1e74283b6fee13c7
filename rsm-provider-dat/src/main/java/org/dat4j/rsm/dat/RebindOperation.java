package org.dat4j.rsm.dat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Ep;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;

/**
 * The move of one importer to the new memory of an RSM segment whose exporter has rebound it. The
 * importer gets a second RMR and confirms that it no longer uses the first, which is then closed.
 * An importer that does not confirm in time is aborted: it would block the exporter.
 */
final class RebindOperation {
  private static final long ANSWER_MILLIS = 2000;

  /** The time in milliseconds after which other connections are tried for a free request. */
  private static final long TURN_MILLIS = 10;

  private final ImporterConnection importer;
  private final ImporterRmr old;
  private final ImporterRmr next;
  private PendingRequest call;
  private boolean moved;

  private RebindOperation(ImporterConnection importer, ImporterRmr old, ImporterRmr next) {
    this.importer = importer;
    this.old = old;
    this.next = next;
  }

  static void move(
      LocalProcess process,
      List<ImporterConnection> importers,
      SegmentMemory memory,
      int generation) {
    List<RebindOperation> moves = new ArrayList<>();
    List<ImporterConnection> late = new ArrayList<>();
    // The time limit is for all importers together, as several may be stopped.
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    try {
      for (ImporterConnection importer : importers) {
        ImporterRmr old = importer.beginMove(until(end), generation);
        Ep ep = importer.connected();
        if (old != null && ep != null) {
          ImporterRmr next =
              ImporterRmr.open(
                  process,
                  importer.connection().peerZone(),
                  memory,
                  importer.perm(),
                  ep,
                  bound -> {});
          moves.add(new RebindOperation(importer, old, next));
        }
      }
      tellAll(moves, generation, end);
      for (RebindOperation move : moves) {
        move.finish(generation, end);
      }
    } finally {
      // An RMR that was not bound in time, or an Error above, leaves importers behind. They must
      // not keep the old memory or wait for the new one.
      for (ImporterConnection importer : importers) {
        if (importer.isBehind(generation)) {
          importer.end(RsmReturn.CONN_ABORTED);
          late.add(importer);
        }
      }
    }
    long ended = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    for (RebindOperation move : moves) {
      move.release(ended);
    }
    for (ImporterConnection importer : late) {
      importer.awaitEnd(ended);
    }
  }

  /**
   * Tells all importers. Those of a connection with as many requests as are allowed are told when
   * it has one free, and hold up no others.
   */
  private static void tellAll(List<RebindOperation> moves, int generation, long end) {
    List<RebindOperation> untold = new ArrayList<>(moves);
    do {
      Set<ControlConnection> busy = new HashSet<>();
      untold.removeIf(
          move -> {
            ControlConnection connection = move.importer.connection();
            boolean told = !busy.contains(connection) && move.tell(generation, end);
            if (!told) {
              busy.add(connection);
            }
            return told;
          });
    } while (!untold.isEmpty() && until(end) > 0);
  }

  private static long until(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }

  /** Tells the importer if that is possible; returns false while no request is free. */
  private boolean tell(int generation, long end) {
    if (!next.await(until(end))) {
      return true;
    }
    PendingRequest told = new PendingRequest();
    Message changed = new Message.MemoryChanged(importer.token(), next.location(generation));
    if (importer.connection().start(changed, told, TURN_MILLIS)) {
      call = told;
    }
    return call != null || importer.connection().hasEnded();
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
