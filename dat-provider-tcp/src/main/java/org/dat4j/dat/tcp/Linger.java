package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.Timers;

/**
 * A connection that is over on this side: what still arrives is dropped until the peer closes too,
 * for a second at most. Closing at once would answer late octets with a reset, which may destroy
 * what was sent last before the peer has read it.
 */
final class Linger implements Ready {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int SCRATCH = 16384;

  /** Reads per turn: a peer that goes on sending must not keep the driving thread to itself. */
  private static final int READS = 4;

  private final SocketChannel channel;
  private final Runnable close;
  private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH);

  private Linger(SocketChannel channel, Runnable close) {
    this.channel = channel;
    this.close = close;
  }

  /**
   * Lets a connection end.
   *
   * @param channel nothing more is written to it
   * @param key of the channel, whose handler this becomes
   * @param driver looks after the channel
   * @param timers of the adapter
   * @param close closes the channel; any thread, and may be called more than once
   */
  static void start(
      SocketChannel channel, SelectionKey key, Driver driver, Timers timers, Runnable close) {
    timers.schedule(NANOS, close);
    try {
      key.attach(new Linger(channel, close));
      key.interestOps(SelectionKey.OP_READ);
      driver.touch();
    } catch (CancelledKeyException e) {
      close.run();
    }
  }

  @Override
  public int ready(int ops) {
    try {
      int count = SCRATCH;
      for (int reads = 0; reads < READS && count == SCRATCH; reads++) {
        count = channel.read(scratch.clear());
      }
      if (count < 0) {
        close.run();
      }
    } catch (IOException e) {
      close.run();
    }
    return 0;
  }
}
