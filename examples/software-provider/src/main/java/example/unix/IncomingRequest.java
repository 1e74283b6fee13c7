package example.unix;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Incoming;

/**
 * A connection request that another process has sent over a Unix socket, until this side is
 * established or has refused it.
 */
final class IncomingRequest implements Incoming, SelectorLoop.Handler {

  private static final byte[] NO_DATA = new byte[0];

  private final SelectorLoop loop;
  private final SocketChannel channel;
  private final Acceptor acceptor;
  private final long connQual;
  private final FrameReader reader = new FrameReader();
  private long remotePort;
  private byte[] privateData;

  /** Set when the program accepts; its outcome is reported when the requester is ready. */
  private volatile Attempt accepted;

  IncomingRequest(SelectorLoop loop, SocketChannel channel, Acceptor acceptor, long connQual) {
    this.loop = loop;
    this.channel = channel;
    this.acceptor = acceptor;
    this.connQual = connQual;
  }

  void start() throws IOException {
    loop.register(channel, SelectionKey.OP_READ, this);
  }

  @Override
  public void ready(SelectionKey key) throws IOException {
    if (!reader.fill(channel)) {
      throw new IOException("the requester has given up");
    }
    if (!reader.nextStartUp()) {
      return;
    }
    switch (reader.type()) {
      case REQUEST -> {
        remotePort = reader.number();
        privateData = reader.privateData();
        if (!acceptor.request(this)) {
          drop();
        }
      }
      case READY -> establish(key);
      default -> throw new IOException("the requester sends " + reader.type());
    }
  }

  private void establish(SelectionKey key) throws IOException {
    Attempt attempt = accepted;
    if (attempt == null) {
      throw new IOException("the requester does not wait for the accept");
    }
    UnixWire wire = new UnixWire(loop, key, reader, attempt.upcalls());
    if (!attempt.claim()) {
      loop.close(channel);
      return;
    }
    attempt.established(
        wire, wire.transmitTurn(), wire.receiveTurn(), connQual, remotePort, NO_DATA);
    wire.start();
  }

  @Override
  public void failed(Throwable cause) {
    refuse(accepted, cause);
  }

  private void refuse(Attempt attempt, Throwable cause) {
    loop.close(channel);
    if (attempt != null && attempt.claim()) {
      attempt.refused(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, cause);
    }
  }

  @Override
  public InetAddress remoteAddress() {
    return UnixFabric.ADDRESS;
  }

  @Override
  public long remotePort() {
    return remotePort;
  }

  @Override
  public byte[] privateData() {
    return privateData;
  }

  @Override
  public void accept(Attempt attempt) {
    accepted = attempt;
    try {
      send(FrameType.ACCEPT, attempt.privateData());
    } catch (IOException e) {
      refuse(attempt, e);
    }
  }

  @Override
  public void reject() {
    sendLast(FrameType.REJECT);
  }

  @Override
  public void drop() {
    sendLast(FrameType.DROP);
  }

  private void sendLast(FrameType type) {
    try {
      send(type, NO_DATA);
    } catch (IOException e) {
      // The requester has given up.
    }
    loop.close(channel);
  }

  private void send(FrameType type, byte[] data) throws IOException {
    FrameWriter writer = new FrameWriter();
    writer.put(type, connQual, data);
    writer.flush(channel);
  }
}
