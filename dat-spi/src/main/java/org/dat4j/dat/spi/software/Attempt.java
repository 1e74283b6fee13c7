package org.dat4j.dat.spi.software;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.concurrent.FailureLog;
import org.dat4j.dat.spi.software.concurrent.Turn;

/**
 * One attempt of a software backend's endpoint to connect or to accept, whose outcome exactly one
 * thread decides. Establishment, refusal, time-out and disconnect race for it: the thread that wins
 * {@link #claim()} decides, and only that one reports.
 */
public final class Attempt {

  private static final System.Logger LOG = System.getLogger(Attempt.class.getName());

  private final Connection connection;
  private final byte[] privateData;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** Two threads may give up: the one that connects, and the one that has decided meanwhile. */
  private final AtomicBoolean aborted = new AtomicBoolean();

  /** Set by the layer before it looks for a handle to abort; one that comes later is aborted. */
  private volatile boolean givenUp;

  private volatile Connecting connecting;
  private volatile Future<?> timer;

  Attempt(Connection connection, byte[] privateData) {
    this.connection = connection;
    this.privateData = privateData;
  }

  Connection connection() {
    return connection;
  }

  /**
   * The endpoint.
   *
   * @return its upcalls
   */
  public WireUpcalls upcalls() {
    return connection;
  }

  /**
   * The private data to send to the peer.
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
      try {
        running.cancel(false);
      } catch (RuntimeException | Error e) {
        // The thread that has claimed tells the outcome, whatever happens. The limit finds it
        // decided.
        FailureLog.log(
            LOG, System.Logger.Level.WARNING, connection, "its limit was not cancelled", e);
      }
    }
    return true;
  }

  /**
   * Reports that the connection is established; after a won {@link #claim()}, by a thread that
   * holds no turn. The turns are in force from here on.
   *
   * <p>Before this call a run of either turn does nothing, and the layer does not repeat it. Other
   * threads may call the wire before this returns, as the program can post by then. The wire runs
   * no turn and places nothing until this has returned: a message would else complete before the
   * event of the establishment. Then it runs the receive turn, if input has come meanwhile, and the
   * transmit turn, if it has something of its own to send. The layer runs the transmit turn for
   * each request.
   *
   * <p>The end may come first, by {@link WireUpcalls#ended}. Then the establishment is reported,
   * and this call ends the connection: it calls {@link Wire#shutdown} before it returns.
   *
   * @param wire the connection
   * @param transmit turn of {@link WireUpcalls#transmitWork()}
   * @param receive turn of {@link WireUpcalls#receiveWork()}
   * @param localPort own port qualifier; on the passive side the qualifier of the service point
   * @param remotePort the peer's port qualifier
   * @param peerData private data of the peer's accept, empty on the passive side
   */
  public void established(
      Wire wire, Turn transmit, Turn receive, long localPort, long remotePort, byte[] peerData) {
    connection.establish(wire, transmit, receive, localPort, remotePort, peerData);
  }

  /**
   * Reports that the attempt failed; after a won {@link #claim()}, by a thread that holds no turn.
   * Receives that are posted already are flushed. The layer itself refuses an attempt whose time is
   * over, or that the program gives up: see {@link Connecting}.
   *
   * @param event on the passive side CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR. On the active side
   *     CONNECTION_EVENT_PEER_REJECTED after {@link Incoming#reject}, CONNECTION_EVENT_UNREACHABLE
   *     for an address that is not reached, and CONNECTION_EVENT_NON_PEER_REJECTED for all else:
   *     nobody listens, {@link Acceptor#request} answers false, {@link Incoming#drop}, a failure of
   *     the transport
   * @param detail what happened, a text or a supplier of one, or null
   */
  public void refused(EventNumber event, Object detail) {
    connection.refuse(event, detail);
  }

  /** The own port qualifier, 0 as long as it is not known. */
  long localPort() {
    Connecting running = connecting;
    return running == null ? 0 : running.localPort();
  }

  void started(Connecting started) {
    connecting = started;
    if (givenUp || claimed.get() && connection.hasEnded()) {
      abort(started);
    }
  }

  private void abort(Connecting running) {
    if (aborted.compareAndSet(false, true)) {
      running.abort();
    }
  }

  void timer(Future<?> running) {
    timer = running;
    if (claimed.get()) {
      running.cancel(false);
    }
  }

  /** Gives up because the program asked for it; false when the attempt was decided already. */
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
    givenUp = true;
    Connecting running = connecting;
    if (running != null) {
      try {
        abort(running);
      } catch (RuntimeException | Error e) {
        FailureLog.log(
            LOG, System.Logger.Level.WARNING, connection, "giving an attempt up failed", e);
      }
    }
    return true;
  }

  /** Ends the attempt because its time limit has passed. */
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
