package org.dat4j.tools.perf.baseline;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The base class of the baselines of {@code perf} that exchange bytes between two JVMs over a bare
 * TCP socket.
 */
abstract class NioExchange implements Exchange {

  final SocketChannel channel;
  final SpinDeadline deadline;
  private final ByteBuffer reply = ByteBuffer.allocateDirect(1);

  /**
   * Makes one side.
   *
   * @param channel connected, not blocking; closed with this
   * @param deadline time limit of each step
   */
  NioExchange(SocketChannel channel, SpinDeadline deadline) {
    this.channel = channel;
    this.deadline = deadline;
  }

  /** Does what {@link #initiate} says. */
  abstract long timed(long count, LatencyRecorder latencies) throws IOException;

  /** Does what {@link #respond} says. */
  abstract void answer(long count) throws IOException;

  @Override
  public final long initiate(long count, LatencyRecorder latencies) {
    try {
      return timed(count, latencies);
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  @Override
  public final void respond(long count) {
    try {
      answer(count);
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  /** Reads what has arrived, and waits until something has; returns the bytes. */
  final int read(ByteBuffer buffer) throws IOException {
    deadline.renew();
    int bytes;
    while ((bytes = channel.read(buffer)) == 0) {
      deadline.spin();
    }
    return arrived(bytes);
  }

  static int arrived(int bytes) throws EOFException {
    if (bytes < 0) {
      throw new EOFException("the other side closed the bare socket");
    }
    return bytes;
  }

  /** Sends the byte that ends a stream. */
  final void reply() throws IOException {
    reply.clear();
    deadline.renew();
    while (channel.write(reply) == 0) {
      deadline.spin();
    }
  }

  final void awaitReply() throws IOException {
    read(reply.clear());
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }
}
