package org.dat4j.rsm.dat;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.Ep;
import org.dat4j.rsm.RsmReturn;

/**
 * Moves importers to other memory: each gets a second window, is told, and says that nothing more
 * goes through the first, which is closed then. Who does not say so in time is aborted: it would
 * hold up the exporter for ever.
 */
final class Rebinding {
  private static final long ANSWER_MILLIS = 2000;

  private final Importer importer;
  private final Window old;
  private final Window next;
  private Call call;

  private Rebinding(Importer importer, Window old, Window next) {
    this.importer = importer;
    this.old = old;
    this.next = next;
  }

  static void move(Engine engine, List<Importer> importers, Backing memory, int generation) {
    List<Rebinding> moves = new ArrayList<>();
    for (Importer importer : importers) {
      Window old = importer.window(ANSWER_MILLIS);
      Ep ep = importer.connected();
      if (old != null && ep != null) {
        Window next = Window.open(engine, memory, importer.perm(), ep, bound -> {});
        moves.add(new Rebinding(importer, old, next));
      }
    }
    for (Rebinding move : moves) {
      move.tell(generation);
    }
    for (Rebinding move : moves) {
      move.finish(generation);
    }
  }

  private void tell(int generation) {
    if (next.await(ANSWER_MILLIS)) {
      call = importer.link().start(new Message.Rebound(importer.token(), next.place(generation)));
    }
  }

  private void finish(int generation) {
    Message answer = call == null ? null : call.await(ANSWER_MILLIS);
    boolean moved =
        answer instanceof Message.Done done
            && done.status() == RsmReturn.SUCCESS
            && importer.replace(next, generation);
    if (!moved) {
      importer.end(RsmReturn.CONN_ABORTED);
      importer.awaitEnd(ANSWER_MILLIS);
      next.free();
    }
    old.free();
  }
}
