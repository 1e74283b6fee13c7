package org.dat4j.tools.perf.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The baseline of {@code perf} for streams of short messages between two JVMs: many are copied
 * together and sent over a bare TCP socket. The writer copies each message after a header of 16
 * bytes and sends a whole window in one write. The reader checks each header, copies each message
 * out, and sends one byte back at the end.
 */
public final class NioCoalescedStream extends NioExchange {

  private static final int HEADER = 16;
  private static final int MAX_MESSAGES = 256;
  private static final int READ_RECORDS = 4 * MAX_MESSAGES;

  private final int size;
  private final int record;
  private final int most;
  private final ByteBuffer messages;
  private final ByteBuffer output;
  private final ByteBuffer input;
  private long sequence;

  /**
   * Makes one side.
   *
   * @param channel connected, not blocking; closed with this
   * @param spec the measurement
   * @param deadline time limit of each step
   */
  public NioCoalescedStream(SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline) {
    super(channel, deadline);
    this.size = spec.size();
    this.record = HEADER + size;
    this.most = Math.min(spec.window(), MAX_MESSAGES);
    this.messages = ByteBuffer.allocateDirect(most * size);
    this.output = ByteBuffer.allocateDirect(most * record);
    this.input = ByteBuffer.allocateDirect(READ_RECORDS * record);
  }

  @Override
  long timed(long count, LatencyRecorder latencies) throws IOException {
    long begin = System.nanoTime();
    for (long left = count; left > 0; ) {
      int batch = (int) Math.min(left, most);
      write(batch);
      left -= batch;
    }
    awaitReply();
    return System.nanoTime() - begin;
  }

  private void write(int batch) throws IOException {
    output.clear();
    for (int i = 0; i < batch; i++) {
      int at = i * record;
      output.putLong(at, sequence++);
      output.putLong(at + Long.BYTES, size);
      output.put(at + HEADER, messages, i * size, size);
    }
    output.limit(batch * record).position(0);
    deadline.renew();
    while (output.hasRemaining()) {
      if (channel.write(output) == 0) {
        deadline.spin();
      }
    }
  }

  @Override
  void answer(long count) throws IOException {
    long left = count;
    input.clear();
    while (left > 0) {
      read(input);
      left -= take(input.flip());
      input.compact();
    }
    reply();
  }

  /** Takes the whole records that were read and returns their number. */
  private int take(ByteBuffer read) {
    int whole = read.remaining() / record;
    for (int i = 0; i < whole; i++) {
      int at = i * record;
      if (read.getLong(at) != sequence || read.getLong(at + Long.BYTES) != size) {
        throw new StalledException("the bare socket's stream is out of step");
      }
      messages.put((int) (sequence % most) * size, read, at + HEADER, size);
      sequence++;
    }
    read.position(whole * record);
    return whole;
  }
}
