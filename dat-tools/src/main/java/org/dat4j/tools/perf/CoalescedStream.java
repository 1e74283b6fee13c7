package org.dat4j.tools.perf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The limit of streams of short messages between two JVMs: each message is copied behind a header
 * of 16 octets, as many as the window holds leave in one write; the reader looks at each header and
 * copies each message out of what it has read. Ends with one octet back.
 */
final class CoalescedStream implements Exchange {

  private static final int HEADER = 16;
  private static final int MOST_MESSAGES = 256;
  private static final int READ_RECORDS = 4 * MOST_MESSAGES;

  private final SocketChannel channel;
  private final Patience patience;
  private final int size;
  private final int record;
  private final int most;
  private final ByteBuffer messages;
  private final ByteBuffer output;
  private final ByteBuffer input;
  private final ByteBuffer octet = ByteBuffer.allocateDirect(1);
  private long sequence;

  CoalescedStream(SocketChannel channel, Spec spec, Patience patience) {
    this.channel = channel;
    this.patience = patience;
    this.size = spec.size();
    this.record = HEADER + size;
    this.most = Math.min(spec.window(), MOST_MESSAGES);
    this.messages = ByteBuffer.allocateDirect(most * size);
    this.output = ByteBuffer.allocateDirect(most * record);
    this.input = ByteBuffer.allocateDirect(READ_RECORDS * record);
  }

  @Override
  public long initiate(long count, Trips trips) {
    try {
      long begin = System.nanoTime();
      for (long left = count; left > 0; ) {
        int batch = (int) Math.min(left, most);
        write(batch);
        left -= batch;
      }
      read(octet.clear());
      return System.nanoTime() - begin;
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
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
    patience.renew();
    while (output.hasRemaining()) {
      if (channel.write(output) == 0) {
        patience.spin();
      }
    }
  }

  @Override
  public void respond(long count) {
    try {
      long left = count;
      input.clear();
      while (left > 0) {
        read(input);
        left -= take(input.flip());
        input.compact();
      }
      octet.clear();
      patience.renew();
      while (channel.write(octet) == 0) {
        patience.spin();
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  /** Takes the whole records of what was read; answers their number. */
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

  private void read(ByteBuffer buffer) throws IOException {
    patience.renew();
    int octets;
    while ((octets = channel.read(buffer)) == 0) {
      patience.spin();
    }
    if (octets < 0) {
      throw new EOFException("the other side closed the bare socket");
    }
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
