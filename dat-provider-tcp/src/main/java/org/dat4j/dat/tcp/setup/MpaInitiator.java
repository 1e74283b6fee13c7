package org.dat4j.dat.tcp.setup;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.tcp.config.Setting;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.tcp.connection.NegotiatedParams;
import org.dat4j.dat.tcp.connection.TcpWire;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.progress.ReadyHandler;
import org.dat4j.dat.tcp.socket.OutgoingSocket;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.tcp.wire.MpaDecoder;
import org.dat4j.dat.tcp.wire.MpaEnhanced;
import org.dat4j.dat.tcp.wire.MpaFault;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.MpaNegotiation;
import org.dat4j.dat.tcp.wire.Opcode;

/**
 * The connecting side of the MPA setup of an iWARP connection: opens the TCP connection, sends the
 * request and handles the reply. The attempt brings its own time limit.
 */
final class MpaInitiator implements Connecting, ReadyHandler {

  private static final int LENGTH_OFFSET = MpaFrame.HEADER - 2;
  private static final String REVISION_REMEDY =
      "; for a peer of revision 1 write " + Setting.MPA.key() + "=1 in the line of dat.conf here";
  private static final String RESET_REMEDY =
      "; the listener ended, or turns requesters away for a limit ("
          + Setting.HALF_OPEN.key()
          + ", "
          + Setting.HALF_OPEN_PER_ADDRESS.key()
          + ", "
          + Setting.CONNECTIONS.key()
          + ", "
          + Setting.GUESSES_PER_ADDRESS.key()
          + "; its log says which): connect again later"
          + REVISION_REMEDY;

  private final TcpFabric fabric;
  private final Driver driver;
  private final Attempt attempt;
  private final InetSocketAddress remote;
  private final ByteBuffer input = ByteBuffer.allocate(MpaFrame.MAX_LENGTH);
  private MpaDecoder decoder = new MpaDecoder(MpaFrame.Kind.REPLY);
  private SocketChannel channel;
  private SelectionKey key;
  private MpaFrame request;
  private ConnectionLimit.Permit permit;
  private TcpWire wire;

  /** Whether this side has claimed the right to report the outcome. */
  private boolean outcomeClaimed;

  /** Whether the outcome was reported, here or by another side. */
  private boolean outcomeReported;

  /** Whether the wire belongs to the endpoint, which ends it. */
  private boolean handedOver;

  /** The exception of a failed call, or null. */
  private Throwable failure;

  /** Whether the current channel is connected. */
  private boolean isConnected;

  /** Result of the first of two attempts, else null. */
  private String firstAttempt;

  /** Read depths of this end. */
  private int ird;

  private int ord;

  private volatile boolean peerReached;
  private volatile int localPort;

  MpaInitiator(TcpFabric fabric, Attempt attempt, InetSocketAddress remote) {
    this.fabric = fabric;
    this.driver = fabric.nextDriver();
    this.attempt = attempt;
    this.remote = remote;
  }

  /** Starts the setup; the attempt reports failures. */
  synchronized void start() {
    if (fabric.invalidAccesses().isBlocked(remote.getAddress())) {
      fail(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "not tried: too many accesses from "
              + remote.getAddress().getHostAddress()
              + " to memory that is not there for it, see the setting "
              + Setting.GUESSES_PER_ADDRESS.key());
      return;
    }
    try {
      connect();
    } catch (IOException e) {
      Shortage shortage = channel == null ? Shortage.of(e) : null;
      if (shortage != null) {
        throw shortage.refusal("Ep.connect", e);
      }
      notConnected(e);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void connect() throws IOException {
    channel = OutgoingSocket.connect(remote, fabric.settings());
    localPort = TcpSockets.localPort(channel);
    key = driver.register(channel, SelectionKey.OP_CONNECT, this);
    if (channel.isConnected()) {
      sendRequest();
    }
  }

  @Override
  public long localPort() {
    return localPort;
  }

  @Override
  public synchronized int ready(int ops) {
    if (failure != null) {
      failed(key, failure);
      return 1;
    }
    try {
      if (!isConnected) {
        if (channel.finishConnect()) {
          sendRequest();
        }
        return 1;
      }
      receive();
    } catch (IOException e) {
      if (isConnected) {
        connectionLost(e);
      } else {
        notConnected(e);
      }
    }
    return 1;
  }

  private void notConnected(IOException e) {
    boolean refused = !(e instanceof NoRouteToHostException) && (isReset(e) || isRefusal(e));
    fail(
        refused || firstAttempt != null
            ? EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED
            : EventNumber.CONNECTION_EVENT_UNREACHABLE,
        "TCP connection to " + remote + ": " + e.getMessage() + hint(e));
  }

  private String hint(IOException e) {
    if (isRefusal(e)) {
      return "; nobody listens there: start the listener first";
    }
    if (isReset(e)) {
      return RESET_REMEDY;
    }
    InetAddress bind = fabric.settings().bind();
    InetAddress to = remote.getAddress();
    if (bind.isLoopbackAddress() && !to.isLoopbackAddress()) {
      return "; this adapter is bound to "
          + bind.getHostAddress()
          + " and reaches this machine only: write bind=ADDRESS, an address that the peer can"
          + " reach, in its line of dat.conf";
    }
    if (!bind.isAnyLocalAddress() && bind.getAddress().length != to.getAddress().length) {
      return "; this adapter is bound to "
          + bind.getHostAddress()
          + " and the peer's address is of the other IP version: use one of the same for both";
    }
    Shortage shortage = Shortage.of(e);
    if (shortage != null) {
      return "; " + shortage.text();
    }
    if (e instanceof BindException) {
      return "; the address "
          + bind.getHostAddress()
          + " of this adapter is not an address of this machine: see its line of dat.conf";
    }
    return "; check the peer's address, the route to it and its firewall";
  }

  /** Reports that the connection ended before the reply. */
  private void connectionLost(IOException e) {
    fail(
        EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
        "TCP connection to " + remote + ": " + e.getMessage() + (isReset(e) ? RESET_REMEDY : ""));
  }

  private static boolean isRefusal(IOException e) {
    String message = e.getMessage();
    return e instanceof ConnectException && message != null && message.contains("refused");
  }

  /**
   * Tells whether the listener ended while the system had the connection in its queue, or has
   * turned it away.
   */
  private static boolean isReset(IOException e) {
    String message = e.getMessage();
    return message != null && message.contains("reset");
  }

  private void sendRequest() throws IOException {
    isConnected = true;
    peerReached = true;
    EpAttr attr = attempt.upcalls().attr();
    ird = depth(attr.maxRdmaReadIn());
    ord = depth(attr.maxRdmaReadOut());
    TcpSettings settings = fabric.settings();
    boolean revision1 = firstAttempt != null || settings.mpa() == 1;
    request = revision1 ? revision1Request() : enhancedRequest(settings);
    MpaHandshake.write(channel, request);
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Returns a request of MPA revision 1. */
  private MpaFrame revision1Request() {
    return MpaFrame.request(fabric.settings().crc(), null, attempt.privateData());
  }

  private MpaFrame enhancedRequest(TcpSettings settings) {
    boolean rtr = settings.writeRtr() || settings.readRtr();
    MpaEnhanced offer =
        new MpaEnhanced(rtr, false, settings.writeRtr(), settings.readRtr(), ird, ord);
    return MpaFrame.request(settings.crc(), offer, attempt.privateData());
  }

  /** Returns the read depth announced to the peer: the endpoint's, and at least one for flushes. */
  static int depth(int wanted) {
    return Math.max(1, Math.min(wanted, MpaEnhanced.MAX_DEPTH));
  }

  /** Reads the reply and not a byte more: FPDUs may follow. */
  private void receive() throws IOException {
    MpaDecoder.DecodeStatus status;
    do {
      int wanted = MpaFrame.HEADER;
      if (input.position() >= wanted) {
        wanted += input.getShort(LENGTH_OFFSET) & 0xFFFF;
      }
      int count = channel.read(input.limit(wanted));
      if (count == 0) {
        return;
      }
      status = decoder.decode(input.duplicate().flip(), count < 0);
    } while (status == MpaDecoder.DecodeStatus.NEED_MORE);
    if (status == MpaDecoder.DecodeStatus.FAULT) {
      boolean silent = decoder.fault() == MpaFault.TRUNCATED && input.position() == 0;
      if (silent && request.revision() > 1 && fabric.settings().mpa() == 0) {
        retryWithRevision1();
      } else {
        fail(decoder.fault());
      }
    } else {
      handleReply(decoder.frame());
    }
  }

  /** Asks again with revision 1, as a peer without revision 2 closes without a reply (RFC 6581). */
  private void retryWithRevision1() throws IOException {
    TcpSockets.close(channel);
    driver.refreshSelection();
    channel = null;
    isConnected = false;
    firstAttempt = decoder.fault().text() + "; asked again with MPA revision 1: ";
    decoder = new MpaDecoder(MpaFrame.Kind.REPLY);
    input.clear();
    connect();
  }

  private void handleReply(MpaFrame reply) throws IOException {
    if (reply.rejected()) {
      String note = readNote();
      if (note == null) {
        fail(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            "the program of the peer at " + remote + " rejected the request");
      } else {
        fail(
            EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
            "turned away by " + remote + ": " + note);
      }
      return;
    }
    if (reply.revision() == 1 && !decoder.hasEnhancedBit()) {
      // The peer knows no enhanced setup, so it ignored the request's block.
      request = revision1Request();
    }
    MpaFault fault = MpaNegotiation.checkReply(request, reply);
    if (fault != null) {
      if (fault.terminateCode() != null) {
        MpaHandshake.terminate(channel, MpaNegotiation.crc(request, reply), fault.terminateCode());
      }
      fail(fault);
      return;
    }
    MpaEnhanced offer = request.enhanced();
    MpaEnhanced answer = reply.enhanced();
    NegotiatedParams params =
        new NegotiatedParams(
            MpaNegotiation.crc(request, reply),
            MpaHandshake.mulpdu(fabric, channel),
            ird,
            MpaNegotiation.agreedOrd(ord, answer),
            fabric.settings().remoteCompletion(),
            false,
            !fabric.settings().ownPeers());
    permit = fabric.connectionLimit().acquire();
    wire =
        new TcpWire(
            channel,
            key,
            attempt.upcalls(),
            driver,
            fabric.connectionTimers(),
            fabric.invalidAccesses().listenerFor(remote.getAddress()),
            permit::release,
            fabric.bufferQuota().open(remote.getAddress()),
            params);
    // Before the peer is told: it must never establish an attempt that was given up meanwhile.
    if (!claimOutcome()) {
      close();
      return;
    }
    if (offer != null && offer.peerToPeer()) {
      int rtr = MpaNegotiation.rtr(offer, answer);
      wire.outbound().sendReady(rtr == Opcode.READ_REQUEST ? rtr : Opcode.WRITE);
    }
    handedOver = true;
    attempt.established(
        wire,
        wire.transmitTurn(),
        wire.receiveTurn(),
        localPort,
        remote.getPort(),
        reply.privateData());
    outcomeReported = true;
    wire.start();
    SilentPeerProbe.start(
        fabric.timers()::schedule,
        fabric.settings().remindNanos(),
        wire::isPeerSilent,
        wire::probe);
  }

  /**
   * Returns the note of a dat4j peer after a rejection that its program did not make; else null.
   */
  private String readNote() throws IOException {
    ByteBuffer note = ByteBuffer.allocate(RejectReason.NOTE_BYTES);
    channel.read(note);
    return RejectReason.read(note.flip());
  }

  private void fail(MpaFault fault) {
    // Both ends decide the revision, and this end's is a setting.
    boolean mayBeOld =
        request.revision() > 1
            && (fault == MpaFault.ENHANCED_NOT_MIRRORED
                || fault == MpaFault.UNSUPPORTED_REVISION
                || fault == MpaFault.TRUNCATED);
    String first = fault == MpaFault.NOT_MPA ? "; it began with " + firstBytes() : "";
    fail(
        EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
        fault.text() + first + (mayBeOld ? REVISION_REMEDY : ""));
  }

  /** Quotes what the peer sent first; a character that is not printable becomes a period. */
  private String firstBytes() {
    int count = Math.min(input.position(), MpaFrame.HEADER);
    String text = new String(input.array(), 0, count, StandardCharsets.ISO_8859_1);
    return '"' + text.replaceAll("[^ -~]", ".") + '"';
  }

  private void fail(EventNumber event, String detail) {
    close();
    if (claimOutcome()) {
      attempt.refused(event, firstAttempt == null ? detail : firstAttempt + detail);
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

  @Override
  public synchronized void failed(SelectionKey ofChannel, Throwable cause) {
    if (outcomeReported && wire != null) {
      wire.failed(ofChannel, cause);
    } else {
      failure = cause;
      fail(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, Shortage.text(cause));
    }
  }

  private void close() {
    if (permit != null) {
      permit.release();
    }
    if (wire != null && !handedOver) {
      wire.discard();
    }
    if (channel != null) {
      TcpSockets.close(channel);
      driver.refreshSelection();
    }
  }

  @Override
  public synchronized void abort() {
    close();
  }

  @Override
  public boolean reachedPeer() {
    return peerReached;
  }
}
