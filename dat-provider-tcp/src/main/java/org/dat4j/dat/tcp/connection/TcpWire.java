package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.progress.Pollable;
import org.dat4j.dat.tcp.progress.ReadyHandler;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.tcp.wire.InboundChecks;

/**
 * An established iWARP connection of a tcp endpoint over one socket: its transmit direction, its
 * receive direction, and its end.
 */
public final class TcpWire implements Wire, ReadyHandler, Pollable, Inbound.Events {

  /** Nanoseconds that a graceful disconnect waits for the peer's. */
  private static final long CLOSE_TIMEOUT = TimeUnit.SECONDS.toNanos(5);

  /** A phase of the transmit direction, in order; the last one may follow any other. */
  private enum Phase {
    /** This end must not send yet, because the peer has sent nothing (RFC 5044, 7.1.2). */
    AWAITING_PEER,
    /** Messages are sent. */
    OPEN,
    /** All that is under way is sent, then the end of the stream. */
    CLOSE_REQUESTED,
    /** The end of the stream is sent. */
    FIN_SENT,
    /**
     * Nothing can be written. The termination handler knows why, but reading it would cost a cache
     * line for each message.
     */
    FAILED
  }

  /** Reason not to read: input waits for a Receive. */
  private static final int STALLED = 1;

  /** Reason not to read: input waits for a buffer. */
  private static final int NO_BUFFER = 2;

  /** Reason not to select input: the driver polls this connection without the selector. */
  private static final int UNSELECTED = 4;

  private static final VarHandle PHASE =
      FieldHandles.find(MethodHandles.lookup(), TcpWire.class, "phase", Phase.class);
  private static final System.Logger LOG = System.getLogger(TcpWire.class.getName());

  private final SocketChannel channel;
  private final SelectionKey key;
  private final WireUpcalls upcalls;
  private final Driver driver;
  private final Timers timers;
  private final Runnable permitRelease;
  private final BufferQuota.ConnectionShares shares;
  private final int readDepth;
  private final Outbound outbound;
  private final Inbound inbound;
  private final SegmentProcessor processor;
  private final TerminationHandler termination;
  private final Turn transmitTurn;
  private final Turn receiveTurn;
  private final WriteCoalescer coalescer;
  private final Watchdog.Watch outputWatch;
  private final Watchdog.Watch bufferRetry;

  /** Set under the transmit turn, except by the peer's first message. */
  private volatile Phase phase;

  /** Index among the driver's connections. Written under their monitor; for all others a hint. */
  private int index;

  /** Under the transmit turn. */
  private boolean readLimitApplied;

  /** Under the transmit turn. */
  private boolean writeWanted;

  /** The exception of a failed poll, or null; once set, the connection moves no more data. */
  private volatile Throwable fault;

  /** Under this object's monitor. */
  private boolean shutDown;

  /** Bits of the reasons not to select input; under this object's monitor. */
  private int unreadable;

  /**
   * Makes the connection's two directions.
   *
   * @param channel connected, registered
   * @param key of the channel; its handler becomes this wire when the connection is established
   * @param upcalls the endpoint
   * @param driver polls the connection
   * @param timers timers of the adapter
   * @param invalidAccessListener called when the peer names memory that does not exist for it
   * @param permitRelease called when the connection is over, maybe twice
   * @param shares buffers that the connection may keep; closed when it is over
   * @param params result of the MPA negotiation
   */
  public TcpWire(
      SocketChannel channel,
      SelectionKey key,
      WireUpcalls upcalls,
      Driver driver,
      ConnectionTimers timers,
      Runnable invalidAccessListener,
      Runnable permitRelease,
      BufferQuota.ConnectionShares shares,
      NegotiatedParams params) {
    this.channel = channel;
    this.key = key;
    this.upcalls = upcalls;
    this.driver = driver;
    this.timers = timers.timers();
    this.permitRelease = permitRelease;
    this.shares = shares;
    // A peer that serves no Reads cannot confirm a Write: it completes when TCP has its bytes.
    WriteFlushTracker flushTracker =
        params.remoteCompletion() && params.ord() > 0 ? new WriteFlushTracker() : null;
    this.readDepth = Math.max(1, flushTracker == null ? params.ord() : params.ord() - 1);
    this.phase = params.awaitPeer() ? Phase.AWAITING_PEER : Phase.OPEN;
    OutboundReads outboundReads = new OutboundReads(Math.max(1, params.ord()) + 1);
    InboundReads inboundReads = new InboundReads(params.ird());
    this.transmitTurn = new Turn(upcalls.transmitWork());
    this.receiveTurn = new Turn(upcalls.receiveWork(), new BufferRelease());
    this.outputWatch = timers.watchdog().new Watch(transmitTurn, this::failed);
    this.bufferRetry = timers.bufferRetry().new Watch(transmitTurn, this::failed);
    this.outbound =
        new Outbound(
            channel,
            upcalls,
            params,
            outboundReads,
            inboundReads,
            flushTracker,
            driver.buffers(),
            shares.output());
    InboundChecks checks = new InboundChecks();
    boolean toleratesFlushPayload = flushTracker != null && params.foreignPeer();
    this.processor =
        new SegmentProcessor(
            upcalls,
            checks,
            outboundReads,
            inboundReads,
            flushTracker,
            toleratesFlushPayload,
            invalidAccessListener);
    this.termination =
        new TerminationHandler(
            upcalls,
            outbound,
            new RefusedRequestFinder(outbound, processor, outboundReads, params.foreignPeer()));
    DirectPlacement directPlacement = params.crc() ? null : new DirectPlacement(channel, upcalls);
    this.inbound =
        new Inbound(
            channel,
            checks,
            processor,
            directPlacement,
            driver.buffers(),
            timers.watchdog().new Watch(receiveTurn, this::failed),
            timers.bufferRetry().new Watch(receiveTurn, this::failed),
            shares.input(),
            termination,
            this);
    this.coalescer = new WriteCoalescer(driver, transmitTurn, this::failed);
  }

  /** {@return the turn of the transmit direction} */
  public Turn transmitTurn() {
    return transmitTurn;
  }

  /** {@return the turn of the receive direction} */
  public Turn receiveTurn() {
    return receiveTurn;
  }

  /** {@return the transmit direction} */
  public Outbound outbound() {
    return outbound;
  }

  /** {@return the receive direction} */
  public Inbound inbound() {
    return inbound;
  }

  /** Begins to read input, once the connection is established and the endpoint knows. */
  public void start() {
    synchronized (this) {
      if (shutDown) {
        return;
      }
      key.attach(this);
      setInterest(SelectionKey.OP_READ, true);
      driver.connections().add(this);
    }
    // Input that setup has already read makes no channel ready.
    receiveTurn.runOrHandOff();
  }

  /**
   * {@return whether the peer has sent nothing and a probe can still reach it; any thread, a hint}
   *
   * <p>Reads what has arrived first: a peer whose first message is its last may close before it
   * reads a probe, and a socket closed so is reset.
   */
  public boolean isPeerSilent() {
    receiveTurn.runOrHandOff();
    return inbound.handled() == 0 && !inbound.isClosed() && phase.compareTo(Phase.FIN_SENT) < 0;
  }

  /** Sends the peer a message without effect, if it was sent any before. */
  public void probe() {
    outbound.probe();
    transmitTurn.runOrHandOff();
  }

  // --- polling

  @Override
  public int poll() {
    long before = inbound.handled();
    int sent = flush();
    receiveTurn.runOrHandOff();
    return (int) (inbound.handled() - before) + sent;
  }

  /** Continues a write where the socket was full; returns 1 if the socket took something. */
  private int flush() {
    if (!outbound.isBlocked()) {
      return 0;
    }
    transmitTurn.runOrHandOff();
    return outbound.isBlocked() ? 0 : 1;
  }

  @Override
  public int ready(int ops) {
    if (fault != null) {
      end(fault);
      return 1;
    }
    int done = 0;
    if ((ops & SelectionKey.OP_WRITE) != 0 && termination.outputFailure() != null) {
      // The failure is reported after all that the peer has sent before is read.
      receiveTurn.runOrHandOff();
    }
    if ((ops & SelectionKey.OP_WRITE) != 0 && transmitTurn.runOrHandOff()) {
      done++;
    }
    if ((ops & SelectionKey.OP_READ) != 0 && receiveTurn.runOrHandOff()) {
      driver.inputFrom(index);
      done++;
    }
    return done;
  }

  // --- failures of this end

  @Override
  public void failed(SelectionKey ofChannel, Throwable cause) {
    fault = cause;
    end(cause);
  }

  @Override
  public void failed(Throwable cause) {
    fault = cause;
    try {
      LOG.log(System.Logger.Level.ERROR, "a connection is closed for a fault", cause);
      end(cause);
    } catch (RuntimeException | Error again) {
      // There is no memory to report it: the selector finds the channel ready until there is.
      setInterest(SelectionKey.OP_WRITE, true);
    }
  }

  private void end(Throwable cause) {
    inbound.close();
    upcalls.failed(-1, DtoStatus.ERR_TRANSPORT);
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, Shortage.text(cause));
    transmitTurn.runOrHandOff();
    receiveTurn.runOrHandOff();
  }

  /** Discards the wire before the turns are in force, when setup fails. */
  public void discard() {
    inbound.close();
    inbound.releaseBuffer();
    outbound.releaseBuffer();
    shares.close();
  }

  /** Returns the receive buffer of a connection that is over. */
  private final class BufferRelease implements Turn.Work {
    @Override
    public void work(Turn turn) {
      if (inbound.isClosed()) {
        inbound.releaseBuffer();
      }
    }

    @Override
    public void afterRelease() {
      // No thread waits for a buffer.
    }
  }

  @Override
  public void receivePosted() {
    driver.receivePosted(index);
  }

  @Override
  public boolean postpones(long length) {
    boolean deferred = coalescer.shouldDefer(length);
    driver.requestPosted(index);
    return deferred;
  }

  // --- the transmit turn

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    Phase now = phase;
    if (now != Phase.OPEN && now != Phase.CLOSE_REQUESTED) {
      return false;
    }
    if (!readLimitApplied) {
      readLimitApplied = true;
      requests.limitReads(readDepth);
      processor.requests(requests);
    }
    try {
      Outbound.Result result = outbound.transmit(requests, budget);
      setWriteInterest(result == Outbound.Result.BLOCKED);
      if (result == Outbound.Result.REFUSED) {
        termination.localMemoryRefused();
      } else if (result == Outbound.Result.READ_NOT_SUPPORTED) {
        termination.readNotSupported(requests.number());
      } else if (result == Outbound.Result.BLOCKED
          && outputWatch.isTooLong(outbound.stallEpoch())) {
        termination.writeTimedOut();
      } else if (result == Outbound.Result.NO_BUFFER) {
        bufferRetry.wakeLater();
      } else if (result == Outbound.Result.IDLE && phase == Phase.CLOSE_REQUESTED) {
        closeGracefully();
      }
      return result == Outbound.Result.BUDGET;
    } catch (IOException e) {
      outputFailed(e);
      return false;
    }
  }

  private void setWriteInterest(boolean now) {
    if (writeWanted == now) {
      return;
    }
    writeWanted = now;
    setInterest(SelectionKey.OP_WRITE, now);
  }

  private void setInterest(int op, boolean now) {
    try {
      if (now) {
        key.interestOpsOr(op);
      } else {
        key.interestOpsAnd(~op);
      }
      driver.refreshSelection();
    } catch (CancelledKeyException e) {
      // Another thread has closed the channel meanwhile.
      driver.refreshSelection();
    }
  }

  private void outputFailed(IOException e) {
    phase = Phase.FAILED;
    termination.outputFailed(e);
    // A dead socket is ready for writing at once, also where a live peer sends nothing.
    setWriteInterest(true);
    // Makes a stalled receive direction notice it.
    stalled(false);
  }

  @Override
  public void shutdown(boolean graceful) {
    if (graceful) {
      requestClose();
      return;
    }
    boolean wasClosed = inbound.isClosed();
    inbound.close();
    // First what needs no memory: an OutOfMemoryError may come out of the rest.
    permitRelease.run();
    shares.close();
    try {
      synchronized (this) {
        // The endpoint may shut the connection down before setup has handed it over.
        shutDown = true;
        driver.connections().remove(this);
      }
      closeAbruptly(wasClosed && !termination.isInputRefused());
      if (!wasClosed) {
        // The receive turn returns its buffer, and nothing else may run it after the end. Last, as
        // without a thread for it the Terminate is still sent.
        timers.schedule(0, receiveTurn::runOrHandOff);
      }
    } catch (RuntimeException | Error e) {
      // A socket that stays open, with this as its handler, would keep the loop busy.
      close();
      throw e;
    } finally {
      outbound.releaseBuffer();
    }
  }

  private void requestClose() {
    if (phase.compareTo(Phase.FIN_SENT) < 0) {
      phase = Phase.CLOSE_REQUESTED;
      if (outbound.isDrained()) {
        closeGracefully();
      }
    }
  }

  private void closeAbruptly(boolean inputOver) {
    if (inputOver || phase == Phase.FAILED) {
      close();
      return;
    }
    if (phase == Phase.FIN_SENT) {
      LingeringClose.start(channel, key, driver, timers, this::close);
      return;
    }
    try {
      PendingTerminate due = termination.pendingTerminate();
      if (outbound.mayTerminate()) {
        if (due.isSet()) {
          outbound.sendTerminate(due.fault(), due.header());
        }
        channel.shutdownOutput();
        LingeringClose.start(channel, key, driver, timers, this::close);
        return;
      }
      ByteBuffer rest = due.isSet() ? outbound.copyLastOutput(due.fault(), due.header()) : null;
      if (rest == null) {
        TcpSockets.reset(channel);
        driver.refreshSelection();
      } else {
        LingeringClose.start(channel, key, driver, timers, this::close, rest);
      }
    } catch (IOException e) {
      close();
    }
  }

  private void close() {
    TcpSockets.close(channel);
    driver.refreshSelection();
  }

  private void closeGracefully() {
    phase = Phase.FIN_SENT;
    try {
      channel.shutdownOutput();
      timers.schedule(CLOSE_TIMEOUT, this::onCloseTimeout);
    } catch (IOException e) {
      outputFailed(e);
    }
  }

  /** Ends a graceful disconnect that the peer has not answered. */
  private void onCloseTimeout() {
    if (!inbound.isClosed()) {
      upcalls.ended(
          EventNumber.CONNECTION_EVENT_DISCONNECTED, "the peer did not close its side in time");
      receiveTurn.runOrHandOff();
    }
  }

  // --- the receive turn

  @Override
  public int progress(int budget) {
    if (inbound.isClosed()) {
      return 0;
    }
    int done = inbound.progress();
    if (inbound.isIdle() && !inbound.isClosed()) {
      endIfOutputFailed();
    }
    return done;
  }

  /**
   * Ends the connection if output has failed: without input or a receive nothing else would notice.
   */
  private void endIfOutputFailed() {
    IOException dead = termination.outputFailure();
    if (dead != null) {
      inbound.close();
      termination.endOfInput(false, dead);
    }
  }

  @Override
  public void stalled(boolean now) {
    setUnreadable(STALLED, now);
  }

  @Override
  public void waitingForBuffer(boolean now) {
    setUnreadable(NO_BUFFER, now);
  }

  @Override
  public void onIndexAssigned(int at) {
    index = at;
  }

  @Override
  public void setSelected(boolean now) {
    setUnreadable(UNSELECTED, !now);
  }

  private synchronized void setUnreadable(int reason, boolean now) {
    unreadable = now ? unreadable | reason : unreadable & ~reason;
    // After the shutdown another handler owns the channel.
    if (!shutDown) {
      setInterest(SelectionKey.OP_READ, unreadable == 0);
    }
  }

  @Override
  public void peerActive() {
    if (phase == Phase.AWAITING_PEER
        && PHASE.compareAndSet(this, Phase.AWAITING_PEER, Phase.OPEN)) {
      upcalls.moreToTransmit();
    }
  }
}
