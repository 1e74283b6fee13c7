package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.kernel.Patience;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;

/** Takes events until everything has come that the pages promise: a promise not kept differs. */
final class Settler {
  private static final long NAP_MICROS = 500;

  private final World world;
  private final Events events;
  private QueueSteps queues;

  Settler(World world, Events events) {
    this.world = world;
    this.events = events;
  }

  void queues(QueueSteps steps) {
    this.queues = steps;
  }

  /** Takes whatever is queued now. */
  void drain(Move cause) {
    Move move = new Move("evd_dequeue", null, cause.choice());
    for (Queue queue : List.copyOf(world.queues.living())) {
      while (queues.dequeue(move, queue)) {
        // One event after the other.
      }
      recount(queue);
    }
  }

  private void recount(Queue queue) {
    int load = 0;
    for (Posted posted : world.posted.values()) {
      load += posted.end != null && posted.end.queue(posted) == queue ? 1 : 0;
    }
    for (End end : world.ends.living()) {
      load += end.connect == queue && end.link != null && !end.endSeen ? 2 : 0;
    }
    for (Link link : world.links) {
      load += link.point != null && link.point.queue == queue && !link.requestSeen ? 1 : 0;
    }
    queue.load = load;
  }

  /** Waits for what one endpoint is owed, or everything when it is null. */
  void settle(Move cause, End only) {
    world.quiet = true;
    drain(cause);
    Patience patience = new Patience(world.patience);
    List<Owed> owed = owed(only);
    while (!owed.isEmpty()) {
      if (world.cancelled.getAsBoolean()) {
        return;
      }
      if (patience.isOver()) {
        throw new Difference("settle", "did not come within " + world.patience + " ms: " + owed);
      }
      Queue queue = owed.get(0).queue();
      if (queue.waitable) {
        queues.await(new Move("evd_wait", null, cause.choice()), queue, NAP_MICROS, 1);
      } else {
        Thread.onSpinWait();
      }
      drain(cause);
      owed = owed(only);
    }
    world.quiet = false;
  }

  /** Something the pages promise, and where it must appear. */
  private record Owed(Queue queue, String what) {
    @Override
    public String toString() {
      return what + " on " + queue;
    }
  }

  private List<Owed> owed(End only) {
    List<Owed> owed = new ArrayList<>();
    for (Link link : world.links) {
      boolean undecided = !link.requestSeen && !link.has("lost") && !link.active.outcomeSeen;
      boolean asked = !link.active.gone && link.active.link == link && !link.active.aborted;
      if (undecided && asked && link.point != null && !link.point.queue.gone) {
        boolean maybeRefused = link.has("refused") || link.has("late");
        Queue queue = maybeRefused ? link.active.connect : link.point.queue;
        if (only == null || only == link.active) {
          owed.add(new Owed(queue, "the request of " + link));
        }
      }
    }
    for (End end : only == null ? world.ends.living() : List.of(only)) {
      owed(end, owed);
    }
    return owed;
  }

  private void owed(End end, List<Owed> owed) {
    Link link = end.link;
    if (link == null) {
      return;
    }
    events.widen(end);
    boolean told = end.active || !link.abandoned() || world.abilities.has(Abilities.ABANDONED_TOLD);
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
    for (Posted request : end.requests) {
      if (request.mayStay && !down) {
        break;
      }
      boolean silent = request.suppressed() && request.can.contains(DtoStatus.SUCCESS);
      if ((down || up) && !silent) {
        owed.add(new Owed(end.request, request + " of " + end));
      }
    }
    for (Posted receive : end.receives) {
      if (down || up && receive.match != null && !receive.match.mayStay) {
        owed.add(new Owed(end.recv, receive + " of " + end));
      }
    }
  }
}
