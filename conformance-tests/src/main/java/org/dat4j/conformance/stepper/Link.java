package org.dat4j.conformance.stepper;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/** One attempt to connect two endpoints, and the connection it became. */
final class Link {
  final long id;
  final End active;

  /** Where its request is to appear: null where nobody listened. */
  Things.Point point;

  /** The qualifier that was asked for. */
  long dialled;

  final byte[] privateData;
  End passive;
  Things.Request request;
  byte[] answer;
  boolean requestSeen;

  /** Its requester was told that it is established. */
  boolean established;

  /** A transfer certainly went wrong: both sides must be told. */
  boolean broken;

  /** Sends that no receive has taken yet, by the side that posted them. */
  final Deque<Posted> fromActive = new ArrayDeque<>();

  final Deque<Posted> fromPassive = new ArrayDeque<>();

  private final Set<String> causes = new TreeSet<>();

  Link(long id, End active, Things.Point point, byte[] privateData) {
    this.id = id;
    this.active = active;
    this.point = point;
    this.privateData = privateData;
  }

  void happened(String cause) {
    causes.add(cause);
  }

  /** It turned out that this did not happen. */
  void didNot(String cause) {
    causes.remove(cause);
  }

  boolean has(String cause) {
    return causes.contains(cause);
  }

  boolean hasAny(Collection<String> any) {
    return any.stream().anyMatch(causes::contains);
  }

  /** Whether transfers may fail for what happened to the connection. */
  boolean tainted() {
    return has("gone") || has("failed") || has("late") || has("refused") || has("rejected");
  }

  /** Whether its requester may have given up before it was established. */
  boolean abandoned() {
    return !established && (has("gone") || has("late"));
  }

  End peer(End end) {
    return end == active ? passive : active;
  }

  Deque<Posted> from(End end) {
    return end == active ? fromActive : fromPassive;
  }

  @Override
  public String toString() {
    return "connection " + id + " " + causes;
  }
}
