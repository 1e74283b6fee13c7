package org.dat4j.conformance.stepper;

import java.nio.ByteBuffer;
import org.dat4j.conformance.stepper.Tables.Event;
import org.dat4j.conformance.stepper.Things.Point;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Request;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.HandleType;

/** Every event that is taken: whether it may come, and what it tells about the states. */
final class Events {
  private static final int BEGUN =
      Tables.bit(EpState.ACTIVE_CONNECTION_PENDING) | Tables.bit(EpState.COMPLETION_PENDING);
  private static final int ALIVE =
      Tables.bit(EpState.CONNECTED)
          | Tables.bit(EpState.DISCONNECT_PENDING)
          | Tables.bit(EpState.DISCONNECTED);

  private final World world;
  private final Traffic traffic;

  Events(World world, Traffic traffic) {
    this.world = world;
    this.traffic = traffic;
  }

  /** The states an endpoint can have reached by itself. */
  void widen(End end) {
    Link link = end.link;
    if (end.point != null && arrived(end.point)) {
      end.states |= end.can(EpState.RESERVED) ? Tables.bit(EpState.PASSIVE_CONNECTION_PENDING) : 0;
    }
    if (link == null) {
      return;
    }
    int before;
    do {
      before = end.states;
      for (Event row : world.tables.events()) {
        if (row.active() == end.active
            && (row.before() & end.states) != 0
            && link.hasAny(row.causes())) {
          end.states |= row.after();
        }
      }
    } while (end.states != before);
  }

  /** Whether a dispatcher has, or is about to get, the request of a reserved service point. */
  boolean arriving(Queue queue) {
    return world.links.stream()
        .anyMatch(l -> l.point != null && l.point.queue == queue && l.point.reserved != null);
  }

  private boolean arrived(Point point) {
    return world.links.stream().anyMatch(l -> l.point == point && !l.has("refused"));
  }

  /** An event was taken from a dispatcher. */
  void take(Move move, Queue queue, DatEvent event) {
    world.note("  " + event);
    World.check(move, event.evd() == queue.evd, queue + " gave an event of another: " + event);
    if (event.number() == EventNumber.SOFTWARE_EVENT) {
      Object expected = queue.software.isEmpty() ? null : queue.software.remove(0);
      World.check(
          move,
          expected != null && expected == event.pointer(),
          queue + " gave a software event out of order: " + event);
      return;
    }
    queue.load = Math.max(0, queue.load - 1);
    switch (event.number()) {
      case DTO_COMPLETION_EVENT, RMR_BIND_COMPLETION_EVENT -> traffic.completed(move, queue, event);
      case CONNECTION_REQUEST_EVENT -> requested(move, queue, event);
      case ASYNC_ERROR_EVD_OVERFLOW,
          ASYNC_ERROR_IA_CATASTROPHIC,
          ASYNC_ERROR_EP_BROKEN,
          ASYNC_ERROR_TIMED_OUT,
          ASYNC_ERROR_PROVIDER_INTERNAL_ERROR ->
          throw new Difference(move.call(), "an asynchronous error nothing led to: " + event);
      default -> connection(move, queue, event);
    }
  }

  private void requested(Move move, Queue queue, DatEvent event) {
    byte[] data = event.cr().query().privateData();
    World.check(move, data.length >= Long.BYTES, "a request nobody made: " + event);
    long id = ByteBuffer.wrap(data).getLong();
    Link link = world.links.stream().filter(l -> l.id == id).findFirst().orElse(null);
    World.check(move, link != null && !link.requestSeen, "a request nobody made: " + event);
    World.check(
        move,
        world.abilities.carries(data, link.privateData),
        link + ": the request carries other private data than were given");
    if (link.point == null) {
      // Nobody listened when it was asked for, or for one other request only; but somebody did when
      // it arrived, and may have been freed since.
      link.point = world.point(event.connQual());
      if (link.point == null) {
        link.point = world.points.lastDead(point -> tells(point, queue, event));
      }
    }
    Point point = link.point;
    World.check(move, point != null, link + " came to where nobody listens: " + event);
    World.check(
        move,
        point.queue == queue && event.connQual() == point.qualifier,
        link + " to " + point + " came as " + event);
    boolean reserved = point.reserved != null;
    World.check(
        move,
        event.servicePoint() == point.object || reserved && event.servicePoint() == null,
        link + " to " + point + " names another service point: " + event);
    link.requestSeen = true;
    link.didNot("refused");
    Request request = new Request(world.id(), event.cr(), link, point.reserved);
    link.request = request;
    world.requests.add(request);
    if (reserved) {
      point.reserved.states = Tables.bit(EpState.PASSIVE_CONNECTION_PENDING);
      consumed(point);
    }
  }

  /** Whether a request can be that of a service point. */
  private static boolean tells(Point point, Queue queue, DatEvent event) {
    Object told = event.servicePoint();
    return point.qualifier == event.connQual()
        && point.queue == queue
        && (point.reserved == null ? told == point.object : told == null);
  }

  /** The service point of one request has had it. */
  void consumed(Point point) {
    if (!point.gone) {
      point.consumed = true;
      world.points.bury(point);
      point.queue.release(HandleType.RSP);
    }
    point.reserved.point = null;
  }

  private void connection(Move move, Queue queue, DatEvent event) {
    End end = world.end(event.ep());
    if (end == null || end.gone) {
      World.check(
          move, end != null || world.known(event.ep()), "an event of an unknown EP: " + event);
      return;
    }
    World.check(move, end.connect == queue, end + " has its events on " + end.connect);
    boolean established = event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED;
    if (end.stale > 0 && !established && !end.establishedSeen) {
      end.stale--;
      return;
    }
    widen(end);
    Link link = end.link;
    World.check(move, link != null && !end.endSeen, end + " gets one event too many: " + event);
    Event row = null;
    for (Event candidate : world.tables.events()) {
      boolean outcome = (candidate.before() & BEGUN) != 0;
      if (candidate.number() == event.number()
          && candidate.active() == end.active
          && link.hasAny(candidate.causes())
          && outcome != end.outcomeSeen) {
        row = candidate;
      }
    }
    if (end.aborted) {
      World.check(
          move,
          !established || link.has("accepted") && !end.outcomeSeen,
          end + " was given up and gets " + event);
      end.outcomeSeen |= established;
      end.endSeen = !established;
      return;
    }
    World.check(
        move,
        row != null && (!end.outcomeSeen || end.establishedSeen),
        end + " in " + Tables.states(end.states) + " gets " + event + " on " + link);
    int after = end.states & (established ? ALIVE : row.after());
    World.check(move, after != 0, end + " in " + Tables.states(end.states) + " gets " + event);
    end.states = after;
    if (end.outcomeSeen || !established) {
      end.endSeen = true;
    }
    end.outcomeSeen = true;
    if (established) {
      end.establishedSeen = true;
      link.established |= end.active;
      end.stale = 0;
      byte[] expected = end.active ? link.answer : new byte[0];
      World.check(
          move,
          world.abilities.carries(event.privateData(), expected),
          end + " is established with other private data than were given");
    }
  }

  /** A dispatcher was freed with what was queued on it. */
  void queueGone(Queue queue) {
    for (Link link : world.links) {
      if (link.point != null && link.point.queue == queue && !link.requestSeen) {
        link.happened("lost");
        link.happened("refused");
        letGo(link.point);
      }
    }
  }

  /**
   * The request of a reserved service point is gone with its dispatcher. The pages do not say
   * whether the endpoint waits for ever then or is free again.
   */
  private static void letGo(Point point) {
    End end = point.reserved;
    if (end != null && end.point == point && end.can(EpState.PASSIVE_CONNECTION_PENDING)) {
      end.states |= Tables.bit(EpState.UNCONNECTED);
      end.point = null;
    }
  }
}
