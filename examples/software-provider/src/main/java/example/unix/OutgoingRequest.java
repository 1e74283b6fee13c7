package example.unix;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;

/** A connect of this process over a Unix socket, until the peer has answered it. */
final class OutgoingRequest implements Connecting, SelectorLoop.Handler {

  private final SelectorLoop loop;
  private final SocketChannel channel;
  private final Attempt attempt;
  private final long localPort;
  private final long connQual;
  private final FrameReader reader = new FrameReader();

  /** Makes a request over a connected socket; {@link #start} sends the request. */
  OutgoingRequest(
      SelectorLoop loop, SocketChannel channel, Attempt attempt, long localPort, long connQual) {
    this.loop = loop;
    this.channel = channel;
    this.attempt = attempt;
    this.localPort = localPort;
    this.connQual = connQual;
  }

  void start() throws IOException {
    FrameWriter writer = new FrameWriter();
    writer.put(FrameType.REQUEST, localPort, attempt.privateData());
    if (!writer.flush(channel)) {
      throw new IOException("a new socket does not take a whole request");
    }
    loop.register(channel, SelectionKey.OP_READ, this);
  }

  @Override
  public void ready(SelectionKey key) throws IOException {
    if (!reader.fill(channel)) {
      throw new IOException("the listener at qualifier " + connQual + " has gone");
    }
    if (!reader.nextStartUp()) {
      return;
    }
    switch (reader.type()) {
      case ACCEPT -> accepted(key);
      case REJECT ->
          refuse(
              EventNumber.CONNECTION_EVENT_PEER_REJECTED,
              "the program at qualifier " + connQual + " has rejected the request");
      default ->
          refuse(
              EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
              "nobody at qualifier " + connQual + " can answer the request");
    }
  }

  private void accepted(SelectionKey key) {
    // Made before the claim: between that and the outcome only the socket may fail.
    UnixWire wire = new UnixWire(loop, key, reader, attempt.upcalls());
    FrameWriter writer = new FrameWriter();
    writer.put(FrameType.READY, 0, 0, 0, 0, 0);
    if (!attempt.claim()) {
      loop.close(channel);
      return;
    }
    try {
      writer.flush(channel);
    } catch (IOException e) {
      loop.close(channel);
      attempt.refused(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e);
      return;
    }
    attempt.established(
        wire, wire.transmitTurn(), wire.receiveTurn(), localPort, connQual, reader.privateData());
    wire.start();
  }

  @Override
  public void failed(Throwable cause) {
    refuse(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, cause);
  }

  private void refuse(EventNumber event, Object detail) {
    loop.close(channel);
    if (attempt.claim()) {
      attempt.refused(event, detail);
    }
  }

  @Override
  public void abort() {
    loop.close(channel);
  }

  @Override
  public boolean reachedPeer() {
    return true;
  }

  @Override
  public long localPort() {
    return localPort;
  }
}
