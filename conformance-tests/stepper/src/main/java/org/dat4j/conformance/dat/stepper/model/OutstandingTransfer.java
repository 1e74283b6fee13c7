package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;

/** A transfer that the DAT stepper posted and whose completion it has not taken yet. */
public final class OutstandingTransfer {
  /** A piece of a slot of a registration. */
  public record Piece(ModelObjects.Memory memory, int slot, int length) {}

  public final long cookie;
  public final String request;
  public final int flags;
  public final List<Piece> local;
  public final int length;

  /** The statuses that it may have by itself; those for events on its connection are added. */
  public final Set<DtoStatus> can;

  /** Null while it is on a shared queue. */
  public EpModel end;

  public ModelObjects.Pool pool;
  public Piece remote;

  /** The RMR it binds, or goes through. */
  public ModelObjects.Window window;

  public boolean binds;

  /** The send that is to fill this receive, or the receive this send is to fill. */
  public OutstandingTransfer match;

  /** Whether it may stay without completion, as it needs a Receive that the peer need not post. */
  public boolean mayStay;

  public OutstandingTransfer(
      long cookie, String request, int flags, List<Piece> local, int length, Set<DtoStatus> can) {
    this.cookie = cookie;
    this.request = request;
    this.flags = flags;
    this.local = new ArrayList<>(local);
    this.length = length;
    this.can = EnumSet.copyOf(can);
  }

  public boolean suppressed() {
    return (flags & CompletionFlags.SUPPRESS) != 0;
  }

  public boolean isReceive() {
    return request.equals("recv");
  }

  boolean canFail() {
    return can.size() > 1 || !can.contains(DtoStatus.SUCCESS);
  }

  public boolean uses(ModelObjects.Memory memory) {
    return local.stream().anyMatch(p -> p.memory() == memory)
        || remote != null && remote.memory() == memory;
  }

  /**
   * Collects the statuses that it may have if one of its registrations, local or remote, is freed
   * before it has run.
   */
  Set<DtoStatus> withoutIts(ModelObjects.Memory memory, ModelTables tables) {
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
   * Returns whether it is a bind to this memory that was followed by another bind of its RMR. Until
   * it completes, the RMR may still be on this memory.
   */
  public boolean isOvertakenBindOf(ModelObjects.Memory memory) {
    return binds && uses(memory) && window.memory != memory;
  }

  public void take() {
    mark(local, true);
    if (remote != null && !binds) {
      mark(List.of(remote), true);
    }
  }

  /**
   * Releases its memory, as its completion was taken or will never come. Bytes of an unfinished
   * Write may still reach the peer's memory, so that stays marked.
   */
  public void leave(boolean done) {
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
