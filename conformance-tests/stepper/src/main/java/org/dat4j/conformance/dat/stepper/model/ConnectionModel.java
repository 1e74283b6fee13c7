package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * The DAT stepper's model of one attempt to connect two endpoints, and of the connection that
 * results.
 */
public final class ConnectionModel {
  public final long id;
  public final EpModel active;

  /** The service point at which its request must appear; null if there was none. */
  public ModelObjects.Point point;

  /** The qualifier that was asked for. */
  public long dialled;

  public final byte[] privateData;
  public EpModel passive;
  public ModelObjects.Request request;
  public byte[] answer;
  public boolean requestSeen;

  /** The active side got the event that it is established. */
  boolean established;

  /** A transfer certainly failed: both sides must get an event. */
  public boolean broken;

  /** Sends that no receive has taken yet, by the side that posted them. */
  final Deque<OutstandingTransfer> fromActive = new ArrayDeque<>();

  final Deque<OutstandingTransfer> fromPassive = new ArrayDeque<>();

  private final Set<String> causes = new TreeSet<>();

  public ConnectionModel(long id, EpModel active, ModelObjects.Point point, byte[] privateData) {
    this.id = id;
    this.active = active;
    this.point = point;
    this.privateData = privateData;
  }

  public void happened(String cause) {
    causes.add(cause);
  }

  /** Removes a cause that turned out not to have happened. */
  void didNot(String cause) {
    causes.remove(cause);
  }

  public boolean has(String cause) {
    return causes.contains(cause);
  }

  boolean hasAny(Collection<String> any) {
    return any.stream().anyMatch(causes::contains);
  }

  /** Returns whether transfers may fail because of what happened to the connection. */
  public boolean tainted() {
    return has("gone")
        || has("failed")
        || has("late")
        || has("refused")
        || has("rejected")
        || has(EventModel.OUTRUN);
  }

  /** Returns whether the active side may have given up before it was established. */
  public boolean abandoned() {
    return !established && (has("gone") || has("late"));
  }

  public EpModel peer(EpModel end) {
    return end == active ? passive : active;
  }

  public Deque<OutstandingTransfer> from(EpModel end) {
    return end == active ? fromActive : fromPassive;
  }

  @Override
  public String toString() {
    return "connection " + id + " " + causes;
  }
}
