package org.dat4j.dat.tcp.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.progress.ReadyHandler;

/**
 * A handler that closes the socket of an ended iWARP connection only after the peer has closed its
 * side, or after a second. Input is dropped until then. An immediate close would answer late bytes
 * with a reset, which may destroy what was sent last before the peer has read it. Where the socket
 * was full, the handler first writes the rest of the output, and the limit is five seconds.
 */
public final class LingeringClose implements ReadyHandler {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Nanoseconds for a peer that has yet to take output. */
  private static final long OUTPUT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** Reads per turn: a peer that keeps sending must not occupy the driving thread. */
  private static final int READS_PER_TURN = 4;

  private final SocketChannel channel;
  private final ByteBuffer scratch;
  private final Runnable close;
  private final Future<?> limit;
  private final SelectionKey key;

  /** The output that the socket has not taken yet. */
  private final ByteBuffer rest;

  private LingeringClose(
      SocketChannel channel,
      SelectionKey key,
      ByteBuffer scratch,
      Runnable close,
      Future<?> limit,
      ByteBuffer rest) {
    this.channel = channel;
    this.key = key;
    this.scratch = scratch;
    this.close = close;
    this.limit = limit;
    this.rest = rest;
  }

  /**
   * Begins the close of a connection.
   *
   * @param channel nothing more is written to it
   * @param key of the channel, whose handler this becomes
   * @param driver polls the channel
   * @param timers of the adapter
   * @param close closes the channel; any thread, and may be called more than once
   */
  public static void start(
      SocketChannel channel, SelectionKey key, Driver driver, Timers timers, Runnable close) {
    start(channel, key, driver, timers, close, NOTHING);
  }

  /**
   * Begins the close of a connection whose socket is full.
   *
   * @param channel its output is still open
   * @param key of the channel, whose handler this becomes
   * @param driver polls the channel
   * @param timers of the adapter
   * @param close closes the channel; any thread, and may be called more than once
   * @param rest the bytes that end the output
   */
  static void start(
      SocketChannel channel,
      SelectionKey key,
      Driver driver,
      Timers timers,
      Runnable close,
      ByteBuffer rest) {
    Future<?> limit;
    try {
      limit = timers.schedule(rest.hasRemaining() ? OUTPUT_LIMIT_NANOS : LIMIT_NANOS, close);
    } catch (RuntimeException | Error e) {
      // Without a limit a peer could keep the socket forever.
      close.run();
      throw e;
    }
    LingeringClose linger =
        new LingeringClose(channel, key, driver.buffers().scratch(), close, limit, rest);
    try {
      key.attach(linger);
      key.interestOps(
          rest.hasRemaining()
              ? SelectionKey.OP_READ | SelectionKey.OP_WRITE
              : SelectionKey.OP_READ);
      driver.refreshSelection();
    } catch (CancelledKeyException e) {
      linger.end();
    }
  }

  /** Ends the close; cancels the timer, which would otherwise keep this object until its time. */
  private void end() {
    limit.cancel(false);
    close.run();
  }

  @Override
  public void failed(SelectionKey key, Throwable cause) {
    end();
  }

  @Override
  public int ready(int ops) {
    try {
      if (rest.hasRemaining()) {
        channel.write(rest);
        if (!rest.hasRemaining()) {
          channel.shutdownOutput();
          key.interestOps(SelectionKey.OP_READ);
        }
      }
      int count = scratch.capacity();
      for (int reads = 0; reads < READS_PER_TURN && count == scratch.capacity(); reads++) {
        count = channel.read(scratch.clear());
      }
      if (count < 0) {
        end();
      }
    } catch (IOException | CancelledKeyException e) {
      end();
    }
    return 0;
  }
}
