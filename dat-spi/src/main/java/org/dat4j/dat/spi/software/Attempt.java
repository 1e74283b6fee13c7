package org.dat4j.dat.spi.software;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.EventNumber;

/**
 * One attempt to connect or accept. Establishment, refusal, time-out and disconnect race for it:
 * who wins {@link #claim()} decides, and only the winner reports.
 */
public final class Attempt {

  private final Link link;
  private final byte[] privateData;
  private final AtomicBoolean claimed = new AtomicBoolean();
  private volatile Connecting connecting;
  private volatile Future<?> timer;

  Attempt(Link link, byte[] privateData) {
    this.link = link;
    this.privateData = privateData;
  }

  /**
   * The endpoint.
   *
   * @return its upcalls
   */
  public WireUpcalls upcalls() {
    return link;
  }

  /**
   * What to send along.
   *
   * @return private data, not to be changed
   */
  public byte[] privateData() {
    return privateData;
  }

  /**
   * Wins the right to decide this attempt.
   *
   * @return false when it was decided already; a transport then drops what it has
   */
  public boolean claim() {
    if (!claimed.compareAndSet(false, true)) {
      return false;
    }
    Future<?> running = timer;
    if (running != null) {
      running.cancel(false);
    }
    return true;
  }

  /**
   * The connection stands; after a won {@link #claim()}, by a thread that holds no turn. The turns
   * are in force from here on.
   *
   * @param wire the connection
   * @param transmit turn of {@link WireUpcalls#transmitWork()}
   * @param receive turn of {@link WireUpcalls#receiveWork()}
   * @param localPort own port qualifier
   * @param remotePort the peer's port qualifier
   * @param peerData private data of the peer's accept, empty on the passive side
   */
  public void established(
      Wire wire, Turn transmit, Turn receive, long localPort, long remotePort, byte[] peerData) {
    link.establish(wire, transmit, receive, localPort, remotePort, peerData);
  }

  /**
   * The attempt failed; after a won {@link #claim()}, by a thread that holds no turn.
   *
   * @param event why; on the passive side ACCEPT_COMPLETION_ERROR
   * @param detail what happened, a text or a supplier of one, or null
   */
  public void refused(EventNumber event, Object detail) {
    link.refuse(event, detail);
  }

  /** The own port qualifier, 0 as long as it is not known. */
  long localPort() {
    Connecting running = connecting;
    return running == null ? 0 : running.localPort();
  }

  void started(Connecting started) {
    connecting = started;
    if (claimed.get() && link.hasEnded()) {
      started.abort();
    }
  }

  void timer(Future<?> running) {
    timer = running;
    if (claimed.get()) {
      running.cancel(false);
    }
  }

  /** Gives up by the consumer's will; false when it was decided already. */
  boolean giveUp() {
    if (!abandon()) {
      return false;
    }
    refused(EventNumber.CONNECTION_EVENT_DISCONNECTED, "given up by disconnect");
    return true;
  }

  private boolean abandon() {
    if (!claim()) {
      return false;
    }
    Connecting running = connecting;
    if (running != null) {
      running.abort();
    }
    return true;
  }

  /** The time is over. */
  void expire() {
    Connecting running = connecting;
    boolean reached = running == null || running.reachedPeer();
    if (abandon()) {
      refused(
          reached
              ? EventNumber.CONNECTION_EVENT_TIMED_OUT
              : EventNumber.CONNECTION_EVENT_UNREACHABLE,
          "no answer within the time given to connect");
    }
  }
}
