package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.Timers;

/**
 * A connection that is over on this side: what still arrives is dropped until the peer closes too,
 * for a second at most. Closing at once would answer late octets with a reset, which may destroy
 * what was sent last before the peer has read it.
 */
final class Linger implements Ready {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Reads per turn: a peer that goes on sending must not keep the driving thread to itself. */
  private static final int READS = 4;

  private final SocketChannel channel;
  private final ByteBuffer scratch;
  private final Runnable close;
  private final Future<?> limit;

  private Linger(SocketChannel channel, ByteBuffer scratch, Runnable close, Future<?> limit) {
    this.channel = channel;
    this.scratch = scratch;
    this.close = close;
    this.limit = limit;
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
    Future<?> limit = timers.schedule(NANOS, close);
    Linger linger = new Linger(channel, driver.buffers().scratch(), close, limit);
    try {
      key.attach(linger);
      key.interestOps(SelectionKey.OP_READ);
      driver.touch();
    } catch (CancelledKeyException e) {
      linger.end();
    }
  }

  /** The timer would keep what it is for until its time. */
  private void end() {
    limit.cancel(false);
    close.run();
  }

  @Override
  public int ready(int ops) {
    try {
      int count = scratch.capacity();
      for (int reads = 0; reads < READS && count == scratch.capacity(); reads++) {
        count = channel.read(scratch.clear());
      }
      if (count < 0) {
        end();
      }
    } catch (IOException e) {
      end();
    }
    return 0;
  }
}
