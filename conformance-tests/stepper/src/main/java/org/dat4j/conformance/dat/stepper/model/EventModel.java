package org.dat4j.conformance.dat.stepper.model;

import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Request;
import org.dat4j.conformance.dat.stepper.model.ModelTables.Event;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.HandleType;

/**
 * The part of the DAT stepper's model that judges events: which may come now, and how each changes
 * the states of endpoints.
 */
public final class EventModel {
  private static final int BEGUN =
      ModelTables.bit(EpState.ACTIVE_CONNECTION_PENDING)
          | ModelTables.bit(EpState.COMPLETION_PENDING);
  private static final int ALIVE =
      ModelTables.bit(EpState.CONNECTED)
          | ModelTables.bit(EpState.DISCONNECT_PENDING)
          | ModelTables.bit(EpState.DISCONNECTED);

  /** The cause that the request of another endpoint was first at a reserved service point. */
  public static final String OUTRUN = "outrun";

  private final AdapterModel world;
  private final TransferModel traffic;

  public EventModel(AdapterModel world, TransferModel traffic) {
    this.world = world;
    this.traffic = traffic;
  }

  /** Adds the states that an endpoint can have reached without a call on it. */
  public void widen(EpModel end) {
    ConnectionModel link = end.link;
    if (end.point != null && arrived(end.point)) {
      end.states |=
          end.can(EpState.RESERVED) ? ModelTables.bit(EpState.PASSIVE_CONNECTION_PENDING) : 0;
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

  /** Returns whether an EVD has, or is about to get, the request of a reserved service point. */
  public boolean arriving(Queue queue) {
    return world.links.stream()
        .anyMatch(l -> l.point != null && l.point.queue == queue && l.point.reserved != null);
  }

  private boolean arrived(Point point) {
    return world.links.stream().anyMatch(l -> l.point == point && !l.has("refused"));
  }

  /** Checks an event that was taken from an EVD, and updates the models. */
  public void take(PlannedCall move, Queue queue, DatEvent event) {
    world.note("  " + event);
    AdapterModel.check(
        move, event.evd() == queue.evd, queue + " gave an event of another: " + event);
    if (event.number() == EventNumber.SOFTWARE_EVENT) {
      Object expected = queue.software.isEmpty() ? null : queue.software.remove(0);
      AdapterModel.check(
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

  private void requested(PlannedCall move, Queue queue, DatEvent event) {
    byte[] data = event.cr().query().privateData();
    AdapterModel.check(move, data.length >= Long.BYTES, "a request nobody made: " + event);
    long id = ByteBuffer.wrap(data).getLong();
    ConnectionModel link = world.links.stream().filter(l -> l.id == id).findFirst().orElse(null);
    AdapterModel.check(move, link != null && !link.requestSeen, "a request nobody made: " + event);
    AdapterModel.check(
        move,
        world.capabilities.carries(data, link.privateData),
        link + ": the request carries other private data than were given");
    if (link.point == null) {
      // At the connect there was no service point, or only one that another request used up. There
      // was one when the request arrived, and it may have been freed since.
      link.point = world.point(event.connQual());
      if (link.point == null) {
        link.point = world.points.lastDead(point -> tells(point, queue, event));
      }
    }
    Point point = link.point;
    AdapterModel.check(move, point != null, link + " came to where nobody listens: " + event);
    boolean reserved = point.reserved != null;
    AdapterModel.check(
        move,
        point.queue == queue
            && event.connQual() == point.qualifier
            && (event.servicePoint() == point.object || reserved && event.servicePoint() == null),
        link
            + " was for "
            + point.inWords()
            + " of "
            + point.queue
            + ", but came to "
            + world.points.nameOf(event.servicePoint())
            + " of "
            + queue
            + " (one that was made later on the qualifier must not get it): "
            + event);
    link.requestSeen = true;
    link.didNot("refused");
    link.didNot(OUTRUN);
    Request request = new Request(world.id(), event.cr(), link, point.reserved);
    link.request = request;
    world.requests.add(request);
    if (reserved) {
      point.reserved.states = ModelTables.bit(EpState.PASSIVE_CONNECTION_PENDING);
      consumed(point);
      for (ConnectionModel other : contenders(point)) {
        other.point = null;
        other.happened("refused");
      }
    }
  }

  /** Lists the connections whose requests may still reach a service point. */
  private List<ConnectionModel> contenders(Point point) {
    return world.links.stream().filter(l -> l.point == point && !l.requestSeen).toList();
  }

  /**
   * Notes how many connections ask for a reserved service point. It takes one request, and no page
   * says in which order the requests of several endpoints arrive.
   *
   * @param point where they go; null and a public one change nothing
   */
  public void contend(Point point) {
    if (point == null || point.reserved == null) {
      return;
    }
    List<ConnectionModel> contenders = contenders(point);
    for (ConnectionModel link : contenders) {
      if (contenders.size() > 1) {
        link.happened(OUTRUN);
      } else {
        link.didNot(OUTRUN);
      }
    }
  }

  /** Returns whether a request can be that of a service point. */
  private static boolean tells(Point point, Queue queue, DatEvent event) {
    Object told = event.servicePoint();
    return point.qualifier == event.connQual()
        && point.queue == queue
        && (point.reserved == null ? told == point.object : told == null);
  }

  /** Notes that a reserved service point got its one request. */
  public void consumed(Point point) {
    if (!point.gone) {
      point.consumed = true;
      world.points.bury(point);
      point.queue.release(HandleType.RSP);
    }
    point.reserved.point = null;
  }

  private void connection(PlannedCall move, Queue queue, DatEvent event) {
    EpModel end = world.end(event.ep());
    if (end == null || end.gone) {
      AdapterModel.check(
          move, end != null || world.known(event.ep()), "an event of an unknown EP: " + event);
      return;
    }
    AdapterModel.check(move, end.connect == queue, end + " has its events on " + end.connect);
    boolean established = event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED;
    if (end.stale > 0 && !established && !end.establishedSeen) {
      end.stale--;
      return;
    }
    widen(end);
    ConnectionModel link = end.link;
    AdapterModel.check(
        move, link != null && !end.endSeen, end + " gets one event too many: " + event);
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
      AdapterModel.check(
          move,
          !established || link.has("accepted") && !end.outcomeSeen,
          end + " was given up and gets " + event);
      end.outcomeSeen |= established;
      end.endSeen = !established;
      return;
    }
    AdapterModel.check(
        move,
        row != null && (!end.outcomeSeen || end.establishedSeen),
        end + " in " + ModelTables.states(end.states) + " gets " + event + " on " + link);
    int after = end.states & (established ? ALIVE : row.after());
    AdapterModel.check(
        move, after != 0, end + " in " + ModelTables.states(end.states) + " gets " + event);
    end.states = after;
    if (end.outcomeSeen || !established) {
      end.endSeen = true;
    }
    end.outcomeSeen = true;
    if (link.has(OUTRUN) && !link.requestSeen && !link.has("late") && !link.has("gone")) {
      Point point = link.point;
      link.point = null;
      contend(point);
    }
    if (established) {
      end.establishedSeen = true;
      link.established |= end.active;
      end.stale = 0;
      byte[] expected = end.active ? link.answer : new byte[0];
      AdapterModel.check(
          move,
          world.capabilities.carries(event.privateData(), expected),
          end + " is established with other private data than were given");
    }
  }

  /** Notes that an EVD was freed with the requests queued on it. */
  public void queueGone(Queue queue) {
    for (ConnectionModel link : world.links) {
      if (link.point != null && link.point.queue == queue && !link.requestSeen) {
        link.happened("lost");
        link.happened("refused");
        letGo(link.point);
      }
    }
  }

  /**
   * Notes that the request of a reserved service point was lost with its EVD. The pages do not say
   * whether the endpoint then waits for ever or is free again.
   */
  private static void letGo(Point point) {
    EpModel end = point.reserved;
    if (end != null && end.point == point && end.can(EpState.PASSIVE_CONNECTION_PENDING)) {
      end.states |= ModelTables.bit(EpState.UNCONNECTED);
      end.point = null;
    }
  }
}
