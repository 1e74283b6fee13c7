package org.dat4j.rsm.natives.librsm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Zeroed off-heap memory at an address that does not change. Who hands the address to the library
 * keeps the block reachable as long as the library may use it.
 */
final class Block {
  private static final int LINE = 64;

  final ByteBuffer octets;
  final long address;

  Block(int size) {
    int whole = (size + LINE - 1) & -LINE;
    octets =
        ByteBuffer.allocateDirect(whole + LINE).alignedSlice(LINE).order(ByteOrder.nativeOrder());
    address = SystemCalls.addressOf(octets);
  }

  /** A name as C wants it. */
  static Block text(String text) {
    Block block = new Block(text.length() + 1);
    for (int i = 0; i < text.length(); i++) {
      block.octets.put(i, (byte) text.charAt(i));
    }
    return block;
  }

  int getInt(Field field) {
    return octets.getInt(field.offset());
  }

  void setInt(int base, Field field, int value) {
    octets.putInt(base + field.offset(), value);
  }

  long getLong(Field field) {
    return octets.getLong(field.offset());
  }

  void setLong(int base, Field field, long value) {
    octets.putLong(base + field.offset(), value);
  }

  short getShort(int base, Field field) {
    return octets.getShort(base + field.offset());
  }

  void setShort(int base, Field field, int value) {
    octets.putShort(base + field.offset(), (short) value);
  }
}
