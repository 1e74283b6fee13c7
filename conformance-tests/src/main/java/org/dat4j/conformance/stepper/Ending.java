package org.dat4j.conformance.stepper;

import java.util.List;
import org.dat4j.conformance.stepper.Things.Notifier;
import org.dat4j.conformance.stepper.Things.Point;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Request;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Rsp;

/**
 * Takes a world down: either object by object, when every free and the graceful close must succeed
 * because all counts are back at nothing, or abruptly, when every object must be dead afterwards.
 */
final class Ending {
  private static final int ABRUPT = 3;

  private final World world;
  private final Steps steps;
  private final Choice choice;

  Ending(World world, Steps steps, Choice choice) {
    this.world = world;
    this.steps = steps;
    this.choice = choice;
  }

  private Move move(String call) {
    return new Move(call, null, choice);
  }

  void end() {
    steps.settler().settle(move("settle"), null);
    if (choice.oneIn(ABRUPT)) {
      abrupt();
    } else {
      graceful();
    }
  }

  private void abrupt() {
    world.run(move("ia_close"), Answers.SUCCESS, "abrupt", () -> world.ia.close(CloseFlags.ABRUPT));
    Move dead = move("get_handle_type");
    Answers gone = Answers.of(DatReturn.INVALID_HANDLE);
    for (Shelf<?> shelf : world.shelves()) {
      for (Thing thing : shelf.living()) {
        world.run(dead, gone, thing + " of a closed ia", thing.object::getHandleType);
      }
    }
  }

  private void graceful() {
    for (Point point : List.copyOf(world.points.living())) {
      boolean reserved = point.kind == HandleType.RSP;
      Answers allowed = reserved ? Answers.SUCCESS.or(DatReturn.INVALID_HANDLE) : Answers.SUCCESS;
      Runnable free = reserved ? ((Rsp) point.object)::free : ((Psp) point.object)::free;
      world.run(move("psp_free"), allowed, point.toString(), free);
      world.points.bury(point);
      point.queue.release(point.kind);
      for (Link link : world.links) {
        if (link.point == point && !link.requestSeen) {
          link.happened("refused");
        }
      }
      if (reserved) {
        point.reserved.states |= Tables.bit(EpState.UNCONNECTED);
      }
    }
    steps.settler().settle(move("settle"), null);
    for (Request request : List.copyOf(world.requests.living())) {
      world.run(move("cr_reject"), Answers.SUCCESS, request.toString(), request.cr::reject);
      request.link.happened("rejected");
      world.requests.bury(request);
      if (request.local != null) {
        request.local.states = Tables.bit(EpState.UNCONNECTED);
      }
    }
    steps.settler().settle(move("settle"), null);
    for (End end : List.copyOf(world.ends.living())) {
      world.run(move("ep_free"), Answers.SUCCESS, end.toString(), end.ep::free);
      world.freed(end);
    }
    for (Things.Window window : List.copyOf(world.windows.living())) {
      world.run(move("rmr_free"), Answers.SUCCESS, window.toString(), window.rmr::free);
    }
    for (Things.Memory memory : List.copyOf(world.memories.living())) {
      world.run(move("lmr_free"), Answers.SUCCESS, memory.toString(), memory.lmr::free);
    }
    for (Things.Pool pool : List.copyOf(world.pools.living())) {
      world.run(move("srq_free"), Answers.SUCCESS, pool.toString(), pool.srq::free);
    }
    for (Queue queue : List.copyOf(world.queues.living())) {
      world.run(move("evd_free"), Answers.SUCCESS, queue.toString(), queue.evd::free);
    }
    for (Notifier notifier : List.copyOf(world.notifiers.living())) {
      world.run(move("cno_free"), Answers.SUCCESS, notifier.toString(), notifier.cno::free);
    }
    for (Things.Zone zone : List.copyOf(world.zones.living())) {
      world.run(move("pz_free"), Answers.SUCCESS, zone.toString(), zone.pz::free);
    }
    boolean unseen = world.links.stream().anyMatch(l -> l.has("lost"));
    world.run(
        move("ia_close"),
        unseen ? Answers.SUCCESS.or(DatReturn.INVALID_STATE) : Answers.SUCCESS,
        "graceful with nothing left",
        () -> world.ia.close(CloseFlags.GRACEFUL));
  }
}
