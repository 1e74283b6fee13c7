package org.dat4j.dat.tcp.progress;

import java.nio.channels.SelectionKey;
import org.dat4j.dat.tcp.socket.TcpSockets;

/**
 * A handler that the I/O {@link Driver} of a tcp adapter calls when the handler's socket is ready
 * to be read, written, accepted or connected.
 */
public interface ReadyHandler {

  /**
   * Handles a ready channel. Called by one thread at a time, which holds no turn; must not block.
   *
   * @param ops ready operations, bits of {@link java.nio.channels.SelectionKey}
   * @return units of work done, 0 when another thread does the work
   */
  int ready(int ops);

  /**
   * Handles what {@link #ready} has thrown: ends the one connection that this handler serves, and
   * every wait for it. When this throws, too, for want of memory, the channel is found ready once
   * more.
   *
   * @param key of the channel
   * @param cause what was thrown
   */
  default void failed(SelectionKey key, Throwable cause) {
    TcpSockets.close(key.channel());
  }
}
