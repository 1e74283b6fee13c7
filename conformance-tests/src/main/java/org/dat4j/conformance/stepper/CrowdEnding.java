package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.kernel.Patience;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;

/**
 * Takes down what several threads left: what was posted completes, all counts are back at nothing.
 */
final class CrowdEnding {
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long NAP_NANOS = 200_000;

  private final CrowdWorld world;
  private final int thread;
  private final CrowdSteps steps;

  CrowdEnding(CrowdWorld world, int thread) {
    this.world = world;
    this.thread = thread;
    this.steps = new CrowdSteps(world, thread);
  }

  void end() {
    free("psp_free", world.points.living());
    for (Held<Ep> end : world.ends.living()) {
      world.call(
          thread,
          "ep_disconnect " + end,
          Answers.SUCCESS.or(DatReturn.INVALID_STATE),
          () -> {
            end.object.disconnect(CloseFlags.ABRUPT);
            return DatReturn.SUCCESS;
          },
          end);
    }
    Patience patience = new Patience(PATIENCE_MILLIS);
    List<String> owed = drain();
    while (!owed.isEmpty()) {
      CrowdWorld.check(
          !patience.isOver(),
          "posted and not complete after "
              + PATIENCE_MILLIS
              + " ms: "
              + owed.subList(0, Math.min(8, owed.size()))
              + " of "
              + owed.size());
      LockSupport.parkNanos(NAP_NANOS);
      owed = drain();
    }
    free("rmr_free", world.windows.living());
    free("ep_free", world.ends.living());
    free("lmr_free", world.memories.living());
    drain();
    for (CrowdWorld.Rack<Evd> rack : world.queueRacks()) {
      free("evd_free", rack.living());
    }
    free("evd_free", world.softwareQueues.living());
    free("cno_free", world.notifiers.living());
    free("pz_free", world.zones.living());
    world.watch.begins(thread, "ia_close");
    world.ia.close(CloseFlags.GRACEFUL);
    world.watch.ends(thread);
  }

  /** Takes everything that is queued and tells what is still owed. */
  private List<String> drain() {
    for (CrowdWorld.Rack<Evd> rack : world.queueRacks()) {
      for (Held<Evd> queue : rack.living()) {
        while (steps.take(queue)) {
          // One event after the other.
        }
      }
    }
    for (Held<Cr> request : world.requests.living()) {
      world.free(thread, "cr_reject", request, request.object::reject);
    }
    // A receive on an endpoint that was never connected waits for ever.
    return world.ledger.owed(
        state ->
            switch (state) {
              case UNCONNECTED, ACTIVE_CONNECTION_PENDING, COMPLETION_PENDING -> false;
              default -> true;
            });
  }

  private <T extends DatObject> void free(String call, List<Held<T>> all) {
    for (Held<T> held : all) {
      CrowdWorld.check(
          steps.free(call, held) == DatReturn.SUCCESS,
          call + " " + held + " is refused although nothing uses it any more");
    }
  }
}
