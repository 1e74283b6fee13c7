package org.dat4j.conformance.dat.stepper.steps;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.ConnectionModel;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;

/**
 * Takes events from the EVDs of the DAT stepper until all that the manual pages promise have come.
 */
final class EventDrainer {
  private static final long NAP_MICROS = 500;

  private final AdapterModel world;
  private final EventModel events;
  private EvdSteps queues;

  EventDrainer(AdapterModel world, EventModel events) {
    this.world = world;
    this.events = events;
  }

  void queues(EvdSteps steps) {
    this.queues = steps;
  }

  /** Takes whatever is queued now. */
  void drain(PlannedCall cause) {
    PlannedCall move = new PlannedCall("evd_dequeue", null, cause.choice());
    for (Queue queue : List.copyOf(world.queues.living())) {
      while (queues.dequeue(move, queue)) {
        // One event after the other.
      }
      recount(queue);
    }
  }

  private void recount(Queue queue) {
    int load = 0;
    for (OutstandingTransfer posted : world.posted.values()) {
      load += posted.end != null && posted.end.queue(posted) == queue ? 1 : 0;
    }
    for (EpModel end : world.ends.living()) {
      load += end.connect == queue && end.link != null && !end.endSeen ? 2 : 0;
    }
    for (ConnectionModel link : world.links) {
      load += link.point != null && link.point.queue == queue && !link.requestSeen ? 1 : 0;
    }
    queue.load = load;
  }

  /** Waits for all promised events of one endpoint, or of all endpoints if it is null. */
  void settle(PlannedCall cause, EpModel only) {
    world.quiet = true;
    drain(cause);
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(world.patience);
    List<Owed> owed = owed(only);
    while (!owed.isEmpty()) {
      if (world.cancelled.getAsBoolean()) {
        return;
      }
      if (limit.isOver()) {
        throw new Difference(
            "settle",
            "did not come within " + world.patience + " ms: " + owed,
            new Expectation.Event(owed.get(0).queue().evd));
      }
      Queue queue = owed.get(0).queue();
      if (queue.waitable) {
        queues.await(new PlannedCall("evd_wait", null, cause.choice()), queue, NAP_MICROS, 1);
      } else {
        Thread.onSpinWait();
      }
      drain(cause);
      owed = owed(only);
    }
    world.quiet = false;
  }

  /** An event that the pages promise, and the EVD on which it must appear. */
  private record Owed(Queue queue, String what) {
    @Override
    public String toString() {
      return what + " on " + queue;
    }
  }

  private List<Owed> owed(EpModel only) {
    List<Owed> owed = new ArrayList<>();
    for (ConnectionModel link : world.links) {
      boolean undecided = !link.requestSeen && !link.has("lost") && !link.active.outcomeSeen;
      boolean asked = !link.active.gone && link.active.link == link && !link.active.aborted;
      if (undecided && asked && link.point != null && !link.point.queue.gone) {
        boolean maybeRefused =
            link.has("refused") || link.has("late") || link.has(EventModel.OUTRUN);
        Queue queue = maybeRefused ? link.active.connect : link.point.queue;
        if (only == null || only == link.active) {
          owed.add(new Owed(queue, "the request of " + link));
        }
      }
    }
    for (EpModel end : only == null ? world.ends.living() : List.of(only)) {
      owed(end, owed);
    }
    return owed;
  }

  private void owed(EpModel end, List<Owed> owed) {
    ConnectionModel link = end.link;
    if (link == null) {
      return;
    }
    events.widen(end);
    boolean told =
        end.active
            || !link.abandoned()
            || world.capabilities.has(DeclaredCapabilities.ABANDONED_TOLD);
    boolean decided =
        end.active
            ? link.has("accepted")
                || link.has("rejected")
                || link.has("refused") && !link.has("lost")
            : told;
    if (!end.aborted && !end.outcomeSeen && decided && end.connect != null) {
      owed.add(new Owed(end.connect, "how " + link + " came out for " + end));
    }
    boolean ends = told && (link.has("gone") || link.broken);
    if (!end.aborted && end.establishedSeen && !end.endSeen && ends) {
      owed.add(new Owed(end.connect, "the end of " + link + " for " + end));
    }
    boolean down = end.surely(EpState.DISCONNECTED) || end.endSeen && !end.aborted;
    boolean up = end.establishedSeen && !link.tainted();
    for (OutstandingTransfer request : end.requests) {
      if (request.mayStay && !down) {
        break;
      }
      boolean silent = request.suppressed() && request.can.contains(DtoStatus.SUCCESS);
      if ((down || up) && !silent) {
        owed.add(new Owed(end.request, request + " of " + end));
      }
    }
    for (OutstandingTransfer receive : end.receives) {
      if (down || up && receive.match != null && !receive.match.mayStay) {
        owed.add(new Owed(end.recv, receive + " of " + end));
      }
    }
  }
}
