package org.dat4j.conformance.dat.stepper.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Notifier;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.HandleType;

/**
 * Carries out the random calls of the DAT stepper on EVDs: create, free, query, dequeue, wait and
 * the others, and checks each against the model.
 */
final class EvdSteps {
  /**
   * The number of events that an EVD of transfers holds; one of software events holds {@link #FEW}.
   */
  private static final int LENGTH = 512;

  private static final int FEW = 8;
  private static final int UNDEFINED = 0x40000000;
  private static final int MAX_MICROS = 200;

  private final AdapterModel world;
  private final EventModel events;
  private final DatEvent event = new DatEvent();

  EvdSteps(AdapterModel world, EventModel events) {
    this.world = world;
    this.events = events;
  }

  private int flags(RandomChoice choice) {
    List<Integer> kinds = new ArrayList<>();
    kinds.add(EvdFlags.SOFTWARE);
    kinds.add(
        world.capabilities.has("merge_bind") ? EvdFlags.DTO | EvdFlags.RMR_BIND : EvdFlags.DTO);
    kinds.add(EvdFlags.CONNECTION);
    kinds.add(EvdFlags.CR);
    if (world.capabilities.has("merge_all")) {
      kinds.add(EvdFlags.DEFAULT & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE);
      kinds.add(EvdFlags.DTO | EvdFlags.RMR_BIND | EvdFlags.CONNECTION);
    }
    return choice.of(kinds);
  }

  boolean create(PlannedCall move) {
    if (world.queues.full()) {
      return false;
    }
    RandomChoice choice = move.choice();
    Notifier notifier =
        world.notifiers.argument(
            move, "cno", () -> choice.oneIn(2) ? world.notifiers.pick(choice) : null);
    if (notifier == null && (move.is("cno_freed") || move.is("cno_foreign"))) {
      return false;
    }
    int flags = flags(choice);
    int right = flags == EvdFlags.SOFTWARE ? choice.between(1, FEW) : LENGTH;
    int length =
        move.is("qlen_zero")
            ? 0
            : move.is("qlen_negative")
                ? -choice.between(1, LENGTH)
                : move.is("qlen_above") ? world.capabilities.limits().maxEvdQlen() + 1 : right;
    if (move.is("qlen_above") && length < 0) {
      return false;
    }
    int asked = move.is("flags_undefined") ? flags | UNDEFINED : flags;
    Cno cno = notifier == null ? null : notifier.cno;
    long id = world.id();
    Evd evd =
        world.make(
            move,
            move.allowSuccess(),
            "evd" + id + " " + EvdFlags.toString(asked) + " length " + length + " " + notifier,
            () -> world.ia(move).createEvd(length, cno, asked));
    if (evd != null) {
      EvdParam param = evd.query();
      Queue queue = new Queue(id, evd, flags, param.evdQlen());
      AdapterModel.check(move, param.evdQlen() >= length, queue + " has length " + param.evdQlen());
      attach(queue, notifier);
      world.queues.add(queue);
    }
    return true;
  }

  private static void attach(Queue queue, Notifier notifier) {
    ModelObject.release(queue.notifier, HandleType.EVD);
    if (queue.notifier != null) {
      // No page says whether a trigger outlives the detachment of its EVD.
      queue.notifier.sure = false;
    }
    queue.notifier = notifier;
    ModelObject.use(notifier, HandleType.EVD);
    if (notifier != null) {
      notifier.streams |= !queue.softwareOnly();
      notifier.possible += queue.known + (queue.notified ? 1 : 0);
    }
  }

  boolean free(PlannedCall move) {
    Queue queue = world.queues.subject(move);
    if (queue == null || move.right() && !queue.used() && !move.choice().oneIn(4)) {
      return false;
    }
    if (queue.users(HandleType.RSP) > 0 && events.arriving(queue)) {
      // Whether a reserved point whose request is on its way still counts is open.
      return false;
    }
    int answer =
        world.run(move, move.allow(world.tables.free(queue)), queue.toString(), queue.evd::free);
    if (answer == DatReturn.SUCCESS) {
      attach(queue, null);
      world.queues.bury(queue);
      events.queueGone(queue);
    }
    return true;
  }

  boolean query(PlannedCall move) {
    Queue queue = world.queues.subject(move);
    int mask = move.mask(EvdField.ALL);
    return world.look(
        move,
        queue,
        () -> {
          EvdParam param = queue.evd.query(mask);
          AdapterModel.same(move, queue, "ia()", world.ia, param.ia());
          AdapterModel.same(move, queue, "evdFlags()", queue.flags, param.evdFlags());
          AdapterModel.same(move, queue, "evdQlen()", queue.length, param.evdQlen());
          Notifier notifier = queue.notifier;
          AdapterModel.same(
              move, queue, "cno()", notifier == null ? null : notifier.cno, param.cno());
          int state =
              (queue.enabled ? EvdState.ENABLED : EvdState.DISABLED)
                  | (queue.waitable ? EvdState.WAITABLE : EvdState.UNWAITABLE);
          AdapterModel.same(
              move,
              queue,
              "evdState() & (EvdState.ENABLE_MASK | EvdState.WAIT_MASK)",
              state,
              param.evdState() & (EvdState.ENABLE_MASK | EvdState.WAIT_MASK));
        });
  }

  boolean modifyCno(PlannedCall move) {
    RandomChoice choice = move.choice();
    Queue queue = world.queues.subject(move);
    Notifier notifier =
        world.notifiers.argument(
            move, "cno", () -> choice.oneIn(3) ? null : world.notifiers.pick(choice));
    if (queue == null || notifier == null && !move.right() && !move.is("subject_freed")) {
      return false;
    }
    Cno cno = notifier == null ? null : notifier.cno;
    int answer =
        world.run(
            move, move.allowSuccess(), queue + " to " + notifier, () -> queue.evd.modifyCno(cno));
    if (answer == DatReturn.SUCCESS) {
      attach(queue, notifier);
    }
    return true;
  }

  boolean resize(PlannedCall move) {
    RandomChoice choice = move.choice();
    Queue queue = world.queues.subject(move);
    if (queue == null) {
      return false;
    }
    int right =
        queue.softwareOnly() ? choice.between(1, FEW + 4) : choice.between(LENGTH, 2 * LENGTH);
    int length = move.count("qlen", world.capabilities.limits().maxEvdQlen(), () -> right);
    if (move.is("qlen_above") && length < 0) {
      return false;
    }
    AllowedReturns allowed =
        length < queue.length
            ? AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE)
            : AllowedReturns.SUCCESS;
    int answer =
        world.run(
            move, move.allow(allowed), queue + " to " + length, () -> queue.evd.resize(length));
    if (answer == DatReturn.SUCCESS) {
      int reported = queue.evd.query().evdQlen();
      AdapterModel.check(
          move,
          reported >= length && reported >= queue.software.size(),
          queue + " reports length " + reported);
      queue.length = reported;
    }
    return true;
  }

  boolean enable(PlannedCall move, boolean enabled) {
    return switched(
        move,
        enabled ? Evd::enable : Evd::disable,
        // What arrived meanwhile does not notify: decision DAT-D42.
        queue -> queue.enabled = enabled);
  }

  boolean waitable(PlannedCall move, boolean waitable) {
    return switched(
        move,
        waitable ? Evd::clearUnwaitable : Evd::setUnwaitable,
        queue -> queue.waitable = waitable);
  }

  /** Makes a call without arguments and, if it was accepted, lets the model know. */
  private boolean switched(PlannedCall move, Consumer<Evd> call, Consumer<Queue> accepted) {
    Queue queue = world.queues.subject(move);
    if (queue == null) {
      return false;
    }
    int answer =
        world.run(move, move.allowSuccess(), queue.toString(), () -> call.accept(queue.evd));
    if (answer == DatReturn.SUCCESS) {
      accepted.accept(queue);
    }
    return true;
  }

  boolean dequeue(PlannedCall move) {
    Queue queue = world.queues.subject(move);
    if (queue == null) {
      return false;
    }
    dequeue(move, queue);
    return true;
  }

  /** Takes one event and returns whether there was one. */
  boolean dequeue(PlannedCall move, Queue queue) {
    AllowedReturns allowed =
        !queue.softwareOnly()
            ? AllowedReturns.SUCCESS.or(DatReturn.QUEUE_EMPTY)
            : queue.known > 0 ? AllowedReturns.SUCCESS : AllowedReturns.of(DatReturn.QUEUE_EMPTY);
    DatEvent into = move.is("event_null") ? null : event;
    int answer =
        world.call(move, move.allow(allowed), queue.toString(), () -> queue.evd.dequeue(into));
    // An event that was counted while another thread wrote it may take a moment to come.
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(world.patience);
    while (answer == DatReturn.QUEUE_EMPTY && queue.known > 0 && move.right()) {
      AdapterModel.check(
          move, !limit.isOver(), queue + " is empty, " + queue.known + " events were counted");
      Thread.onSpinWait();
      answer = queue.evd.dequeue(into);
    }
    if (answer == DatReturn.SUCCESS) {
      queue.known = Math.max(0, queue.known - 1);
      events.take(move, queue, event);
    }
    return answer == DatReturn.SUCCESS;
  }

  boolean await(PlannedCall move) {
    Queue queue = world.queues.subject(move);
    if (queue == null) {
      return false;
    }
    RandomChoice choice = move.choice();
    int most = Math.min(queue.length, choice.oneIn(3) ? FEW : 1);
    int threshold = move.count("threshold", queue.length, () -> choice.between(1, most));
    long timeout =
        move.is("timeout_negative") ? -1 : choice.oneIn(8) ? choice.between(1, MAX_MICROS) : 0;
    await(move, queue, timeout, threshold);
    return true;
  }

  boolean await(PlannedCall move, Queue queue, long timeout, int threshold) {
    AllowedReturns allowed =
        !queue.waitable
            ? AllowedReturns.INVALID_STATE
            : !queue.softwareOnly()
                ? AllowedReturns.SUCCESS.or(DatReturn.TIMEOUT_EXPIRED)
                : queue.known >= threshold
                    ? AllowedReturns.SUCCESS
                    : AllowedReturns.of(DatReturn.TIMEOUT_EXPIRED);
    DatEvent into = move.is("event_null") ? null : event;
    int answer =
        world.call(
            move,
            move.allow(allowed),
            queue + " threshold " + threshold + " timeout " + timeout + " us",
            () -> queue.evd.await(timeout, threshold, into));
    // An event that another thread still writes hides those behind it for a moment.
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(world.patience);
    while (answer == DatReturn.TIMEOUT_EXPIRED
        && event.more() < queue.known
        && !queue.softwareOnly()
        && move.right()) {
      AdapterModel.check(
          move,
          !limit.isOver(),
          queue + ": nmore is " + event.more() + " of at least " + queue.known + " queued events");
      Thread.onSpinWait();
      answer = queue.evd.await(timeout, threshold, into);
    }
    if (answer == DatReturn.SUCCESS || answer == DatReturn.TIMEOUT_EXPIRED) {
      boolean taken = answer == DatReturn.SUCCESS;
      int left = event.more();
      int least = Math.max(queue.known - (taken ? 1 : 0), taken ? threshold - 1 : 0);
      AdapterModel.check(
          move,
          !taken || left >= threshold - 1,
          queue + ": nmore is " + left + " after a wait for " + threshold + " events");
      AdapterModel.check(
          move,
          !queue.softwareOnly() || left == least,
          queue + ": nmore is " + left + ", queued are " + least);
      // Hidden ones stay known: a dequeue has to find them.
      queue.known = Math.max(left, least);
      if (taken) {
        events.take(move, queue, event);
      }
    }
    return answer == DatReturn.SUCCESS;
  }

  boolean postSoftware(PlannedCall move) {
    RandomChoice choice = move.choice();
    Queue queue =
        move.is("subject_freed")
            ? world.queues.dead(choice)
            : world.queues.pick(
                choice, q -> q.carries(EvdFlags.SOFTWARE) != move.is("no_software_flag"));
    if (queue == null) {
      return false;
    }
    Object pointer = new Object();
    DatEvent given =
        move.is("event_null")
            ? null
            : move.is("event_other")
                ? new DatEvent().setEvd(queue.evd)
                : new DatEvent().setSoftware(pointer);
    boolean mayBeFull = queue.software.size() + queue.load >= queue.length;
    AllowedReturns allowed =
        mayBeFull ? AllowedReturns.SUCCESS.or(DatReturn.QUEUE_FULL) : AllowedReturns.SUCCESS;
    int answer =
        world.call(move, move.allow(allowed), queue.toString(), () -> queue.evd.postSe(given));
    if (answer == DatReturn.SUCCESS) {
      queue.software.add(pointer);
      queue.known++;
      if (queue.notifier != null && queue.enabled) {
        queue.notifier.triggered(true);
        queue.notified = true;
      }
    }
    return true;
  }
}
