package org.dat4j.conformance.dat.stepper.steps;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Notifier;
import org.dat4j.conformance.dat.stepper.model.ObjectSet;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.ProxyAgent;

/**
 * Carries out the DAT stepper's random calls on CNOs, and those that every object has, and checks
 * each against the model.
 */
final class CnoSteps {
  private static final int MAX_MICROS = 200;

  private final AdapterModel world;

  CnoSteps(AdapterModel world) {
    this.world = world;
  }

  /**
   * Makes an agent that counts its calls; each is another object, as agents are compared by
   * identity.
   */
  private static ProxyAgent agent(Notifier notifier) {
    return evd -> notifier.agentCalls.incrementAndGet();
  }

  boolean create(PlannedCall move) {
    if (world.notifiers.full()) {
      return false;
    }
    long id = world.id();
    boolean withAgent = move.choice().oneIn(4);
    ProxyAgent agent = withAgent ? evd -> {} : null;
    Cno cno =
        world.make(
            move,
            move.allowSuccess(),
            "cno" + id + (withAgent ? " with an agent" : ""),
            () -> world.ia(move).createCno(agent));
    if (cno != null) {
      Notifier notifier = new Notifier(id, cno);
      notifier.agent = withAgent;
      world.notifiers.add(notifier);
    }
    return true;
  }

  boolean free(PlannedCall move) {
    Notifier notifier = world.notifiers.subject(move);
    if (notifier == null || move.right() && !notifier.used() && !move.choice().oneIn(3)) {
      return false;
    }
    int answer =
        world.run(
            move, move.allow(world.tables.free(notifier)), notifier.toString(), notifier.cno::free);
    if (answer == DatReturn.SUCCESS) {
      world.notifiers.bury(notifier);
    }
    return true;
  }

  boolean query(PlannedCall move) {
    Notifier notifier = world.notifiers.subject(move);
    int mask = move.mask(CnoField.ALL);
    return world.look(
        move,
        notifier,
        () -> AdapterModel.same(move, notifier, "ia()", world.ia, notifier.cno.query(mask).ia()));
  }

  boolean modifyAgent(PlannedCall move) {
    Notifier notifier = world.notifiers.subject(move);
    if (notifier == null) {
      return false;
    }
    boolean withAgent = move.choice().oneIn(2);
    ProxyAgent agent = withAgent ? agent(notifier) : null;
    int answer =
        world.run(
            move,
            move.allowSuccess(),
            notifier + (withAgent ? " agent" : " none"),
            () -> notifier.cno.modifyAgent(agent));
    if (answer == DatReturn.SUCCESS) {
      notifier.agent = withAgent;
      // No page says whether a trigger that waits goes to the new agent.
      notifier.sure = false;
    }
    return true;
  }

  boolean await(PlannedCall move) {
    Notifier notifier = world.notifiers.subject(move);
    if (notifier == null) {
      return false;
    }
    boolean possible = notifier.streams || notifier.possible > 0;
    AllowedReturns allowed =
        notifier.sure
            ? AllowedReturns.SUCCESS
            : possible
                ? AllowedReturns.SUCCESS.or(DatReturn.QUEUE_EMPTY)
                : AllowedReturns.of(DatReturn.QUEUE_EMPTY);
    CnoTrigger trigger = new CnoTrigger();
    long timeout = move.choice().oneIn(8) ? move.choice().between(1, MAX_MICROS) : 0;
    int answer =
        world.call(
            move,
            move.allow(allowed),
            notifier + " timeout " + timeout + " us",
            () -> notifier.cno.await(timeout, trigger));
    if (answer == DatReturn.SUCCESS) {
      AdapterModel.check(
          move,
          trigger.evd() != null || !notifier.sure,
          notifier + " was triggered by no EVD although one has an event");
      notifier.sure = false;
      notifier.possible = Math.max(0, notifier.possible - 1);
    } else if (answer == DatReturn.QUEUE_EMPTY) {
      AdapterModel.check(move, trigger.evd() == null, notifier + " tells an EVD without a trigger");
      notifier.possible = 0;
    }
    return true;
  }

  private ModelObject any(PlannedCall move) {
    RandomChoice choice = move.choice();
    List<ModelObject> picks = new ArrayList<>();
    for (ObjectSet<?> shelf : world.shelves()) {
      ModelObject pick = move.is("subject_freed") ? shelf.dead(choice) : shelf.pick(choice);
      if (pick != null && pick.kind != HandleType.RSP) {
        // Whether the handle of a reserved point outlives its request is open.
        picks.add(pick);
      }
    }
    return choice.pick(picks, object -> object.id);
  }

  boolean setContext(PlannedCall move) {
    ModelObject thing = any(move);
    if (thing == null) {
      return false;
    }
    long context = move.choice().oneIn(4) ? 0 : move.choice().next();
    int answer =
        world.run(
            move,
            move.allowSuccess(),
            thing + " " + context,
            () -> thing.object.setConsumerContext(context));
    if (answer == DatReturn.SUCCESS) {
      thing.context = context;
    }
    return true;
  }

  boolean getContext(PlannedCall move) {
    ModelObject thing = any(move);
    return world.look(
        move,
        thing,
        () ->
            AdapterModel.same(
                move, thing, "context", thing.context, thing.object.getConsumerContext()));
  }

  boolean handleType(PlannedCall move) {
    ModelObject thing = any(move);
    return world.look(
        move,
        thing,
        () -> {
          HandleType type = thing.object.getHandleType();
          AdapterModel.same(move, thing, "handle type", thing.kind, type);
        });
  }
}
