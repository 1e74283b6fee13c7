package org.dat4j.conformance.dat.stepper.steps;

import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ConnectionModel;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Notifier;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Request;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.model.ObjectSet;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Rsp;

/**
 * Ends a DAT stepper's session of one thread: frees all objects and closes the adapter, or closes
 * it abruptly, and checks the result. Object by object, every free and the graceful close must
 * succeed, because nothing uses the objects. After an abrupt close every object must be dead.
 */
public final class Teardown {
  private static final int ABRUPT = 3;

  private final AdapterModel world;
  private final DatSteps steps;
  private final RandomChoice choice;

  public Teardown(AdapterModel world, DatSteps steps, RandomChoice choice) {
    this.world = world;
    this.steps = steps;
    this.choice = choice;
  }

  private PlannedCall move(String call) {
    return new PlannedCall(call, null, choice);
  }

  public void end() {
    steps.settler().settle(move("settle"), null);
    if (choice.oneIn(ABRUPT)) {
      abrupt();
    } else {
      graceful();
    }
  }

  private void abrupt() {
    world.run(
        move("ia_close"),
        AllowedReturns.SUCCESS,
        "abrupt",
        () -> world.ia.close(CloseFlags.ABRUPT));
    PlannedCall dead = move("get_handle_type");
    AllowedReturns gone = AllowedReturns.of(DatReturn.INVALID_HANDLE);
    for (ObjectSet<?> shelf : world.shelves()) {
      for (ModelObject thing : shelf.living()) {
        world.run(dead, gone, thing + " of a closed ia", thing.object::getHandleType);
      }
    }
  }

  private void graceful() {
    for (Point point : List.copyOf(world.points.living())) {
      boolean reserved = point.kind == HandleType.RSP;
      AllowedReturns allowed =
          reserved ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_HANDLE) : AllowedReturns.SUCCESS;
      Runnable free = reserved ? ((Rsp) point.object)::free : ((Psp) point.object)::free;
      world.run(move("psp_free"), allowed, point.toString(), free);
      world.points.bury(point);
      point.queue.release(point.kind);
      for (ConnectionModel link : world.links) {
        if (link.point == point && !link.requestSeen) {
          link.happened("refused");
        }
      }
      if (reserved) {
        point.reserved.states |= ModelTables.bit(EpState.UNCONNECTED);
      }
    }
    steps.settler().settle(move("settle"), null);
    for (Request request : List.copyOf(world.requests.living())) {
      world.run(move("cr_reject"), AllowedReturns.SUCCESS, request.toString(), request.cr::reject);
      request.link.happened("rejected");
      world.requests.bury(request);
      if (request.local != null) {
        request.local.states = ModelTables.bit(EpState.UNCONNECTED);
      }
    }
    steps.settler().settle(move("settle"), null);
    for (EpModel end : List.copyOf(world.ends.living())) {
      world.run(move("ep_free"), AllowedReturns.SUCCESS, end.toString(), end.ep::free);
      world.freed(end);
    }
    for (ModelObjects.Window window : List.copyOf(world.windows.living())) {
      world.run(move("rmr_free"), AllowedReturns.SUCCESS, window.toString(), window.rmr::free);
    }
    for (ModelObjects.Memory memory : List.copyOf(world.memories.living())) {
      world.run(move("lmr_free"), AllowedReturns.SUCCESS, memory.toString(), memory.lmr::free);
    }
    for (ModelObjects.Pool pool : List.copyOf(world.pools.living())) {
      world.run(move("srq_free"), AllowedReturns.SUCCESS, pool.toString(), pool.srq::free);
    }
    for (Queue queue : List.copyOf(world.queues.living())) {
      world.run(move("evd_free"), AllowedReturns.SUCCESS, queue.toString(), queue.evd::free);
    }
    for (Notifier notifier : List.copyOf(world.notifiers.living())) {
      world.run(move("cno_free"), AllowedReturns.SUCCESS, notifier.toString(), notifier.cno::free);
    }
    for (ModelObjects.Zone zone : List.copyOf(world.zones.living())) {
      world.run(move("pz_free"), AllowedReturns.SUCCESS, zone.toString(), zone.pz::free);
    }
    boolean unseen = world.links.stream().anyMatch(l -> l.has("lost"));
    world.run(
        move("ia_close"),
        unseen ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE) : AllowedReturns.SUCCESS,
        "graceful with nothing left",
        () -> world.ia.close(CloseFlags.GRACEFUL));
  }
}
