package org.dat4j.tools.perf.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The baseline of {@code perf} for latency between two JVMs: the operation's bytes go there and
 * back over a bare TCP socket. A Send goes both ways; a Write has a short answer, a Read has a
 * short request.
 */
public final class NioPingPong extends NioExchange {

  private static final int SHORT = Long.BYTES;
  private static final int SELECT_MILLIS = 100;

  private final Selector selector;
  private final ByteBuffer there;
  private final ByteBuffer back;

  /**
   * Makes one side.
   *
   * @param channel connected, not blocking; closed with this
   * @param spec the measurement
   * @param deadline time limit of each step
   * @throws IOException if no selector can be opened
   */
  public NioPingPong(SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline)
      throws IOException {
    super(channel, deadline);
    there = ByteBuffer.allocateDirect(spec.op() == Operation.READ ? SHORT : spec.size());
    back = ByteBuffer.allocateDirect(spec.op() == Operation.WRITE ? SHORT : spec.size());
    if (spec.poll()) {
      selector = null;
    } else {
      selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
    }
  }

  @Override
  long timed(long count, LatencyRecorder latencies) throws IOException {
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      write(there);
      readAll(back);
      long now = System.nanoTime();
      latencies.record(now - last);
      last = now;
    }
    return last - begin;
  }

  @Override
  void answer(long count) throws IOException {
    for (long i = 0; i < count; i++) {
      readAll(there);
      write(back);
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    buffer.clear();
    deadline.renew();
    while (channel.write(buffer) >= 0 && buffer.hasRemaining()) {
      deadline.spin();
    }
  }

  private void readAll(ByteBuffer buffer) throws IOException {
    buffer.clear();
    deadline.renew();
    while (buffer.hasRemaining()) {
      if (selector != null && selector.select(SELECT_MILLIS) > 0) {
        selector.selectedKeys().clear();
      }
      int bytes;
      while ((bytes = channel.read(buffer)) > 0 && buffer.hasRemaining()) {
        deadline.renew();
      }
      arrived(bytes);
      if (selector == null) {
        deadline.spin();
      } else {
        deadline.check();
      }
    }
  }

  @Override
  public void close() {
    super.close();
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }
}
