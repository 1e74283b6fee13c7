package org.dat4j.conformance.dat.stepper.steps;

import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Window;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer.Piece;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;

/**
 * Carries out the random calls of the DAT stepper on RMRs: create, free, query and bind, and checks
 * each against the model.
 */
final class RmrSteps {
  private static final int UNDEFINED_PRIVILEGE = 0x1000;

  private final AdapterModel world;
  private final EventModel events;
  private final TransferModel traffic;

  RmrSteps(AdapterModel world, EventModel events, TransferModel traffic) {
    this.world = world;
    this.events = events;
    this.traffic = traffic;
  }

  boolean create(PlannedCall move) {
    Zone zone = world.zones.subject(move);
    if (zone == null || world.windows.full()) {
      return false;
    }
    long id = world.id();
    Rmr rmr = world.make(move, move.allowSuccess(), "rmr" + id + " in " + zone, zone.pz::createRmr);
    if (rmr != null) {
      zone.use(HandleType.RMR);
      world.windows.add(new Window(id, rmr, zone));
    }
    return true;
  }

  boolean free(PlannedCall move) {
    Window window = world.windows.subject(move);
    if (window == null) {
      return false;
    }
    int answer = world.run(move, move.allowSuccess(), window.toString(), window.rmr::free);
    if (answer == DatReturn.SUCCESS && !window.gone) {
      world.windows.bury(window);
      window.zone.release(HandleType.RMR);
      ModelObject.release(window.memory, HandleType.RMR);
      if (window.memory != null || window.pending > 0) {
        TransferModel.revoked(world, window);
      }
      window.memory = null;
      for (OutstandingTransfer posted : world.posted.values()) {
        if (posted.binds && posted.window == window) {
          // Freed with a bind on its way: no page says how that ends.
          posted.can.addAll(world.tables.statuses("local", "bind"));
          posted.end.link.happened("failed");
        }
      }
    }
    return true;
  }

  boolean query(PlannedCall move) {
    Window window = world.windows.subject(move);
    int mask = move.mask(RmrField.ALL);
    return world.look(
        move,
        window,
        () -> {
          RmrParam param = window.rmr.query(mask);
          AdapterModel.same(move, window, "ia()", world.ia, param.ia());
          AdapterModel.same(move, window, "pz()", window.zone.pz, param.pz());
          if (window.memory != null && !window.unsure && window.pending == 0) {
            AdapterModel.same(
                move, window, "lmrContext()", window.memory.lmr.lmrContext(), param.lmrContext());
            AdapterModel.same(
                move, window, "address()", window.memory.address(window.slot), param.address());
            AdapterModel.same(move, window, "length()", (long) window.length, param.length());
            AdapterModel.same(
                move, window, "rmrContext()", window.rmr.rmrContext(), param.rmrContext());
          }
        });
  }

  boolean bind(PlannedCall move) {
    RandomChoice choice = move.choice();
    Window window = world.windows.subject(move);
    if (window == null) {
      return false;
    }
    EpModel end =
        world.ends.argument(
            move,
            "ep",
            () -> {
              boolean any = choice.oneIn(6);
              return world.ends.pick(
                  choice,
                  e ->
                      e.zone == window.zone
                          && (any || e.can(EpState.CONNECTED) && e.establishedSeen));
            });
    int privileges =
        choice.of(
            List.of(
                MemPriv.REMOTE_READ,
                MemPriv.REMOTE_WRITE,
                MemPriv.ALL & ~MemPriv.WRITE | MemPriv.REMOTE_WRITE,
                MemPriv.NONE));
    int needs =
        ((privileges & MemPriv.REMOTE_READ) != 0 ? MemPriv.LOCAL_READ : 0)
            | ((privileges & MemPriv.REMOTE_WRITE) != 0 ? MemPriv.LOCAL_WRITE : 0);
    Memory memory = world.memories.pick(choice, m -> m.zone == window.zone && m.grants(needs));
    if (end == null || memory == null || end.request != null && end.request.crowded()) {
      return false;
    }
    boolean unbind = move.right() && choice.oneIn(5);
    int slot = choice.below(Memory.SLOTS - 1);
    int length = unbind ? 0 : choice.between(1, Memory.SLOT);
    long beyond = move.is("range") ? memory.buffer.capacity() : 0;
    int context = move.is("context_unknown") ? Memory.UNKNOWN_CONTEXT : memory.lmr.lmrContext();
    int asked = move.is("priv_undefined") ? privileges | UNDEFINED_PRIVILEGE : privileges;
    int flags = PostSteps.flags(move, false);
    events.widen(end);
    AllowedReturns right = world.tables.answers("post_request", end.states);
    right = end.room(false, world.capabilities).limit(right);
    OutstandingTransfer posted =
        new OutstandingTransfer(
            world.cookie(),
            "bind",
            flags,
            List.of(),
            0,
            world.tables.statuses(move.right() ? "right" : "local", "bind"));
    posted.end = end;
    posted.binds = true;
    posted.window = window;
    posted.remote = unbind ? null : new Piece(memory, slot, length);
    int before = window.rmr.rmrContext();
    Ep ep = move.is("ep_null") ? null : end.ep;
    int answer =
        world.call(
            move,
            move.allow(right),
            posted
                + " of "
                + window
                + " to "
                + memory
                + " slot "
                + slot
                + " length "
                + length
                + " on "
                + end
                + " privileges "
                + MemPriv.toString(asked)
                + " flags "
                + CompletionFlags.toString(flags),
            () ->
                window.rmr.bind(
                    context,
                    memory.address(slot) + beyond,
                    length + beyond,
                    asked,
                    ep,
                    posted.cookie,
                    flags));
    if (end.gone || window.gone) {
      return true;
    }
    if (answer == DatReturn.SUCCESS) {
      AdapterModel.check(
          move,
          length == 0
              || window.rmr.rmrContext() != before
              || !move.right()
              || !end.surely(EpState.CONNECTED)
              || end.link.tainted(),
          window + " keeps its context " + before);
      TransferModel.revoked(world, window);
      bound(window, unbind || !move.right() ? null : memory, slot, length, privileges);
      // Binds on two endpoints have no order: either may be the last.
      boolean either =
          world.posted.values().stream()
              .anyMatch(p -> p.binds && p.window == window && p.end != end);
      window.unsure = !move.right() || !end.surely(EpState.CONNECTED) || either;
      end.states = world.tables.after("post_request", end.states, answer);
      traffic.accepted(posted);
    }
    return true;
  }

  private static void bound(Window window, Memory memory, int slot, int length, int privileges) {
    ModelObject.release(window.memory, HandleType.RMR);
    ModelObject.use(memory, HandleType.RMR);
    window.memory = memory;
    window.slot = slot;
    window.length = length;
    window.privileges = privileges;
    window.pending++;
  }
}
