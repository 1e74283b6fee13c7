package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;

/** One transfer that was posted and not yet reported. */
final class Posted {
  /** A piece of a slot of a registration. */
  record Piece(Things.Memory memory, int slot, int length) {}

  final long cookie;
  final String request;
  final int flags;
  final List<Piece> local;
  final int length;

  /** What it may report by itself; what happened to its connection comes on top. */
  final Set<DtoStatus> can;

  /** Null while it is on a shared queue. */
  End end;

  Things.Pool pool;
  Piece remote;

  /** The window it binds, or goes through. */
  Things.Window window;

  boolean binds;

  /** The send that is to fill this receive, or the receive this send is to fill. */
  Posted match;

  /** It may wait for something that nobody owes it: a receive of the peer. */
  boolean mayStay;

  Posted(
      long cookie, String request, int flags, List<Piece> local, int length, Set<DtoStatus> can) {
    this.cookie = cookie;
    this.request = request;
    this.flags = flags;
    this.local = new ArrayList<>(local);
    this.length = length;
    this.can = EnumSet.copyOf(can);
  }

  boolean suppressed() {
    return (flags & CompletionFlags.SUPPRESS) != 0;
  }

  boolean isReceive() {
    return request.equals("recv");
  }

  boolean canFail() {
    return can.size() > 1 || !can.contains(DtoStatus.SUCCESS);
  }

  boolean uses(Things.Memory memory) {
    return local.stream().anyMatch(p -> p.memory() == memory)
        || remote != null && remote.memory() == memory;
  }

  /**
   * What it may report when this memory of it is freed before it has run: as its own, as that of
   * the peer, or as either where it is both.
   */
  Set<DtoStatus> withoutIts(Things.Memory memory, Tables tables) {
    boolean peers = remote != null && remote.memory() == memory && !binds;
    boolean own = binds || local.stream().anyMatch(p -> p.memory() == memory);
    Set<DtoStatus> either = EnumSet.noneOf(DtoStatus.class);
    if (peers) {
      either.addAll(tables.statuses("revoked", request));
    }
    if (own) {
      either.addAll(tables.statuses("local", request));
    }
    return either;
  }

  /**
   * Whether it is a bind that has not completed while another one of its window was posted: until
   * then the window may be on this memory, or come to it.
   */
  boolean isOvertakenBindOf(Things.Memory memory) {
    return binds && uses(memory) && window.memory != memory;
  }

  void take() {
    mark(local, true);
    if (remote != null && !binds) {
      mark(List.of(remote), true);
    }
  }

  /**
   * It was reported, or never will be. What a Write that was not done has put under way may reach
   * the peer's memory after that, so nothing is expected there any more.
   */
  void leave(boolean done) {
    mark(local, false);
    if (remote != null && !binds && (done || !request.equals("write"))) {
      mark(List.of(remote), false);
    }
  }

  private static void mark(List<Piece> pieces, boolean taken) {
    pieces.forEach(piece -> piece.memory().taken.set(piece.slot(), taken));
  }

  @Override
  public String toString() {
    return request + " " + cookie;
  }
}
