package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Listener;

/**
 * A listening port. Connections that have not sent their request yet are few, in all and per peer:
 * more are closed at once, so that silent strangers cannot use memory up.
 */
final class TcpListener implements Listener, Ready {

  private static final int HALF_OPEN = 128;
  private static final int HALF_OPEN_PER_PEER = 64;
  private static final int ACCEPTS_PER_TURN = 16;
  private static final System.Logger LOG = System.getLogger(TcpListener.class.getName());

  private final TcpFabric fabric;
  private final ServerSocketChannel channel;
  private final long connQual;
  private final Acceptor acceptor;
  private final Map<InetAddress, Integer> halfOpen = new HashMap<>();
  private int halfOpenCount;

  TcpListener(TcpFabric fabric, ServerSocketChannel channel, long connQual, Acceptor acceptor) {
    this.fabric = fabric;
    this.channel = channel;
    this.connQual = connQual;
    this.acceptor = acceptor;
  }

  @Override
  public long connQual() {
    return connQual;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  @Override
  public void close() {
    Sockets.close(channel);
    fabric.driver().release(channel);
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
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "accept failed on qualifier " + connQual, e);
      return 0;
    }
  }

  private void admit(SocketChannel accepted) throws IOException {
    InetAddress peer = Sockets.remote(accepted).getAddress();
    if (!enter(peer)) {
      Sockets.reset(accepted);
      return;
    }
    try {
      Sockets.prepare(accepted, fabric.settings());
      new Responder(fabric, this, accepted).start();
    } catch (IOException e) {
      left(peer);
      Sockets.close(accepted);
    }
  }

  private synchronized boolean enter(InetAddress peer) {
    int same = halfOpen.getOrDefault(peer, 0);
    if (halfOpenCount >= HALF_OPEN || same >= HALF_OPEN_PER_PEER) {
      return false;
    }
    halfOpenCount++;
    halfOpen.put(peer, same + 1);
    return true;
  }

  /** A connection is not half open any more. */
  synchronized void left(InetAddress peer) {
    halfOpenCount--;
    halfOpen.computeIfPresent(peer, (address, count) -> count > 1 ? count - 1 : null);
  }
}
