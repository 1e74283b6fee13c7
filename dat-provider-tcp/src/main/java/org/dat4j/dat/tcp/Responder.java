package org.dat4j.dat.tcp;

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
import org.dat4j.dat.tcp.wire.FpduParser;
import org.dat4j.dat.tcp.wire.MpaDecoder;
import org.dat4j.dat.tcp.wire.MpaEnhanced;
import org.dat4j.dat.tcp.wire.MpaFault;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.MpaNegotiation;

/**
 * The accepting side of start-up: MPA request, the consumer's answer, and the ready-to-receive
 * message where one was agreed. What a stranger can make us wait for has an absolute time limit.
 */
final class Responder implements Incoming, Ready {

  private static final byte[] NO_DATA = new byte[0];

  /**
   * What uDAPL libraries send when their consumer rejects, a version of theirs: by its presence a
   * peer tells that from a refusal by the network.
   */
  private static final byte[] REJECTED_BY_CONSUMER = {2, 0, 0, 0};

  private enum Stage {
    /** The request is not complete. */
    REQUEST,
    /** The consumer has not answered. */
    ANSWER,
    /** Accepted; the first message of the requester is due. */
    READY,
    /** Done with, one way or another. */
    OVER
  }

  private final TcpFabric fabric;
  private final Driver driver;
  private final TcpListener listener;
  private final Places.Place place;
  private final SocketChannel channel;
  private final InetSocketAddress remote;
  private final MpaDecoder decoder = new MpaDecoder(MpaFrame.Kind.REQUEST);

  /** One octet more than a request, to notice what must not follow. */
  private final ByteBuffer in = ByteBuffer.allocate(MpaFrame.LARGEST + 1);

  private SelectionKey key;
  private Stage stage = Stage.REQUEST;
  private boolean halfOpen = true;
  private MpaFrame request;
  private Attempt attempt;
  private TcpWire wire;
  private Future<?> limit;

  /** A connection that was let in; the place is given back here, or by the wire it becomes. */
  Responder(TcpFabric fabric, TcpListener listener, Places.Place place, SocketChannel channel)
      throws IOException {
    this.fabric = fabric;
    this.driver = fabric.nextDriver();
    this.listener = listener;
    this.place = place;
    this.channel = channel;
    this.remote = Sockets.remote(channel);
  }

  synchronized void start() throws IOException {
    key = driver.register(channel, SelectionKey.OP_READ, this);
    limit = fabric.timers().schedule(fabric.settings().startupNanos(), () -> expire(Stage.REQUEST));
  }

  private synchronized void expire(Stage late) {
    if (stage == late) {
      long millis = TimeUnit.NANOSECONDS.toMillis(fabric.settings().startupNanos());
      gone("nothing came within " + millis + " ms");
    }
  }

  @Override
  public int ready(int ops) {
    boolean arrived;
    synchronized (this) {
      arrived = read();
    }
    // Outside of the monitor: the consumer may answer at once, by another thread.
    if (arrived && !listener.acceptor().request(this)) {
      synchronized (this) {
        gone("no room for the request");
      }
    }
    return 1;
  }

  /** True when the request has become complete. */
  private boolean read() {
    try {
      switch (stage) {
        case REQUEST -> {
          return readRequest();
        }
        case ANSWER -> readNothing();
        case READY -> readFirst();
        default -> {
          // The handler of the channel is just being changed; what came is for the next one.
          return false;
        }
      }
    } catch (IOException e) {
      gone("TCP: " + e.getMessage());
    }
    return false;
  }

  private boolean readRequest() throws IOException {
    int count = channel.read(in);
    ByteBuffer view = in.duplicate().flip();
    MpaDecoder.Status status = decoder.decode(view, count < 0);
    if (status == MpaDecoder.Status.NEED_MORE) {
      return false;
    }
    if (status == MpaDecoder.Status.FAULT) {
      gone(decoder.fault().text());
      return false;
    }
    request = decoder.frame();
    MpaFault fault = MpaNegotiation.checkRequest(request, view.remaining());
    if (fault == MpaFault.MARKERS_REQUIRED) {
      // Still half open: no program has seen it, and the requester may never close.
      leave(Stage.OVER);
      sendRejection(NO_DATA);
      return false;
    }
    if (fault != null) {
      gone(fault.text());
      return false;
    }
    leaveHalfOpen();
    leave(Stage.ANSWER);
    return true;
  }

  private void leaveHalfOpen() {
    if (halfOpen) {
      halfOpen = false;
      listener.left(remote.getAddress());
    }
  }

  private void leave(Stage next) {
    limit.cancel(false);
    stage = next;
  }

  /** Nothing may come while the consumer decides. */
  private void readNothing() throws IOException {
    in.clear().limit(1);
    int count = channel.read(in);
    if (count != 0) {
      gone(count < 0 ? "the requester has given up" : MpaFault.EARLY_OCTETS.text());
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
    if (stage != Stage.ANSWER) {
      gone("the requester has given up");
      return;
    }
    try {
      EpAttr attr = accepted.upcalls().attr();
      MpaEnhanced offer = request.enhanced();
      MpaEnhanced answer = null;
      int ird = Initiator.depth(attr.maxRdmaReadIn());
      int ord = Initiator.depth(attr.maxRdmaReadOut());
      if (offer != null) {
        answer = MpaNegotiation.answer(offer, ird, ord);
        ord = MpaNegotiation.agreedOrd(ord, offer);
      }
      boolean crc = fabric.settings().crc();
      MpaFrame reply = MpaFrame.accept(request, crc, answer, accepted.privateData());
      boolean peerToPeer = offer != null && offer.peerToPeer();
      Terms terms =
          new Terms(
              MpaNegotiation.crc(request, reply),
              StartUp.mulpdu(fabric, channel),
              ird,
              ord,
              fabric.settings().proven(),
              !peerToPeer,
              !fabric.settings().own());
      wire =
          new TcpWire(
              channel,
              key,
              accepted.upcalls(),
              driver,
              fabric.timers(),
              fabric.watchdog(),
              fabric.guesses().of(remote.getAddress()),
              place,
              terms);
      stage = Stage.READY;
      StartUp.write(channel, reply);
      if (peerToPeer) {
        limit =
            fabric.timers().schedule(fabric.settings().startupNanos(), () -> expire(Stage.READY));
      } else {
        establish();
      }
    } catch (IOException e) {
      gone("TCP: " + e.getMessage());
    }
  }

  private void readFirst() throws IOException {
    int found = wire.inbound().awaitFirst();
    if (found == FpduParser.OK) {
      establish();
    } else if (found != FpduParser.NEED_MORE) {
      if (found != Inbound.NEVER) {
        wire.outbound().sendTerminate(found, null);
      }
      gone("the requester did not say that it is ready");
    }
  }

  private void establish() throws IOException {
    int localPort = Sockets.localPort(channel);
    leave(Stage.OVER);
    if (!attempt.claim()) {
      close();
      return;
    }
    attempt.established(
        wire, wire.transmitTurn(), wire.receiveTurn(), localPort, remote.getPort(), NO_DATA);
    wire.start();
  }

  @Override
  public synchronized void reject() {
    if (stage == Stage.ANSWER) {
      stage = Stage.OVER;
      sendRejection(REJECTED_BY_CONSUMER);
    }
  }

  @Override
  public synchronized void drop() {
    if (stage == Stage.ANSWER) {
      gone("nobody can answer the request");
    }
  }

  /** The requester closes when it has read this; a close of ours might overtake it. */
  private void sendRejection(byte[] data) {
    try {
      MpaEnhanced offer = request.enhanced();
      MpaEnhanced answer = offer == null ? null : MpaNegotiation.answer(offer, 1, 1);
      StartUp.write(channel, MpaFrame.reject(request, request.crc(), answer, data));
      Linger.start(channel, key, driver, fabric.timers(), this::close);
    } catch (IOException e) {
      close();
    }
  }

  private void gone(String detail) {
    leave(Stage.OVER);
    close();
    Attempt waiting = attempt;
    if (waiting != null && waiting.claim()) {
      waiting.refused(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, detail);
    }
  }

  /**
   * Who sees its stream end can come again at once: its places are free before. Until then it has
   * them, whatever it was told.
   */
  private synchronized void close() {
    leaveHalfOpen();
    place.giveBack();
    Sockets.close(channel);
    driver.touch();
  }
}
