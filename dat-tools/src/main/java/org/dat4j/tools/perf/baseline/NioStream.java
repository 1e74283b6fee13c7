package org.dat4j.tools.perf.baseline;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The baseline of {@code perf} for streams of long messages between two JVMs, over a bare TCP
 * socket. Messages have a header of 16 bytes, and a window of them leaves in one gathering write.
 * The reader takes what is there and sends one byte back at the end.
 */
public final class NioStream implements Exchange {

  private static final int HEADER = 16;
  private static final int MOST_MESSAGES = 256;
  private static final int READ_SIZE = 1 << 20;

  private final SocketChannel channel;
  private final SpinDeadline deadline;
  private final int size;
  private final ByteBuffer[] messages;
  private final ByteBuffer input = ByteBuffer.allocateDirect(READ_SIZE);
  private final ByteBuffer reply = ByteBuffer.allocateDirect(1);

  /**
   * Makes one side.
   *
   * @param channel connected, not blocking; closed with this
   * @param spec the measurement
   * @param deadline time limit of each step
   */
  public NioStream(SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline) {
    this.channel = channel;
    this.deadline = deadline;
    this.size = spec.size();
    messages = new ByteBuffer[2 * Math.min(spec.window(), MOST_MESSAGES)];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = ByteBuffer.allocateDirect(i % 2 == 0 ? HEADER : size);
    }
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    try {
      long begin = System.nanoTime();
      for (long left = count; left > 0; ) {
        int batch = (int) Math.min(left, messages.length / 2);
        write(2 * batch);
        left -= batch;
      }
      reply.clear();
      read(reply, 1);
      return System.nanoTime() - begin;
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  @Override
  public void respond(long count) {
    try {
      long bytes = count * (HEADER + size);
      while (bytes > 0) {
        input.clear();
        bytes -= read(input, 1);
      }
      reply.clear();
      deadline.renew();
      while (channel.write(reply) == 0) {
        deadline.spin();
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
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

  private int read(ByteBuffer buffer, int least) throws IOException {
    deadline.renew();
    int bytes = 0;
    while (bytes < least) {
      int now = channel.read(buffer);
      if (now < 0) {
        throw new EOFException("the other side closed the bare socket");
      }
      bytes += now;
      deadline.spin();
    }
    return bytes;
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
