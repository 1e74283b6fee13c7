package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;

/**
 * A function that copies items of one size between a registered bounce buffer and the program's
 * array or buffer.
 *
 * @param <T> type of local memory, such as an array
 */
@FunctionalInterface
interface BounceItemCopy<T> {
  BounceItemCopy<byte[]> GET8 =
      (bounce, at, data, index, count) -> bounce.bytes.get(at, data, index, count);
  BounceItemCopy<byte[]> PUT8 =
      (bounce, at, data, index, count) -> bounce.bytes.put(at, data, index, count);
  BounceItemCopy<short[]> GET16 =
      (bounce, at, data, index, count) -> bounce.shorts.get(at >> 1, data, index, count);
  BounceItemCopy<short[]> PUT16 =
      (bounce, at, data, index, count) -> bounce.shorts.put(at >> 1, data, index, count);
  BounceItemCopy<int[]> GET32 =
      (bounce, at, data, index, count) -> bounce.ints.get(at >> 2, data, index, count);
  BounceItemCopy<int[]> PUT32 =
      (bounce, at, data, index, count) -> bounce.ints.put(at >> 2, data, index, count);
  BounceItemCopy<long[]> GET64 =
      (bounce, at, data, index, count) -> bounce.longs.get(at >> 3, data, index, count);
  BounceItemCopy<long[]> PUT64 =
      (bounce, at, data, index, count) -> bounce.longs.put(at >> 3, data, index, count);
  BounceItemCopy<ByteBuffer> GET =
      (bounce, at, data, index, count) -> data.put(index, bounce.bytes, at, count);
  BounceItemCopy<ByteBuffer> PUT =
      (bounce, at, data, index, count) -> bounce.bytes.put(at, data, index, count);

  /**
   * Copies items.
   *
   * @param bounce registered memory
   * @param at offset of the first byte in it
   * @param local the array or buffer that the items come from or go to
   * @param index index of the first item there
   * @param count items
   */
  void copy(BounceBuffer bounce, int at, T local, int index, int count);
}
