package org.dat4j.dat.tcp.setup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.progress.ReadyHandler;
import org.dat4j.dat.tcp.socket.TcpSockets;

/**
 * The listening socket of one tcp service point: accepts connections, and hands each to the MPA
 * handshake. Connections that the program does not know yet are limited, in all and per peer, until
 * they are closed or their request is complete, so that silent strangers cannot use up memory. A
 * request that is there when its connection is accepted counts for neither limit. A refused
 * requester gets the reason, and the log has it too.
 */
final class TcpListener implements Listener, ReadyHandler {

  private static final int ACCEPTS_PER_TURN = 16;

  /** Nanoseconds before the next try after a failed accept. */
  private static final long ACCEPT_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  /** The same without a timer: other connections of the driver wait that long. */
  private static final long ACCEPT_PAUSE_IN_PLACE = TimeUnit.MILLISECONDS.toNanos(5);

  /** Nanoseconds without a failure after which the next one is logged again. */
  private static final long LOG_INTERVAL = TimeUnit.MINUTES.toNanos(1);

  private static final System.Logger LOG = System.getLogger(TcpListener.class.getName());

  private final TcpFabric fabric;
  private final ServerSocketChannel channel;
  private final long connQual;
  private final Acceptor acceptor;
  private final Driver driver;
  private SelectionKey key;

  /** Used by the thread that has locked the selector, as the next field is. */
  private boolean failedBefore;

  private long lastFailure;

  private final HalfOpenLimit halfOpenLimit;
  private final RequestBacklog backlog;

  /** Guarded by its own monitor: when each reason was logged last. */
  private final Map<RejectReason, Long> loggedAt = new EnumMap<>(RejectReason.class);

  /** Creates a listener; the scheduler serves its backlog. */
  TcpListener(
      TcpFabric fabric,
      ServerSocketChannel channel,
      long connQual,
      Acceptor acceptor,
      Scheduler scheduler) {
    this.fabric = fabric;
    this.channel = channel;
    this.connQual = connQual;
    this.acceptor = acceptor;
    this.driver = fabric.nextDriver();
    this.halfOpenLimit = new HalfOpenLimit(fabric.settings());
    this.backlog = new RequestBacklog(scheduler);
  }

  /** Begins to accept. */
  void start() throws IOException {
    key = driver.register(channel, 0, this);
    // Only after the key is known.
    resumeAccepting();
  }

  @Override
  public long connQual() {
    return connQual;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  HalfOpenLimit halfOpenLimit() {
    return halfOpenLimit;
  }

  RequestBacklog backlog() {
    return backlog;
  }

  /**
   * Logs that a requester is turned away, once in a while.
   *
   * @param reason why
   * @param peer address of the requester
   * @return the number that is sent to the requester
   */
  int logRejection(RejectReason reason, InetAddress peer) {
    int value =
        reason == RejectReason.BACKLOG ? acceptor.places() : reason.value(fabric.settings());
    if (shouldLog(reason)) {
      LOG.log(
          reason.isRoutine() ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
          "qualifier "
              + connQual
              + " turns away requesters, the last from "
              + peer.getHostAddress()
              + ": "
              + reason.text(value));
    }
    return value;
  }

  private boolean shouldLog(RejectReason reason) {
    long now = System.nanoTime();
    synchronized (loggedAt) {
      Long last = loggedAt.get(reason);
      if (last != null && now - last < LOG_INTERVAL) {
        return false;
      }
      loggedAt.put(reason, now);
      return true;
    }
  }

  @Override
  public void close() {
    backlog.close();
    TcpSockets.close(channel);
    driver.release(channel);
  }

  /** Closes on another thread: the selector releases the channel only after the upcall. */
  @Override
  public void closeInside(Runnable closed) {
    fabric
        .timers()
        .schedule(
            0,
            () -> {
              close();
              closed.run();
            });
  }

  @Override
  public int ready(int ops) {
    try {
      for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
        SocketChannel accepted = channel.accept();
        if (accepted == null) {
          return i;
        }
        admit(accepted);
      }
      return ACCEPTS_PER_TURN;
    } catch (ClosedChannelException e) {
      LOG.log(System.Logger.Level.DEBUG, "qualifier " + connQual + " was closed meanwhile", e);
      return 0;
    } catch (IOException e) {
      pauseAccepting(e);
      return 0;
    }
  }

  @Override
  public void failed(SelectionKey ofChannel, Throwable cause) {
    pauseAccepting(cause);
  }

  /**
   * Stops accepting for a moment: connections stay in the system's queue, and the loop does not
   * spin.
   */
  private void pauseAccepting(Throwable cause) {
    try {
      key.interestOps(0);
      warn(cause);
      fabric.timers().schedule(ACCEPT_PAUSE, this::resumeAccepting);
    } catch (CancelledKeyException e) {
      LOG.log(System.Logger.Level.DEBUG, "qualifier " + connQual + " was closed meanwhile", e);
    } catch (RuntimeException | Error e) {
      // There is no timer either.
      LockSupport.parkNanos(this, ACCEPT_PAUSE_IN_PLACE);
      resumeAccepting();
    }
  }

  /** Logs a failure once, and again when it returns after a while. */
  private void warn(Throwable cause) {
    long now = System.nanoTime();
    if (!failedBefore || now - lastFailure > LOG_INTERVAL) {
      LOG.log(
          System.Logger.Level.WARNING,
          "qualifier " + connQual + " cannot accept for now: " + Shortage.text(cause),
          cause);
    }
    failedBefore = true;
    lastFailure = now;
  }

  private void resumeAccepting() {
    try {
      key.interestOps(SelectionKey.OP_ACCEPT);
      driver.refreshSelection();
    } catch (CancelledKeyException e) {
      LOG.log(System.Logger.Level.DEBUG, "qualifier " + connQual + " was closed meanwhile", e);
    }
  }

  private void admit(SocketChannel accepted) throws IOException {
    try {
      beginSetup(accepted, TcpSockets.remote(accepted));
    } catch (IOException | RuntimeException | Error e) {
      TcpSockets.close(accepted);
      throw e;
    }
  }

  private void beginSetup(SocketChannel accepted, InetSocketAddress peer) {
    RejectReason reason = null;
    ConnectionLimit.Permit permit = null;
    if (fabric.invalidAccesses().isBlocked(peer.getAddress())) {
      reason = RejectReason.GUESSES_PER_ADDRESS;
    } else {
      permit = fabric.connectionLimit().tryAcquire();
      reason = permit == null ? RejectReason.CONNECTIONS : null;
    }
    MpaResponder responder = null;
    try {
      responder = new MpaResponder(fabric, this, permit, reason, accepted, peer);
      responder.start();
    } catch (IOException e) {
      responder.close();
    } finally {
      if (responder == null && permit != null) {
        permit.release();
      }
    }
  }
}
