package org.dat4j.dat.tcp.setup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Incoming;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.tcp.connection.Inbound;
import org.dat4j.dat.tcp.connection.LingeringClose;
import org.dat4j.dat.tcp.connection.NegotiatedParams;
import org.dat4j.dat.tcp.connection.TcpWire;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.progress.ReadyHandler;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.MpaDecoder;
import org.dat4j.dat.tcp.wire.MpaEnhanced;
import org.dat4j.dat.tcp.wire.MpaFault;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.MpaNegotiation;

/**
 * The accepting side of the MPA setup of an iWARP connection: reads the request, passes it to the
 * program, and sends the reply. Where a ready-to-receive message was agreed, it awaits that too.
 * Each wait for a stranger has an absolute time limit.
 */
final class MpaResponder implements Incoming, ReadyHandler {

  private static final System.Logger LOG = System.getLogger(MpaResponder.class.getName());

  /** Nanoseconds before the next try to get a buffer. */
  private static final long BUFFER_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final byte[] NO_DATA = new byte[0];

  /**
   * Private data that uDAPL libraries send when their consumer rejects, a version number. It tells
   * the peer that the network did not refuse.
   */
  private static final byte[] REJECTED_BY_CONSUMER = {2, 0, 0, 0};

  /**
   * Longest wait for the request of a connection that is turned away, so that it receives the
   * reason.
   */
  private static final long TURN_AWAY_LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** The limit that counts a connection which the program does not know. */
  private enum Counted {
    NOTHING,
    HALF_OPEN,
    TURNED_AWAY
  }

  private enum Stage {
    /** The request is not complete. */
    REQUEST,
    /** The consumer has not decided. */
    CONSUMER_DECISION,
    /** Accepted; the requester's first message is due. */
    FIRST_MESSAGE,
    /** Finished, with any outcome. */
    DONE
  }

  private final TcpFabric fabric;
  private final Driver driver;
  private final TcpListener listener;

  /** Null when the limit was reached. */
  private final ConnectionLimit.Permit permit;

  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final MpaDecoder decoder = new MpaDecoder(MpaFrame.Kind.REQUEST);

  /** One byte more than a request, to notice bytes that must not follow. */
  private final ByteBuffer input = ByteBuffer.allocate(MpaFrame.MAX_LENGTH + 1);

  private SelectionKey key;
  private Stage stage = Stage.REQUEST;
  private Counted counted = Counted.NOTHING;

  /** Why the requester is turned away when its request is complete, or null. */
  private RejectReason rejectReason;

  private MpaFrame request;
  private Attempt attempt;
  private TcpWire wire;

  /** Whether this side has claimed the right to report the outcome. */
  private boolean outcomeClaimed;

  /** Whether the outcome was reported, here or by another side. */
  private boolean outcomeReported;

  /** Whether the wire belongs to the endpoint, which ends it. */
  private boolean handedOver;

  /** The exception of a failed call, or null. */
  private Throwable failure;

  private Future<?> limit;

  /**
   * Creates the setup of an accepted connection.
   *
   * @param fabric transport of the adapter
   * @param listener the listener that accepted it
   * @param permit released here, or by the wire it becomes; null when the limit was reached
   * @param rejectReason why the requester is to be turned away, or null
   * @param channel the connection
   * @param remote address of the requester
   */
  MpaResponder(
      TcpFabric fabric,
      TcpListener listener,
      ConnectionLimit.Permit permit,
      RejectReason rejectReason,
      SocketChannel channel,
      InetSocketAddress remote) {
    this.fabric = fabric;
    this.driver = fabric.nextDriver();
    this.listener = listener;
    this.permit = permit;
    this.rejectReason = rejectReason;
    this.channel = channel;
    this.remote = remote;
  }

  /** Begins the setup; reads at once what has arrived. */
  void start() throws IOException {
    boolean arrived;
    synchronized (this) {
      try {
        TcpSockets.prepare(channel, fabric.settings());
        key = driver.register(channel, SelectionKey.OP_READ, this);
        arrived = read();
        if (stage == Stage.REQUEST) {
          awaitRequest();
        }
      } catch (RuntimeException | Error e) {
        close();
        throw e;
      }
    }
    if (arrived) {
      listener.backlog().submit(this);
    }
  }

  private void awaitRequest() {
    if (!ensureCounted()) {
      // No program knows it and it has no request: nothing of it can be lost.
      moveTo(Stage.DONE);
      TcpSockets.reset(channel);
      close();
      return;
    }
    long nanos = fabric.settings().startupNanos();
    if (rejectReason != null) {
      nanos = Math.min(nanos, TURN_AWAY_LIMIT_NANOS);
    }
    limit = fabric.timers().schedule(nanos, () -> expire(Stage.REQUEST));
  }

  /** Counts this connection if it is not counted yet; false when the limit is reached. */
  private boolean ensureCounted() {
    if (counted != Counted.NOTHING) {
      return true;
    }
    HalfOpenLimit all = listener.halfOpenLimit();
    if (rejectReason == null) {
      rejectReason = all.tryAcquire(remote.getAddress());
      if (rejectReason == null) {
        counted = Counted.HALF_OPEN;
        return true;
      }
    }
    listener.logRejection(rejectReason, remote.getAddress());
    if (all.tryAcquireTurnedAway()) {
      counted = Counted.TURNED_AWAY;
      return true;
    }
    return false;
  }

  private void releaseCounted() {
    switch (counted) {
      case HALF_OPEN -> listener.halfOpenLimit().release(remote.getAddress());
      case TURNED_AWAY -> listener.halfOpenLimit().releaseTurnedAway();
      default -> {
        return;
      }
    }
    counted = Counted.NOTHING;
  }

  private synchronized void expire(Stage pending) {
    if (stage == pending) {
      long millis = TimeUnit.NANOSECONDS.toMillis(fabric.settings().startupNanos());
      abort("nothing came within " + millis + " ms");
    }
  }

  @Override
  public int ready(int ops) {
    boolean arrived;
    synchronized (this) {
      if (failure != null) {
        failed(key, failure);
        return 1;
      }
      arrived = read();
    }
    // Outside the monitor: the consumer may answer at once, on another thread.
    if (arrived) {
      listener.backlog().submit(this);
    }
    return 1;
  }

  /**
   * Passes the complete request to the program, outside the monitor.
   *
   * @return false when there is no room for it now
   */
  boolean offer() {
    synchronized (this) {
      if (stage != Stage.CONSUMER_DECISION) {
        return true;
      }
    }
    if (!listener.acceptor().request(this)) {
      return false;
    }
    synchronized (this) {
      releaseCounted();
    }
    return true;
  }

  /** Tells whether the complete request may wait; otherwise the requester has been turned away. */
  synchronized boolean mayWait() {
    if (stage != Stage.CONSUMER_DECISION) {
      return false;
    }
    if (ensureCounted() && rejectReason == null) {
      return true;
    }
    turnAway(RejectReason.BACKLOG);
    return false;
  }

  /** Ends a complete request before the program sees it, and tells the requester the reason. */
  synchronized void turnAway(RejectReason reason) {
    if (stage == Stage.DONE) {
      return;
    }
    moveTo(Stage.DONE);
    rejectReason = reason;
    byte[] note = reason.note(listener.logRejection(reason, remote.getAddress()));
    boolean lingers = ensureCounted();
    sendRejection(NO_DATA, note, lingers);
  }

  @Override
  public synchronized void failed(SelectionKey ofChannel, Throwable cause) {
    if (handedOver && outcomeReported) {
      wire.failed(ofChannel, cause);
    } else {
      failure = cause;
      abort(Shortage.text(cause));
    }
  }

  /** Reads input; true when the request has become complete. */
  private boolean read() {
    try {
      switch (stage) {
        case REQUEST -> {
          return readRequest();
        }
        case CONSUMER_DECISION -> checkSilence();
        case FIRST_MESSAGE -> readFirstMessage();
        default -> {
          // The channel is just getting another handler; the input is for that one.
          return false;
        }
      }
    } catch (IOException e) {
      abort("TCP: " + e.getMessage());
    }
    return false;
  }

  private boolean readRequest() throws IOException {
    int count = channel.read(input);
    ByteBuffer view = input.duplicate().flip();
    MpaDecoder.DecodeStatus status = decoder.decode(view, count < 0);
    if (status == MpaDecoder.DecodeStatus.NEED_MORE) {
      return false;
    }
    if (status == MpaDecoder.DecodeStatus.FAULT) {
      abort(decoder.fault().text());
      return false;
    }
    request = decoder.frame();
    MpaFault fault = MpaNegotiation.checkRequest(request, view.remaining());
    if (fault != null && fault != MpaFault.MARKERS_REQUIRED) {
      abort(fault.text());
      return false;
    }
    if (fault == null && rejectReason == null) {
      releaseCounted();
      moveTo(Stage.CONSUMER_DECISION);
      return true;
    }
    // Still half open: no program sees it, and the requester may never close.
    boolean lingers = ensureCounted();
    if (rejectReason != null) {
      turnAway(rejectReason);
    } else {
      moveTo(Stage.DONE);
      sendRejection(NO_DATA, NO_DATA, lingers);
    }
    return false;
  }

  private void moveTo(Stage next) {
    if (limit != null) {
      limit.cancel(false);
    }
    stage = next;
  }

  /** Ends the connection if anything arrives while the consumer decides. */
  private void checkSilence() throws IOException {
    input.clear().limit(1);
    int count = channel.read(input);
    if (count != 0) {
      abort(count < 0 ? "the requester has given up" : MpaFault.EARLY_OCTETS.text());
    }
  }

  @Override
  public InetAddress remoteAddress() {
    return remote.getAddress();
  }

  @Override
  public long remotePort() {
    return remote.getPort();
  }

  @Override
  public byte[] privateData() {
    return request.privateData();
  }

  @Override
  public synchronized void accept(Attempt accepted) {
    attempt = accepted;
    if (stage != Stage.CONSUMER_DECISION) {
      abort("the requester has given up");
      return;
    }
    try {
      EpAttr attr = accepted.upcalls().attr();
      MpaEnhanced offer = request.enhanced();
      MpaEnhanced answer = null;
      int ird = MpaInitiator.depth(attr.maxRdmaReadIn());
      int ord = MpaInitiator.depth(attr.maxRdmaReadOut());
      if (offer != null) {
        answer = MpaNegotiation.answer(offer, ird, ord);
        ord = MpaNegotiation.agreedOrd(ord, offer);
      }
      boolean crc = fabric.settings().crc();
      MpaFrame reply = MpaFrame.accept(request, crc, answer, accepted.privateData());
      boolean peerToPeer = offer != null && offer.peerToPeer();
      NegotiatedParams params =
          new NegotiatedParams(
              MpaNegotiation.crc(request, reply),
              MpaHandshake.mulpdu(fabric, channel),
              ird,
              ord,
              fabric.settings().remoteCompletion(),
              !peerToPeer,
              !fabric.settings().ownPeers());
      wire =
          new TcpWire(
              channel,
              key,
              accepted.upcalls(),
              driver,
              fabric.connectionTimers(),
              fabric.invalidAccesses().listenerFor(remote.getAddress()),
              permit::release,
              fabric.bufferQuota().open(remote.getAddress()),
              params);
      stage = Stage.FIRST_MESSAGE;
      MpaHandshake.write(channel, reply);
      if (peerToPeer) {
        limit =
            fabric
                .timers()
                .schedule(fabric.settings().startupNanos(), () -> expire(Stage.FIRST_MESSAGE));
      } else {
        establish();
      }
    } catch (IOException e) {
      abort("TCP: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "a request cannot be accepted", e);
      failed(key, e);
    }
  }

  private void readFirstMessage() throws IOException {
    int found = wire.inbound().awaitFirst();
    if (found == FpduParser.OK) {
      establish();
    } else if (found == Inbound.NO_BUFFER) {
      key.interestOps(0);
      fabric.timers().schedule(BUFFER_RETRY_NANOS, this::retryRead);
    } else if (found != FpduParser.NEED_MORE) {
      if (found != Inbound.NO_MESSAGE) {
        wire.outbound().sendTerminate(found, null);
      }
      abort("the requester did not say that it is ready");
    }
  }

  private synchronized void retryRead() {
    if (stage == Stage.FIRST_MESSAGE) {
      key.interestOps(SelectionKey.OP_READ);
      driver.refreshSelection();
    }
  }

  private void establish() throws IOException {
    int localPort = TcpSockets.localPort(channel);
    moveTo(Stage.DONE);
    if (!claimOutcome()) {
      close();
      return;
    }
    handedOver = true;
    attempt.established(
        wire, wire.transmitTurn(), wire.receiveTurn(), localPort, remote.getPort(), NO_DATA);
    outcomeReported = true;
    wire.start();
  }

  @Override
  public synchronized void reject() {
    if (stage == Stage.CONSUMER_DECISION) {
      stage = Stage.DONE;
      sendRejection(REJECTED_BY_CONSUMER, NO_DATA, true);
    }
  }

  @Override
  public synchronized void drop() {
    if (stage == Stage.CONSUMER_DECISION) {
      turnAway(RejectReason.GONE);
    }
  }

  /**
   * Rejects the request.
   *
   * @param data private data of the reply
   * @param note bytes that follow the reply
   * @param lingers whether the connection stays a moment: the requester closes when it has read the
   *     reply, and an immediate close here might overtake it
   */
  private void sendRejection(byte[] data, byte[] note, boolean lingers) {
    try {
      MpaEnhanced offer = request.enhanced();
      MpaEnhanced answer = offer == null ? null : MpaNegotiation.answer(offer, 1, 1);
      MpaHandshake.write(channel, MpaFrame.reject(request, request.crc(), answer, data), note);
      if (lingers) {
        LingeringClose.start(channel, key, driver, fabric.timers(), this::close);
      } else {
        close();
      }
    } catch (IOException e) {
      close();
    }
  }

  private void abort(String detail) {
    moveTo(Stage.DONE);
    close();
    if (attempt != null && claimOutcome()) {
      attempt.refused(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, detail);
      outcomeReported = true;
    }
  }

  /**
   * Tells whether this side may report the outcome and has not reported it yet; claims it first.
   */
  private boolean claimOutcome() {
    if (!outcomeClaimed && !outcomeReported) {
      outcomeClaimed = attempt.claim();
      outcomeReported = !outcomeClaimed;
    }
    return !outcomeReported;
  }

  /**
   * Closes the connection, after it has released its permit and its count: a peer that sees the end
   * of its stream may connect again at once.
   */
  synchronized void close() {
    releaseCounted();
    if (permit != null) {
      permit.release();
    }
    if (wire != null && !handedOver) {
      wire.discard();
    }
    TcpSockets.close(channel);
    driver.refreshSelection();
  }
}
