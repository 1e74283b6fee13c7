package org.dat4j.tools.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
   * Reads a capture.
   *
   * @throws IOException also when the file is none
   */
  static PcapngFile read(Path path) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
    List<Packet> packets = new ArrayList<>();
    int head = 0;
    int at = 0;
    while (at < file.limit()) {
      if (file.limit() - at < BLOCK_HEADER + BLOCK_END) {
        throw new IOException("the capture ends within a block at " + at);
      }
      if (file.getInt(at) == SECTION) {
        boolean big = file.order(ByteOrder.BIG_ENDIAN).getInt(at + BLOCK_HEADER) == ORDER;
        file.order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        if (at > 0) {
          throw new IOException("a second section at " + at);
        }
      }
      int length = file.getInt(at + 4);
      if (length < BLOCK_HEADER + BLOCK_END || length > file.limit() - at) {
        throw new IOException("no pcapng block at " + at);
      }
      if (file.getInt(at) == PACKET) {
        byte[] stamp = new byte[STAMP];
        file.get(at + BLOCK_HEADER, stamp);
        byte[] frame = new byte[file.getInt(at + PACKET_HEADER - 8)];
        file.get(at + PACKET_HEADER, frame);
        packets.add(new Packet(stamp, ByteBuffer.wrap(frame)));
      }
      at += length;
      head = packets.isEmpty() ? at : head;
    }
    byte[] blocks = new byte[head];
    file.get(0, blocks);
    return new PcapngFile(file.order(), blocks, packets);
  }

  /** Writes the capture. */
  void write(Path path) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head);
    for (Packet packet : packets) {
      int bytes = packet.frame().limit();
      int length = PACKET_HEADER + (bytes + 3) / 4 * 4 + BLOCK_END;
      ByteBuffer block = ByteBuffer.allocate(length).order(order);
      block.putInt(PACKET).putInt(length).put(packet.stamp()).putInt(bytes).putInt(bytes);
      block.put(packet.frame().duplicate()).putInt(length - BLOCK_END, length);
      out.writeBytes(block.array());
    }
    Files.write(path, out.toByteArray());
  }
}
