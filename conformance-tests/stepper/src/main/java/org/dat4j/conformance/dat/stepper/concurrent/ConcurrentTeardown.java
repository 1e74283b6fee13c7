package org.dat4j.conformance.dat.stepper.concurrent;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;

/**
 * Ends a DAT stepper's session of several threads: checks that every post completes and that every
 * object can then be freed.
 */
final class ConcurrentTeardown {
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long NAP_NANOS = 200_000;

  private final SharedAdapter world;
  private final int thread;
  private final ConcurrentDatSteps steps;

  ConcurrentTeardown(SharedAdapter world, int thread) {
    this.world = world;
    this.thread = thread;
    this.steps = new ConcurrentDatSteps(world, thread);
  }

  void end() {
    free("psp_free", world.points.living());
    for (SharedHandle<Ep> end : world.ends.living()) {
      world.call(
          thread,
          "ep_disconnect " + end,
          AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE),
          () -> {
            end.object.disconnect(CloseFlags.ABRUPT);
            return DatReturn.SUCCESS;
          },
          end);
    }
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    List<String> owed = drain();
    while (!owed.isEmpty()) {
      SharedAdapter.check(
          !limit.isOver(),
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
    for (SharedAdapter.Rack<Evd> rack : world.queueRacks()) {
      free("evd_free", rack.living());
    }
    free("evd_free", world.softwareQueues.living());
    free("cno_free", world.notifiers.living());
    free("pz_free", world.zones.living());
    world.watch.begins(thread, "ia_close");
    world.ia.close(CloseFlags.GRACEFUL);
    world.watch.ends(thread);
  }

  /** Takes all queued events and lists the transfers that must still complete. */
  private List<String> drain() {
    for (SharedAdapter.Rack<Evd> rack : world.queueRacks()) {
      for (SharedHandle<Evd> queue : rack.living()) {
        while (steps.take(queue)) {
          // One event after the other.
        }
      }
    }
    for (SharedHandle<Cr> request : world.requests.living()) {
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

  private <T extends DatObject> void free(String call, List<SharedHandle<T>> all) {
    for (SharedHandle<T> held : all) {
      SharedAdapter.check(
          steps.free(call, held) == DatReturn.SUCCESS,
          call + " " + held + " is refused although nothing uses it");
    }
  }
}
