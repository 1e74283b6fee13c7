package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;

/**
 * One way of copying items between the bounce memory and local memory.
 *
 * @param <T> what local memory is
 */
@FunctionalInterface
interface Items<T> {
  Items<byte[]> GET8 =
      (bounce, at, data, index, count) -> bounce.octets.get(at, data, index, count);
  Items<byte[]> PUT8 =
      (bounce, at, data, index, count) -> bounce.octets.put(at, data, index, count);
  Items<short[]> GET16 =
      (bounce, at, data, index, count) -> bounce.shorts.get(at >> 1, data, index, count);
  Items<short[]> PUT16 =
      (bounce, at, data, index, count) -> bounce.shorts.put(at >> 1, data, index, count);
  Items<int[]> GET32 =
      (bounce, at, data, index, count) -> bounce.ints.get(at >> 2, data, index, count);
  Items<int[]> PUT32 =
      (bounce, at, data, index, count) -> bounce.ints.put(at >> 2, data, index, count);
  Items<long[]> GET64 =
      (bounce, at, data, index, count) -> bounce.longs.get(at >> 3, data, index, count);
  Items<long[]> PUT64 =
      (bounce, at, data, index, count) -> bounce.longs.put(at >> 3, data, index, count);
  Items<ByteBuffer> GET =
      (bounce, at, data, index, count) -> data.put(index, bounce.octets, at, count);
  Items<ByteBuffer> PUT =
      (bounce, at, data, index, count) -> bounce.octets.put(at, data, index, count);

  /**
   * Copies.
   *
   * @param bounce registered memory
   * @param at octet there
   * @param local what items come from or go to
   * @param index of the first item there
   * @param count items
   */
  void copy(Bounce bounce, int at, T local, int index, int count);
}
