package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.dat4j.rsm.ImportSegment;

/**
 * Makes the RSM stepper's put and get calls for items of one width.
 *
 * @param width bytes of an item; 0 for the two transfers of bytes
 */
record TransferItems(int width) {

  /** Bytes of an item. */
  int size() {
    return Math.max(1, width);
  }

  /** Makes a transfer; {@code bytes} hold what is written, or take what is read. */
  int run(boolean put, ImportSegment segment, long offset, byte[] bytes, int index, int count) {
    ByteBuffer data = bytes == null ? null : ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    switch (width) {
      case 0:
        return put
            ? segment.put(offset, data, index, count)
            : segment.get(offset, data, index, count);
      case 1:
        return put
            ? segment.put8(offset, bytes, index, count)
            : segment.get8(offset, bytes, index, count);
      case 2:
        short[] shorts = data == null ? null : new short[bytes.length / 2];
        if (data != null) {
          data.asShortBuffer().get(shorts);
        }
        try {
          return put
              ? segment.put16(offset, shorts, index, count)
              : segment.get16(offset, shorts, index, count);
        } finally {
          if (data != null) {
            data.asShortBuffer().put(shorts);
          }
        }
      case 4:
        int[] ints = data == null ? null : new int[bytes.length / 4];
        if (data != null) {
          data.asIntBuffer().get(ints);
        }
        try {
          return put
              ? segment.put32(offset, ints, index, count)
              : segment.get32(offset, ints, index, count);
        } finally {
          if (data != null) {
            data.asIntBuffer().put(ints);
          }
        }
      default:
        long[] longs = data == null ? null : new long[bytes.length / 8];
        if (data != null) {
          data.asLongBuffer().get(longs);
        }
        try {
          return put
              ? segment.put64(offset, longs, index, count)
              : segment.get64(offset, longs, index, count);
        } finally {
          if (data != null) {
            data.asLongBuffer().put(longs);
          }
        }
    }
  }
}
