package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.stepper.Things.Notifier;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.ProxyAgent;

/** Steps on notification objects, and those that every kind of object has. */
final class NoticeSteps {
  private static final int MOST_MICROS = 200;

  private final World world;

  NoticeSteps(World world) {
    this.world = world;
  }

  /** Agents are told apart by identity; the one that is set counts its calls. */
  private static ProxyAgent agent(Notifier notifier) {
    return evd -> notifier.agentCalls.incrementAndGet();
  }

  boolean create(Move move) {
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

  boolean free(Move move) {
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

  boolean query(Move move) {
    Notifier notifier = world.notifiers.subject(move);
    int mask = move.mask(CnoField.ALL);
    return world.look(
        move,
        notifier,
        () -> World.same(move, notifier, "ia", world.ia, notifier.cno.query(mask).ia()));
  }

  boolean modifyAgent(Move move) {
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
      // Whether a trigger that waits goes to the new agent is said nowhere.
      notifier.sure = false;
    }
    return true;
  }

  boolean await(Move move) {
    Notifier notifier = world.notifiers.subject(move);
    if (notifier == null) {
      return false;
    }
    boolean possible = notifier.streams || notifier.possible > 0;
    Answers allowed =
        notifier.sure
            ? Answers.SUCCESS
            : possible
                ? Answers.SUCCESS.or(DatReturn.QUEUE_EMPTY)
                : Answers.of(DatReturn.QUEUE_EMPTY);
    CnoTrigger trigger = new CnoTrigger();
    long timeout = move.choice().oneIn(8) ? move.choice().between(1, MOST_MICROS) : 0;
    int answer =
        world.call(
            move,
            move.allow(allowed),
            notifier + " timeout " + timeout + " us",
            () -> notifier.cno.await(timeout, trigger));
    if (answer == DatReturn.SUCCESS) {
      World.check(
          move,
          trigger.evd() != null || !notifier.sure,
          notifier + " was triggered by no dispatcher although one has an event");
      notifier.sure = false;
      notifier.possible = Math.max(0, notifier.possible - 1);
    } else if (answer == DatReturn.QUEUE_EMPTY) {
      World.check(move, trigger.evd() == null, notifier + " tells a dispatcher without a trigger");
      notifier.possible = 0;
    }
    return true;
  }

  private Thing any(Move move) {
    Choice choice = move.choice();
    List<Thing> picks = new ArrayList<>();
    for (Shelf<?> shelf : world.shelves()) {
      Thing pick = move.is("subject_freed") ? shelf.dead(choice) : shelf.pick(choice);
      if (pick != null && pick.kind != HandleType.RSP) {
        // Whether the handle of a reserved point outlives its request is open.
        picks.add(pick);
      }
    }
    return choice.pick(picks);
  }

  boolean setContext(Move move) {
    Thing thing = any(move);
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

  boolean getContext(Move move) {
    Thing thing = any(move);
    return world.look(
        move,
        thing,
        () -> World.same(move, thing, "context", thing.context, thing.object.getConsumerContext()));
  }

  boolean handleType(Move move) {
    Thing thing = any(move);
    return world.look(
        move,
        thing,
        () -> {
          HandleType type = thing.object.getHandleType();
          World.same(move, thing, "handle type", thing.kind, type);
        });
  }
}
