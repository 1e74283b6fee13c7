package org.dat4j.conformance.dat.stepper.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Window;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer.Piece;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;

/**
 * The part of the DAT stepper's model that judges completions: their order, status, length and
 * data.
 */
public final class TransferModel {
  private static final int STRIDE = 31;

  /** The number of bytes after which those of a transfer repeat. */
  private static final int PERIOD = 256;

  private final AdapterModel world;

  public TransferModel(AdapterModel world) {
    this.world = world;
  }

  /** Computes the byte at one place of a transfer's data. */
  static byte byteAt(long cookie, int place) {
    return (byte) ((cookie >>> 8) * 7 + place * STRIDE + 1);
  }

  /** Fills the local pieces with what the transfer is to carry. */
  public void fill(OutstandingTransfer posted) {
    int place = 0;
    for (Piece piece : posted.local) {
      place = fill(posted.cookie, piece, place);
    }
  }

  public int fill(long cookie, Piece piece, int from) {
    int base = piece.slot() * Memory.SLOT;
    if (world.recorder != null) {
      world.recorder.fill(piece.memory().buffer, base, piece.length(), cookie, from);
    }
    byte[] pattern = pattern(cookie, from);
    for (int i = 0; i < piece.length(); i += PERIOD) {
      piece.memory().buffer.put(base + i, pattern, 0, Math.min(PERIOD, piece.length() - i));
    }
    return from + piece.length();
  }

  private static byte[] pattern(long cookie, int from) {
    byte[] pattern = new byte[PERIOD];
    for (int i = 0; i < PERIOD; i++) {
      pattern[i] = byteAt(cookie, from + i);
    }
    return pattern;
  }

  private static void holds(PlannedCall move, OutstandingTransfer posted, long cookie, int length) {
    int place = 0;
    for (Piece piece : posted.local) {
      place = holds(move, posted, piece, cookie, place, length);
    }
  }

  private static int holds(
      PlannedCall move,
      OutstandingTransfer posted,
      Piece piece,
      long cookie,
      int from,
      int length) {
    ByteBuffer buffer = piece.memory().buffer;
    int base = piece.slot() * Memory.SLOT;
    byte[] pattern = pattern(cookie, from);
    byte[] found = new byte[PERIOD];
    int count = Math.min(piece.length(), length - from);
    for (int i = 0; i < count; i += PERIOD) {
      int many = Math.min(PERIOD, count - i);
      buffer.get(base + i, found, 0, many);
      int wrong = Arrays.mismatch(found, 0, many, pattern, 0, many);
      if (wrong >= 0) {
        throw new Difference(
            move.call(),
            posted
                + ": byte "
                + (from + i + wrong)
                + " is "
                + found[wrong]
                + ", "
                + pattern[wrong]
                + " was sent",
            new Expectation.MemoryByte(buffer, base + i + wrong, pattern[wrong]));
      }
    }
    return from + Math.max(0, count);
  }

  /** Notes a post that was accepted. */
  public void accepted(OutstandingTransfer posted) {
    world.posted.put(posted.cookie, posted);
    posted.take();
    if (posted.end == null) {
      posted.pool.buffers.add(posted);
      return;
    }
    EpModel end = posted.end;
    end.line(posted).addLast(posted);
    Queue queue = end.queue(posted);
    if (queue != null) {
      queue.load++;
    }
    if (end.link != null) {
      if (posted.request.equals("send")) {
        end.link.from(end).addLast(posted);
        EpModel peer = end.link.peer(end);
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
  private void leftBehind(ConnectionModel link, EpModel to, OutstandingTransfer receive) {
    EpModel from = link.peer(to);
    if (from == null || from.link == link) {
      return;
    }
    for (OutstandingTransfer send : link.from(from)) {
      if (send.match == null && send.length > receive.length) {
        receive.can.addAll(world.tables.statuses("short_receive", "recv"));
        return;
      }
    }
  }

  /** Finds out which send fills which receive, and what that means for them. */
  public void match(ConnectionModel link) {
    if (link.passive != null && link.active.link == link && link.passive.link == link) {
      match(link, link.active, link.passive);
      match(link, link.passive, link.active);
    }
  }

  private void match(ConnectionModel link, EpModel from, EpModel to) {
    for (OutstandingTransfer send : link.from(from)) {
      if (send.match != null || to.pool != null || !send.can.contains(DtoStatus.SUCCESS)) {
        continue;
      }
      OutstandingTransfer receive = null;
      for (OutstandingTransfer candidate : to.receives) {
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

  /** Finds the Receive that a Send posted now fills; null if there is none or it is not known. */
  public OutstandingTransfer waiting(EpModel end) {
    EpModel peer = end.link == null ? null : end.link.peer(end);
    return peer == null
        ? null
        : peer.receives.stream().filter(r -> r.match == null).findFirst().orElse(null);
  }

  /** Returns the bytes that every message to the peer of an endpoint may have. */
  public int fits(EpModel end) {
    EpModel peer = end.link == null ? null : end.link.peer(end);
    OutstandingTransfer waiting = waiting(end);
    return waiting != null
        ? waiting.length
        : peer != null && peer.pool != null ? peer.pool.segments * Memory.SLOT : Integer.MAX_VALUE;
  }

  /** Returns whether a Send posted now finds a Receive that no other Send will take. */
  public boolean receiveWaits(EpModel end) {
    EpModel peer = end.link == null ? null : end.link.peer(end);
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

  /** Checks a completion that was taken from an EVD. */
  void completed(PlannedCall move, Queue queue, DatEvent event) {
    OutstandingTransfer posted = world.posted.remove(event.cookie());
    if (posted == null) {
      AdapterModel.check(
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
    EpModel end = posted.end;
    boolean same = posted.binds ? event.rmr() == posted.window.rmr : event.ep() == end.ep;
    AdapterModel.check(move, same, posted + " of " + end + " completes as " + event);
    AdapterModel.check(
        move,
        end.queue(posted) == queue,
        posted + " of " + end + " completes on " + queue + ", not on " + end.queue(posted));
    overtake(move, end, posted);
    ConnectionModel link = end.link;
    AdapterModel.check(
        move, link != null, posted + " completes on " + end + ", which has no connection");
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
    EpModel end = world.end(ep);
    return world.known(ep) || end != null && end.link == null && end.wasReset;
  }

  private void taken(PlannedCall move, OutstandingTransfer posted, DatEvent event) {
    EpModel end = world.end(event.ep());
    AdapterModel.check(
        move,
        end != null && end.pool == posted.pool,
        posted + " of " + posted.pool + " completes for an endpoint without it: " + event);
    posted.pool.buffers.remove(posted);
    posted.end = end;
    end.receives.addFirst(posted);
  }

  private void overtake(PlannedCall move, EpModel end, OutstandingTransfer posted) {
    Deque<OutstandingTransfer> line = end.line(posted);
    while (true) {
      OutstandingTransfer head = line.pollFirst();
      if (head == posted) {
        return;
      }
      AdapterModel.check(
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

  private static void settled(EpModel end, OutstandingTransfer silent) {
    silent.leave(true);
    bound(silent, true);
    Queue queue = end.queue(silent);
    if (queue != null) {
      queue.load--;
    }
  }

  private void judge(PlannedCall move, EpModel end, OutstandingTransfer posted, DtoStatus status) {
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
    AdapterModel.check(
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
    AdapterModel.check(
        move,
        !success || !end.broken(posted),
        posted + " of " + end + " succeeds behind one that did not");
    AdapterModel.check(
        move,
        !success || !posted.suppressed(),
        posted + " of " + end + " succeeds with an event although suppressed");
  }

  private void succeeded(
      PlannedCall move, EpModel end, OutstandingTransfer posted, DatEvent event) {
    int length = posted.length;
    if (posted.isReceive()) {
      ConnectionModel link = end.link;
      OutstandingTransfer send = link.from(link.peer(end)).pollFirst();
      AdapterModel.check(move, send != null, posted + " of " + end + " received what nobody sent");
      length = send.length;
      holds(move, posted, send.cookie, length);
    } else if (posted.request.equals("read")) {
      holds(move, posted, posted.cookie, length);
    } else if (posted.request.equals("write") && world.capabilities.has("remote_completion")) {
      holds(move, posted, posted.remote, posted.cookie, 0, length);
    }
    if (!posted.binds) {
      AdapterModel.check(
          move,
          event.transferredLength() == length,
          posted + " of " + end + " tells " + event.transferredLength() + " bytes of " + length);
    }
  }

  /** Notes that the endpoint's transfers need no longer complete; each may still do so once. */
  public void forget(EpModel end) {
    for (OutstandingTransfer posted : end.receives) {
      forget(posted);
    }
    for (OutstandingTransfer posted : end.requests) {
      forget(posted);
    }
    end.receives.clear();
    end.requests.clear();
    if (end.pool != null) {
      end.pool.unsure = true;
      for (OutstandingTransfer buffer : end.pool.buffers) {
        buffer.mayStay = true;
      }
    }
  }

  private void forget(OutstandingTransfer posted) {
    posted.leave(false);
    world.posted.remove(posted.cookie);
    world.lost.put(posted.cookie, posted);
    bound(posted, false);
  }

  private static void bound(OutstandingTransfer posted, boolean success) {
    if (posted.binds) {
      posted.window.pending--;
      posted.window.unsure |= !success;
    }
  }

  /** A bad buffer of a shared queue hits whichever connection takes it. */
  public static void poisoned(AdapterModel world, Pool pool) {
    pool.unsure = true;
    for (ConnectionModel link : world.links) {
      for (EpModel end : new EpModel[] {link.active, link.passive}) {
        if (end != null && end.pool == pool && !link.from(link.peer(end)).isEmpty()) {
          link.happened("failed");
          for (OutstandingTransfer send : link.from(link.peer(end))) {
            send.can.addAll(world.tables.statuses("bad_receive", "send"));
          }
        }
      }
    }
  }

  /** An RMR was bound elsewhere or freed: what goes through it may fail. */
  public static void revoked(AdapterModel world, Window window) {
    for (OutstandingTransfer posted : world.posted.values()) {
      if (posted.window == window && !posted.binds) {
        posted.can.addAll(world.tables.statuses("revoked", posted.request));
        posted.end.link.happened("failed");
      }
    }
  }

  /** A registration was freed: what uses it and has not run yet fails. */
  public static void revoked(AdapterModel world, Memory memory) {
    for (OutstandingTransfer posted : world.posted.values()) {
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
