package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Timers;
import org.dat4j.dat.spi.software.Turn;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.tcp.wire.InboundChecks;

/** One iWARP connection: its two directions, and how it ends. */
final class TcpWire implements Wire, Ready, Polled, Inbound.Sink {

  /** How long a graceful end waits for the peer's. */
  private static final long GOODBYE = TimeUnit.SECONDS.toNanos(5);

  private final SocketChannel channel;
  private final SelectionKey key;
  private final WireUpcalls upcalls;
  private final Driver driver;
  private final Timers timers;
  private final Places.Place place;
  private final int readDepth;
  private final Outbound outbound;
  private final Inbound inbound;
  private final Deliveries deliveries;
  private final Endings endings;
  private final Turn transmitTurn;
  private final Turn receiveTurn;
  private final Burst burst;
  private final Watchdog.Watch output;

  /** Whether this end may not speak yet: the peer has sent nothing (RFC 5044, 7.1.2). */
  private volatile boolean held;

  /** Among the driver's connections. Written under their monitor; for all others a hint. */
  private int position;

  /** Under the transmit turn. */
  private boolean limited;

  /** Under the transmit turn. */
  private boolean writeWanted;

  /**
   * Under the transmit turn: nothing can be written any more. The endings know why, and would be
   * one cache line more for each message.
   */
  private boolean mute;

  /** Under the transmit turn. */
  private boolean finishing;

  private volatile boolean finished;

  /** Under this object's monitor. */
  private boolean over;

  /** Whether input waits for a receive; under this object's monitor. */
  private boolean stalled;

  /** Whether the driver reads all the time; under this object's monitor. */
  private boolean unselected;

  /**
   * Makes the connection's two directions.
   *
   * @param channel connected, registered
   * @param key of the channel; its handler becomes this wire when the connection stands
   * @param upcalls the endpoint
   * @param driver looks after the connection
   * @param timers of the adapter
   * @param watchdog of the adapter
   * @param guessed told when the peer names memory that is not there for it
   * @param place given back when the connection is over
   * @param terms what start-up came to
   */
  TcpWire(
      SocketChannel channel,
      SelectionKey key,
      WireUpcalls upcalls,
      Driver driver,
      Timers timers,
      Watchdog watchdog,
      Runnable guessed,
      Places.Place place,
      Terms terms) {
    this.channel = channel;
    this.key = key;
    this.upcalls = upcalls;
    this.driver = driver;
    this.timers = timers;
    this.place = place;
    // A peer that serves no Reads cannot prove a Write: that completes when TCP has its octets.
    Proofs proofs = terms.proven() && terms.ord() > 0 ? new Proofs() : null;
    this.readDepth = Math.max(1, proofs == null ? terms.ord() : terms.ord() - 1);
    this.held = terms.hold();
    ReadsOut readsOut = new ReadsOut(Math.max(1, terms.ord()) + 1);
    ReadsIn readsIn = new ReadsIn(terms.ird());
    this.transmitTurn = new Turn(upcalls.transmitWork());
    this.receiveTurn = new Turn(upcalls.receiveWork());
    this.output = watchdog.new Watch(transmitTurn);
    this.outbound =
        new Outbound(channel, upcalls, terms, readsOut, readsIn, proofs, driver.buffers());
    InboundChecks checks = new InboundChecks();
    boolean surplus = proofs != null && terms.foreign();
    this.deliveries = new Deliveries(upcalls, checks, readsOut, readsIn, proofs, surplus, guessed);
    this.endings = new Endings(upcalls, outbound, deliveries, readsOut, proofs);
    Straight straight = terms.crc() ? null : new Straight(channel, upcalls);
    this.inbound =
        new Inbound(
            channel,
            checks,
            deliveries,
            straight,
            driver.buffers(),
            watchdog.new Watch(receiveTurn),
            endings,
            this);
    this.burst = new Burst(driver, transmitTurn);
  }

  Turn transmitTurn() {
    return transmitTurn;
  }

  Turn receiveTurn() {
    return receiveTurn;
  }

  Outbound outbound() {
    return outbound;
  }

  Inbound inbound() {
    return inbound;
  }

  /** The connection stands and the endpoint knows: input is looked after from now on. */
  void start() {
    synchronized (this) {
      if (over) {
        return;
      }
      key.attach(this);
      interest(SelectionKey.OP_READ, true);
      driver.direct().add(this);
    }
    // What start-up has read already makes no channel ready.
    receiveTurn.kick();
  }

  /**
   * Whether the peer has sent nothing and may still do so; any thread, a hint. Looks for what has
   * arrived: a peer whose first message is its last may close before it reads a reminder, and a
   * socket closed so is reset.
   */
  boolean isPeerSilent() {
    receiveTurn.kick();
    return inbound.handled() == 0 && !inbound.isClosed() && !finished;
  }

  /** Sends the peer a message that it need not notice, if it was sent any before. */
  void remind() {
    outbound.remind();
    transmitTurn.kick();
  }

  // --- driving

  @Override
  public int poll() {
    long before = inbound.handled();
    int sent = flush();
    receiveTurn.kick();
    return (int) (inbound.handled() - before) + sent;
  }

  /** Writes on where the socket was full; 1 if it took something. */
  private int flush() {
    if (!outbound.isBlocked()) {
      return 0;
    }
    transmitTurn.kick();
    return outbound.isBlocked() ? 0 : 1;
  }

  @Override
  public int ready(int ops) {
    int done = 0;
    if ((ops & SelectionKey.OP_WRITE) != 0 && transmitTurn.kick()) {
      done++;
    }
    if ((ops & SelectionKey.OP_READ) != 0 && receiveTurn.kick()) {
      driver.found(position);
      done++;
    }
    return done;
  }

  @Override
  public void receivePosted() {
    driver.receivePosted(position);
  }

  @Override
  public boolean postpones(long octets) {
    boolean waits = burst.waits(octets);
    driver.requestPosted(position);
    return waits;
  }

  // --- the transmit turn

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    if (held || mute || finished) {
      return false;
    }
    if (!limited) {
      limited = true;
      requests.limitReads(readDepth);
      deliveries.requests(requests);
    }
    try {
      Outbound.Result result = outbound.transmit(requests, budget);
      wantWrite(result == Outbound.Result.BLOCKED);
      if (result == Outbound.Result.REFUSED) {
        endings.refused();
      } else if (result == Outbound.Result.UNSERVED) {
        endings.unserved(requests.number());
      } else if (result == Outbound.Result.BLOCKED && output.isTooLong(outbound.jam())) {
        endings.jammed();
      } else if (result == Outbound.Result.IDLE && finishing) {
        sayGoodbye();
      }
      return result == Outbound.Result.BUDGET;
    } catch (IOException e) {
      outputFailed(e);
      return false;
    }
  }

  private void wantWrite(boolean now) {
    if (writeWanted == now) {
      return;
    }
    writeWanted = now;
    interest(SelectionKey.OP_WRITE, now);
  }

  private void interest(int op, boolean now) {
    try {
      if (now) {
        key.interestOpsOr(op);
      } else {
        key.interestOpsAnd(~op);
      }
      driver.touch();
    } catch (CancelledKeyException e) {
      // The channel was closed meanwhile: there is nothing left to be interested in.
      driver.touch();
    }
  }

  private void outputFailed(IOException e) {
    mute = true;
    endings.outputFailed(e);
    wantWrite(false);
    // Makes a stalled direction find out, too.
    stalled(false);
  }

  @Override
  public void shutdown(boolean graceful) {
    if (graceful) {
      finishing = true;
      if (!mute && outbound.isDrained()) {
        sayGoodbye();
      }
      return;
    }
    boolean inputOver = inbound.isClosed() && !endings.isInputRefused();
    inbound.close();
    synchronized (this) {
      // The endpoint may be done with the connection before start-up has handed it over.
      over = true;
      driver.direct().remove(this);
    }
    place.giveBack();
    if (inputOver || mute) {
      close();
      return;
    }
    if (finished) {
      Linger.start(channel, key, driver, timers, this::close);
      return;
    }
    try {
      if (!outbound.mayTerminate()) {
        Sockets.reset(channel);
        driver.touch();
        return;
      }
      Refusal due = endings.due();
      if (due.isSet()) {
        outbound.sendTerminate(due.fault(), due.header());
      }
      channel.shutdownOutput();
      Linger.start(channel, key, driver, timers, this::close);
    } catch (IOException e) {
      close();
    }
  }

  private void close() {
    Sockets.close(channel);
    driver.touch();
  }

  private void sayGoodbye() {
    if (finished) {
      return;
    }
    finished = true;
    try {
      channel.shutdownOutput();
      timers.schedule(GOODBYE, this::peerStays);
    } catch (IOException e) {
      outputFailed(e);
    }
  }

  /** The peer did not answer the good-bye. */
  private void peerStays() {
    if (!inbound.isClosed()) {
      upcalls.ended(
          EventNumber.CONNECTION_EVENT_DISCONNECTED, "the peer did not close its side in time");
      receiveTurn.kick();
    }
  }

  // --- the receive turn

  @Override
  public int progress(int budget) {
    if (inbound.isClosed()) {
      return 0;
    }
    int done = inbound.progress();
    if (inbound.isStalled() && !inbound.isClosed()) {
      endUnlessOutputLives();
    }
    return done;
  }

  /** Nothing is read while a receive is missing: a broken connection would not be noticed. */
  private void endUnlessOutputLives() {
    IOException dead = endings.outputDead();
    if (dead != null) {
      inbound.close();
      endings.endOfInput(false, dead);
    }
  }

  @Override
  public void stalled(boolean now) {
    synchronized (this) {
      stalled = now;
      interestInInput();
    }
  }

  @Override
  public void placed(int at) {
    position = at;
  }

  @Override
  public void select(boolean now) {
    synchronized (this) {
      unselected = !now;
      interestInInput();
    }
  }

  /** Under this object's monitor; what comes behind the end is not this object's to care for. */
  private void interestInInput() {
    if (!over) {
      interest(SelectionKey.OP_READ, !stalled && !unselected);
    }
  }

  @Override
  public void peerReady() {
    if (held) {
      held = false;
      upcalls.moreToTransmit();
    }
  }
}
