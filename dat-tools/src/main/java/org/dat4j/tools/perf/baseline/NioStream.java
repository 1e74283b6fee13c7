package org.dat4j.tools.perf.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.SpinDeadline;

/**
 * The baseline of {@code perf} for streams of long messages between two JVMs, over a bare TCP
 * socket. Messages have a header of 16 bytes, and a window of them leaves in one gathering write.
 * The reader takes what is there and sends one byte back at the end.
 */
public final class NioStream extends NioExchange {

  private static final int HEADER = 16;
  private static final int MAX_MESSAGES = 256;
  private static final int READ_SIZE = 1 << 20;

  private final int size;
  private final ByteBuffer[] messages;
  private final ByteBuffer input = ByteBuffer.allocateDirect(READ_SIZE);

  /**
   * Makes one side.
   *
   * @param channel connected, not blocking; closed with this
   * @param spec the measurement
   * @param deadline time limit of each step
   */
  public NioStream(SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline) {
    super(channel, deadline);
    this.size = spec.size();
    messages = new ByteBuffer[2 * Math.min(spec.window(), MAX_MESSAGES)];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = ByteBuffer.allocateDirect(i % 2 == 0 ? HEADER : size);
    }
  }

  @Override
  long timed(long count, LatencyRecorder latencies) throws IOException {
    long begin = System.nanoTime();
    for (long left = count; left > 0; ) {
      int batch = (int) Math.min(left, messages.length / 2);
      write(2 * batch);
      left -= batch;
    }
    awaitReply();
    return System.nanoTime() - begin;
  }

  @Override
  void answer(long count) throws IOException {
    long bytes = count * (HEADER + size);
    while (bytes > 0) {
      bytes -= read(input.clear());
    }
    reply();
  }

  private void write(int buffers) throws IOException {
    for (int i = 0; i < buffers; i++) {
      messages[i].clear();
    }
    deadline.renew();
    int first = 0;
    while (first < buffers) {
      if (channel.write(messages, first, buffers - first) == 0) {
        deadline.spin();
      } else {
        deadline.renew();
      }
      while (first < buffers && !messages[first].hasRemaining()) {
        first++;
      }
    }
  }
}
