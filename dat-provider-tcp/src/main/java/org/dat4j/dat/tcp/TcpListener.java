package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Listener;

/**
 * A listening port. Connections of which the program knows nothing yet are few, in all and per
 * peer, until they are closed or their request is complete: more are closed at once, so that silent
 * strangers cannot use memory up. So are those of an address that has guessed too often.
 */
final class TcpListener implements Listener, Ready {

  private static final int ACCEPTS_PER_TURN = 16;
  private static final System.Logger LOG = System.getLogger(TcpListener.class.getName());

  private final TcpFabric fabric;
  private final ServerSocketChannel channel;
  private final long connQual;
  private final Acceptor acceptor;
  private final Driver driver;
  private final Map<InetAddress, Integer> halfOpen = new HashMap<>();
  private int halfOpenCount;

  TcpListener(TcpFabric fabric, ServerSocketChannel channel, long connQual, Acceptor acceptor) {
    this.fabric = fabric;
    this.channel = channel;
    this.connQual = connQual;
    this.acceptor = acceptor;
    this.driver = fabric.nextDriver();
  }

  /** Begins to accept. */
  void start() throws IOException {
    driver.register(channel, SelectionKey.OP_ACCEPT, this);
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
    driver.release(channel);
  }

  /** The selector lets go of the channel only after the upcall: closed by another thread. */
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
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "accept failed on qualifier " + connQual, e);
      return 0;
    }
  }

  private void admit(SocketChannel accepted) throws IOException {
    InetAddress peer = Sockets.remote(accepted).getAddress();
    Places.Place place = enter(peer);
    if (place == null) {
      Sockets.reset(accepted);
      return;
    }
    try {
      Sockets.prepare(accepted, fabric.settings());
      new Responder(fabric, this, place, accepted).start();
    } catch (IOException e) {
      left(peer);
      place.giveBack();
      Sockets.close(accepted);
    }
  }

  /** The place of a connection that is half open now; null when there is none for it. */
  private synchronized Places.Place enter(InetAddress peer) {
    TcpSettings limits = fabric.settings();
    int same = halfOpen.getOrDefault(peer, 0);
    if (halfOpenCount >= limits.halfOpen()
        || same >= limits.halfOpenPerAddress()
        || fabric.guesses().areUsedUp(peer)) {
      return null;
    }
    Places.Place place = fabric.places().enter();
    if (place != null) {
      halfOpenCount++;
      halfOpen.put(peer, same + 1);
    }
    return place;
  }

  /** A connection is not half open any more. */
  synchronized void left(InetAddress peer) {
    halfOpenCount--;
    halfOpen.computeIfPresent(peer, (address, count) -> count > 1 ? count - 1 : null);
  }
}
