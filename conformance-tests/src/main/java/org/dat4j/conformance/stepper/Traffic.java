package org.dat4j.conformance.stepper;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.dat4j.conformance.stepper.Posted.Piece;
import org.dat4j.conformance.stepper.Things.Memory;
import org.dat4j.conformance.stepper.Things.Pool;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Window;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;

/** What becomes of transfers that were posted: order, status, length and data of completions. */
final class Traffic {
  private static final int STRIDE = 31;

  private final World world;

  Traffic(World world) {
    this.world = world;
  }

  /** The octet at one place of what a transfer carries. */
  static byte octet(long cookie, int place) {
    return (byte) ((cookie >>> 8) * 7 + place * STRIDE + 1);
  }

  /** Fills the local pieces with what the transfer is to carry. */
  static void fill(Posted posted) {
    int place = 0;
    for (Piece piece : posted.local) {
      place = fill(posted.cookie, piece, place);
    }
  }

  static int fill(long cookie, Piece piece, int from) {
    int place = from;
    int base = piece.slot() * Memory.SLOT;
    for (int i = 0; i < piece.length(); i++) {
      piece.memory().buffer.put(base + i, octet(cookie, place++));
    }
    return place;
  }

  private static void holds(Move move, Posted posted, long cookie, int length) {
    int place = 0;
    for (Piece piece : posted.local) {
      place = holds(move, posted, piece, cookie, place, length);
    }
  }

  private static int holds(
      Move move, Posted posted, Piece piece, long cookie, int from, int length) {
    int place = from;
    ByteBuffer buffer = piece.memory().buffer;
    int base = piece.slot() * Memory.SLOT;
    for (int i = 0; i < piece.length() && place < length; i++, place++) {
      byte expected = octet(cookie, place);
      byte actual = buffer.get(base + i);
      if (expected != actual) {
        throw new Difference(
            move.call(),
            posted + ": octet " + place + " is " + actual + ", " + expected + " was sent");
      }
    }
    return place;
  }

  /** A transfer was accepted. */
  void accepted(Posted posted) {
    world.posted.put(posted.cookie, posted);
    posted.take();
    if (posted.end == null) {
      posted.pool.buffers.add(posted);
      return;
    }
    End end = posted.end;
    end.line(posted).addLast(posted);
    Queue queue = end.queue(posted);
    if (queue != null) {
      queue.load++;
    }
    if (end.link != null) {
      if (posted.request.equals("send")) {
        end.link.from(end).addLast(posted);
        End peer = end.link.peer(end);
        if (peer != null && peer.pool != null && peer.pool.bad()) {
          posted.can.addAll(world.tables.statuses("bad_receive", "send"));
        }
      }
      if (posted.canFail() && !posted.isReceive()) {
        end.link.happened("failed");
      }
      match(end.link);
      if (posted.isReceive()) {
        leftBehind(end.link, end, posted);
      }
    }
  }

  /** A message may still be on its way whose sender has left the connection since. */
  private void leftBehind(Link link, End to, Posted receive) {
    End from = link.peer(to);
    if (from == null || from.link == link) {
      return;
    }
    for (Posted send : link.from(from)) {
      if (send.match == null && send.length > receive.length) {
        receive.can.addAll(world.tables.statuses("short_receive", "recv"));
        return;
      }
    }
  }

  /** Finds out which send fills which receive, and what that means for them. */
  void match(Link link) {
    if (link.passive != null && link.active.link == link && link.passive.link == link) {
      match(link, link.active, link.passive);
      match(link, link.passive, link.active);
    }
  }

  private void match(Link link, End from, End to) {
    for (Posted send : link.from(from)) {
      if (send.match != null || to.pool != null || !send.can.contains(DtoStatus.SUCCESS)) {
        continue;
      }
      Posted receive = null;
      for (Posted candidate : to.receives) {
        if (candidate.match == null) {
          receive = candidate;
          break;
        }
      }
      if (receive == null) {
        return;
      }
      send.match = receive;
      receive.match = send;
      if (receive.canFail()) {
        send.can.addAll(world.tables.statuses("bad_receive", "send"));
        link.happened("failed");
      } else if (send.length > receive.length) {
        receive.can.clear();
        receive.can.addAll(world.tables.statuses("short_receive", "recv"));
        send.can.addAll(world.tables.statuses("short_receive", "send"));
        link.happened("failed");
      }
    }
  }

  /** Whether a send posted now finds a receive that no other send will take. */
  boolean receiveWaits(End end) {
    End peer = end.link == null ? null : end.link.peer(end);
    if (peer == null) {
      return false;
    }
    if (peer.pool == null) {
      return peer.receives.stream().anyMatch(r -> r.match == null);
    }
    long under =
        world.links.stream()
            .filter(l -> l.active.link == l || l.passive != null && l.passive.link == l)
            .mapToLong(
                l ->
                    (l.active != null && l.active.pool == peer.pool ? l.fromPassive.size() : 0)
                        + (l.passive != null && l.passive.pool == peer.pool
                            ? l.fromActive.size()
                            : 0))
            .sum();
    return peer.pool.buffers.size() > under;
  }

  /** A completion was taken from a dispatcher. */
  void completed(Move move, Queue queue, DatEvent event) {
    Posted posted = world.posted.remove(event.cookie());
    if (posted == null) {
      World.check(
          move,
          world.lost.remove(event.cookie()) != null,
          "completion of " + event.cookie() + ", which was not posted or is complete: " + event);
      return;
    }
    if (posted.end == null && isLeft(event.ep())) {
      // Taken for a connection whose endpoint was freed or reset since.
      posted.pool.buffers.remove(posted);
      posted.leave(true);
      return;
    }
    if (posted.end == null) {
      taken(move, posted, event);
    }
    End end = posted.end;
    boolean same = posted.binds ? event.rmr() == posted.window.rmr : event.ep() == end.ep;
    World.check(move, same, posted + " of " + end + " completes as " + event);
    World.check(
        move,
        end.queue(posted) == queue,
        posted + " of " + end + " completes on " + queue + ", not on " + end.queue(posted));
    overtake(move, end, posted);
    Link link = end.link;
    World.check(move, link != null, posted + " completes on " + end + ", which has no connection");
    DtoStatus status = event.status();
    judge(move, end, posted, status);
    posted.leave(status == DtoStatus.SUCCESS);
    bound(posted, status == DtoStatus.SUCCESS);
    if (status == DtoStatus.SUCCESS) {
      succeeded(move, end, posted, event);
    } else {
      if (posted.isReceive()) {
        end.receivesBroken = true;
      } else {
        end.requestsBroken = true;
      }
      if (status != DtoStatus.ERR_FLUSHED) {
        link.happened("failed");
        link.broken = true;
      }
    }
  }

  private boolean isLeft(Ep ep) {
    End end = world.end(ep);
    return world.known(ep) || end != null && end.link == null && end.wasReset;
  }

  private void taken(Move move, Posted posted, DatEvent event) {
    End end = world.end(event.ep());
    World.check(
        move,
        end != null && end.pool == posted.pool,
        posted + " of " + posted.pool + " completes for an endpoint without it: " + event);
    posted.pool.buffers.remove(posted);
    posted.end = end;
    end.receives.addFirst(posted);
  }

  private void overtake(Move move, End end, Posted posted) {
    Deque<Posted> line = end.line(posted);
    while (true) {
      Posted head = line.pollFirst();
      if (head == posted) {
        return;
      }
      World.check(
          move,
          head != null
              && head.suppressed()
              && head.can.contains(DtoStatus.SUCCESS)
              && !end.broken(head),
          posted + " of " + end + " completes before " + head);
      world.posted.remove(head.cookie);
      settled(end, head);
    }
  }

  private static void settled(End end, Posted silent) {
    silent.leave(true);
    bound(silent, true);
    Queue queue = end.queue(silent);
    if (queue != null) {
      queue.load--;
    }
  }

  private void judge(Move move, End end, Posted posted, DtoStatus status) {
    Set<DtoStatus> can = EnumSet.copyOf(posted.can);
    if (end.link.tainted()) {
      can.addAll(world.tables.statuses("ended", posted.request));
      if (end.link.has("failed")) {
        // The fault of one side shows on the other's transfers in many ways.
        can.add(DtoStatus.ERR_REMOTE_RESPONDER);
        can.add(DtoStatus.ERR_REMOTE_ACCESS);
        can.add(DtoStatus.ERR_BAD_RESPONSE);
      }
      if (!posted.can.contains(DtoStatus.SUCCESS)) {
        can.remove(DtoStatus.SUCCESS);
      }
    }
    World.check(
        move,
        can.contains(status),
        posted
            + " of "
            + end
            + " reports "
            + status
            + ", the pages allow "
            + can
            + " on "
            + end.link);
    boolean success = status == DtoStatus.SUCCESS;
    World.check(
        move,
        !success || !end.broken(posted),
        posted + " of " + end + " succeeds behind one that did not");
    World.check(
        move,
        !success || !posted.suppressed(),
        posted + " of " + end + " succeeds with an event although suppressed");
  }

  private void succeeded(Move move, End end, Posted posted, DatEvent event) {
    int length = posted.length;
    if (posted.isReceive()) {
      Link link = end.link;
      Posted send = link.from(link.peer(end)).pollFirst();
      World.check(move, send != null, posted + " of " + end + " received what nobody sent");
      length = send.length;
      holds(move, posted, send.cookie, length);
    } else if (posted.request.equals("read")) {
      holds(move, posted, posted.cookie, length);
    } else if (posted.request.equals("write") && world.abilities.has("remote_completion")) {
      holds(move, posted, posted.remote, posted.cookie, 0, length);
    }
    if (!posted.binds) {
      World.check(
          move,
          event.transferredLength() == length,
          posted + " of " + end + " tells " + event.transferredLength() + " octets of " + length);
    }
  }

  /** Nothing of the endpoint's transfers need be reported any more; what is, is so once. */
  void forget(End end) {
    for (Posted posted : end.receives) {
      forget(posted);
    }
    for (Posted posted : end.requests) {
      forget(posted);
    }
    end.receives.clear();
    end.requests.clear();
    if (end.pool != null) {
      end.pool.unsure = true;
      for (Posted buffer : end.pool.buffers) {
        buffer.mayStay = true;
      }
    }
  }

  private void forget(Posted posted) {
    posted.leave(false);
    world.posted.remove(posted.cookie);
    world.lost.put(posted.cookie, posted);
    bound(posted, false);
  }

  private static void bound(Posted posted, boolean success) {
    if (posted.binds) {
      posted.window.pending--;
      posted.window.unsure |= !success;
    }
  }

  /** A bad buffer of a shared queue hits whichever connection takes it. */
  static void poisoned(World world, Pool pool) {
    pool.unsure = true;
    for (Link link : world.links) {
      for (End end : new End[] {link.active, link.passive}) {
        if (end != null && end.pool == pool && !link.from(link.peer(end)).isEmpty()) {
          link.happened("failed");
          for (Posted send : link.from(link.peer(end))) {
            send.can.addAll(world.tables.statuses("bad_receive", "send"));
          }
        }
      }
    }
  }

  /** A window was bound elsewhere or freed: what goes through it may fail. */
  static void revoked(World world, Window window) {
    for (Posted posted : world.posted.values()) {
      if (posted.window == window && !posted.binds) {
        posted.can.addAll(world.tables.statuses("revoked", posted.request));
        posted.end.link.happened("failed");
      }
    }
  }

  /** A registration was freed: what uses it and has not run yet fails. */
  static void revoked(World world, Memory memory) {
    for (Posted posted : world.posted.values()) {
      if (!posted.uses(memory)) {
        continue;
      }
      posted.can.addAll(posted.withoutIts(memory, world.tables));
      if (posted.end == null) {
        poisoned(world, posted.pool);
      }
      if (posted.end != null && posted.end.link != null) {
        posted.end.link.happened("failed");
      }
      if (posted.match != null && posted.isReceive()) {
        posted.match.can.addAll(world.tables.statuses("bad_receive", "send"));
      }
    }
  }
}
