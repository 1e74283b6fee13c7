package org.dat4j.rsm.librsm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A zeroed block of off-heap memory at a fixed address, for arguments and results of librsm calls.
 * A caller that hands the address to the library keeps the block reachable as long as the library
 * may use it.
 */
final class NativeBlock {
  private static final int LINE = 64;

  final ByteBuffer bytes;
  final long address;

  NativeBlock(int size) {
    int whole = (size + LINE - 1) & -LINE;
    bytes =
        ByteBuffer.allocateDirect(whole + LINE).alignedSlice(LINE).order(ByteOrder.nativeOrder());
    address = SystemCalls.addressOf(bytes);
  }

  /** Makes a block with a text and a zero behind it, as C functions expect names. */
  static NativeBlock text(String text) {
    NativeBlock block = new NativeBlock(text.length() + 1);
    for (int i = 0; i < text.length(); i++) {
      block.bytes.put(i, (byte) text.charAt(i));
    }
    return block;
  }

  int getInt(StructField field) {
    return bytes.getInt(field.offset());
  }

  void setInt(int base, StructField field, int value) {
    bytes.putInt(base + field.offset(), value);
  }

  long getLong(StructField field) {
    return bytes.getLong(field.offset());
  }

  void setLong(int base, StructField field, long value) {
    bytes.putLong(base + field.offset(), value);
  }

  short getShort(int base, StructField field) {
    return bytes.getShort(base + field.offset());
  }

  void setShort(int base, StructField field, int value) {
    bytes.putShort(base + field.offset(), (short) value);
  }
}
