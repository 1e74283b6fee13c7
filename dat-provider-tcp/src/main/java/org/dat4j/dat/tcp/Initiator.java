package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.tcp.wire.MpaDecoder;
import org.dat4j.dat.tcp.wire.MpaEnhanced;
import org.dat4j.dat.tcp.wire.MpaFault;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.MpaNegotiation;
import org.dat4j.dat.tcp.wire.Opcode;

/**
 * The connecting side of start-up: TCP connection, MPA request, reply. Its time limit is the
 * attempt's own.
 */
final class Initiator implements Connecting, Ready {

  private static final int LENGTH_AT = MpaFrame.HEADER - 2;

  private final TcpFabric fabric;
  private final Driver driver;
  private final Attempt attempt;
  private final InetSocketAddress remote;
  private final ByteBuffer in = ByteBuffer.allocate(MpaFrame.LARGEST);
  private final MpaDecoder decoder = new MpaDecoder(MpaFrame.Kind.REPLY);
  private SocketChannel channel;
  private SelectionKey key;
  private MpaFrame request;
  private Places.Place place;
  private volatile boolean reached;
  private volatile int localPort;

  Initiator(TcpFabric fabric, Attempt attempt, InetSocketAddress remote) {
    this.fabric = fabric;
    this.driver = fabric.nextDriver();
    this.attempt = attempt;
    this.remote = remote;
  }

  /** Starts; failures are reported by the attempt. */
  synchronized void start() {
    if (fabric.guesses().areUsedUp(remote.getAddress())) {
      fail(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "not tried: too many accesses from "
              + remote.getAddress().getHostAddress()
              + " to memory that is not there for it, see the setting "
              + Setting.GUESSES_PER_ADDRESS.key());
      return;
    }
    try {
      channel = SocketChannel.open();
      Sockets.prepare(channel, fabric.settings());
      channel.bind(new InetSocketAddress(fabric.address(), 0));
      boolean now = channel.connect(remote);
      localPort = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      key = driver.register(channel, SelectionKey.OP_CONNECT, this);
      if (now) {
        sendRequest();
      }
    } catch (IOException e) {
      notConnected(e);
    }
  }

  @Override
  public long localPort() {
    return localPort;
  }

  @Override
  public synchronized int ready(int ops) {
    try {
      if (!reached) {
        if (channel.finishConnect()) {
          sendRequest();
        }
        return 1;
      }
      receive();
    } catch (IOException e) {
      if (reached) {
        fail(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, "TCP: " + e.getMessage());
      } else {
        notConnected(e);
      }
    }
    return 1;
  }

  private void notConnected(IOException e) {
    boolean refused = !(e instanceof NoRouteToHostException) && (isReset(e) || isRefusal(e));
    fail(
        refused
            ? EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED
            : EventNumber.CONNECTION_EVENT_UNREACHABLE,
        "TCP connection to " + remote + ": " + e.getMessage());
  }

  private static boolean isRefusal(IOException e) {
    String message = e.getMessage();
    return e instanceof ConnectException && message != null && message.contains("refused");
  }

  /** The listener ended while the system had the connection in its queue. */
  private static boolean isReset(IOException e) {
    String message = e.getMessage();
    return message != null && message.contains("reset");
  }

  private void sendRequest() throws IOException {
    reached = true;
    EpAttr attr = attempt.upcalls().attr();
    TcpSettings settings = fabric.settings();
    boolean rtr = settings.writeRtr() || settings.readRtr();
    MpaEnhanced offer =
        new MpaEnhanced(
            rtr,
            false,
            settings.writeRtr(),
            settings.readRtr(),
            depth(attr.maxRdmaReadIn()),
            depth(attr.maxRdmaReadOut()));
    request = MpaFrame.request(settings.crc(), offer, attempt.privateData());
    StartUp.write(channel, request);
    key.interestOps(SelectionKey.OP_READ);
  }

  /** The read depth told to the peer: the endpoint's, and at least one for flushes. */
  static int depth(int wanted) {
    return Math.max(1, Math.min(wanted, MpaEnhanced.LARGEST_DEPTH));
  }

  /** Reads the reply and not an octet more: FPDUs may follow. */
  private void receive() throws IOException {
    MpaDecoder.Status status;
    do {
      int wanted = MpaFrame.HEADER;
      if (in.position() >= wanted) {
        wanted += in.getShort(LENGTH_AT) & 0xFFFF;
      }
      int count = channel.read(in.limit(wanted));
      if (count == 0) {
        return;
      }
      status = decoder.decode(in.duplicate().flip(), count < 0);
    } while (status == MpaDecoder.Status.NEED_MORE);
    if (status == MpaDecoder.Status.FAULT) {
      fail(decoder.fault());
    } else {
      replied(decoder.frame());
    }
  }

  private void replied(MpaFrame reply) throws IOException {
    if (reply.rejected()) {
      fail(
          EventNumber.CONNECTION_EVENT_PEER_REJECTED,
          "the peer at " + remote + " rejected the request");
      return;
    }
    MpaFault fault = MpaNegotiation.checkReply(request, reply);
    if (fault != null) {
      if (fault.terminateCode() != null) {
        StartUp.terminate(channel, MpaNegotiation.crc(request, reply), fault.terminateCode());
      }
      fail(fault);
      return;
    }
    MpaEnhanced offer = request.enhanced();
    MpaEnhanced answer = reply.enhanced();
    Terms terms =
        new Terms(
            MpaNegotiation.crc(request, reply),
            StartUp.mulpdu(fabric, channel),
            offer.ird(),
            MpaNegotiation.agreedOrd(offer.ord(), answer),
            fabric.settings().proven(),
            false,
            !fabric.settings().own());
    place = fabric.places().enterAnyhow();
    TcpWire wire =
        new TcpWire(
            channel,
            key,
            attempt.upcalls(),
            driver,
            fabric.timers(),
            fabric.watchdog(),
            fabric.guesses().of(remote.getAddress()),
            place,
            terms);
    // Before the peer hears of it: who was given up meanwhile is never established there.
    if (!attempt.claim()) {
      close();
      return;
    }
    if (offer.peerToPeer()) {
      int rtr = MpaNegotiation.rtr(offer, answer);
      try {
        wire.outbound().sendReady(rtr == Opcode.READ_REQUEST ? rtr : Opcode.WRITE);
      } catch (IOException e) {
        // Told here: the caller's fail would find the attempt decided, and tell nobody.
        close();
        attempt.refused(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, "TCP: " + e.getMessage());
        return;
      }
    }
    attempt.established(
        wire,
        wire.transmitTurn(),
        wire.receiveTurn(),
        localPort,
        remote.getPort(),
        reply.privateData());
    wire.start();
    Reminder.start(
        fabric.timers()::schedule,
        fabric.settings().remindNanos(),
        wire::isPeerSilent,
        wire::remind);
  }

  private void fail(MpaFault fault) {
    fail(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, fault.text());
  }

  private void fail(EventNumber event, String detail) {
    close();
    if (attempt.claim()) {
      attempt.refused(event, detail);
    }
  }

  private void close() {
    if (place != null) {
      place.giveBack();
    }
    if (channel != null) {
      Sockets.close(channel);
      driver.touch();
    }
  }

  @Override
  public synchronized void abort() {
    close();
  }

  @Override
  public boolean reachedPeer() {
    return reached;
  }
}
