package org.dat4j.tools.interop;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A capture in pcapng with one section, as dumpcap writes it.
 *
 * @param order the byte order of its blocks
 * @param head the blocks before the first packet
 * @param packets the packets in their order
 */
record PcapngFile(ByteOrder order, byte[] head, List<Packet> packets) {
  private static final int SECTION = 0x0A0D0D0A;
  private static final int ORDER = 0x1A2B3C4D;
  private static final int PACKET = 6;
  private static final int BLOCK_HEADER = 8;
  private static final int BLOCK_END = 4;
  private static final int STAMP = 12;

  /** Bytes of a file that are mapped at a time; a buffer has at most 2 GiB. */
  private static final int WINDOW = 1 << 30;

  private static final int PACKET_HEADER = BLOCK_HEADER + STAMP + 8;

  /**
   * A packet.
   *
   * @param stamp the number of its interface and its time, as the file has them
   * @param frame its bytes, in the order of the network
   */
  record Packet(byte[] stamp, ByteBuffer frame) {
    Packet with(byte[] other) {
      return new Packet(stamp, ByteBuffer.wrap(other));
    }
  }

  /**
   * Reads a capture. It may be larger than the heap: the frames lie in the mapped file. A change of
   * a frame does not change the file.
   *
   * @throws IOException also when the file is none
   */
  static PcapngFile read(Path path) throws IOException {
    return read(path, WINDOW);
  }

  /**
   * Reads a capture with a given length of the mapped parts.
   *
   * @param window bytes that are mapped at a time, at least as many as the largest block has
   */
  static PcapngFile read(Path path, int window) throws IOException {
    try (FileChannel channel = FileChannel.open(path, READ, WRITE)) {
      long size = channel.size();
      MappedByteBuffer file = channel.map(MapMode.PRIVATE, 0, Math.min(size, window));
      List<Packet> packets = new ArrayList<>();
      byte[] head = {};
      long start = 0;
      int at = 0;
      while (start + at < size) {
        if (!holdsBlock(file, at) && at > 0) {
          start += at;
          at = 0;
          ByteOrder order = file.order();
          file = channel.map(MapMode.PRIVATE, start, Math.min(size - start, window));
          file.order(order);
        }
        long place = start + at;
        if (file.limit() - at < BLOCK_HEADER + BLOCK_END) {
          throw new IOException("the capture ends within a block at " + place);
        }
        if (file.getInt(at) == SECTION) {
          boolean big = file.order(ByteOrder.BIG_ENDIAN).getInt(at + BLOCK_HEADER) == ORDER;
          file.order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
          if (place > 0) {
            throw new IOException("a second section at " + place);
          }
        }
        if (!holdsBlock(file, at)) {
          throw new IOException("no pcapng block at " + place);
        }
        int length = file.getInt(at + 4);
        if (file.getInt(at) == PACKET) {
          byte[] stamp = new byte[STAMP];
          file.get(at + BLOCK_HEADER, stamp);
          int bytes = file.getInt(at + PACKET_HEADER - 8);
          packets.add(new Packet(stamp, file.slice(at + PACKET_HEADER, bytes)));
        } else if (packets.isEmpty()) {
          head = Arrays.copyOf(head, head.length + length);
          file.get(at, head, head.length - length, length);
        }
        at += length;
      }
      return new PcapngFile(file.order(), head, packets);
    }
  }

  /** Whether a whole block begins there in the mapped part; false also when its length is wrong. */
  private static boolean holdsBlock(ByteBuffer file, int at) {
    int left = file.limit() - at;
    int length = left < BLOCK_HEADER + BLOCK_END ? 0 : file.getInt(at + 4);
    return length >= BLOCK_HEADER + BLOCK_END && length <= left;
  }

  /** Writes the capture. */
  void write(Path path) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20)) {
      out.write(head);
      for (Packet packet : packets) {
        int bytes = packet.frame().limit();
        int length = PACKET_HEADER + (bytes + 3) / 4 * 4 + BLOCK_END;
        ByteBuffer block = ByteBuffer.allocate(length).order(order);
        block.putInt(PACKET).putInt(length).put(packet.stamp()).putInt(bytes).putInt(bytes);
        block.put(packet.frame().duplicate()).putInt(length - BLOCK_END, length);
        out.write(block.array());
      }
    }
  }
}
