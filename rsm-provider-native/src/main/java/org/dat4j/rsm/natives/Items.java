package org.dat4j.rsm.natives;

import java.nio.ByteBuffer;

/**
 * One way of moving items between mapped data and local memory. One item is moved for itself, as a
 * copy of an array takes longer.
 *
 * @param <T> what local memory is
 */
@FunctionalInterface
interface Items<T> {
  Items<byte[]> GET8 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.octets.get(offset);
        } else {
          view.octets.get(offset, data, index, count);
        }
      };
  Items<byte[]> PUT8 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.octets.put(offset, data[index]);
        } else {
          view.octets.put(offset, data, index, count);
        }
      };
  Items<short[]> GET16 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.shorts.get(offset >> 1);
        } else {
          view.shorts.get(offset >> 1, data, index, count);
        }
      };
  Items<short[]> PUT16 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.shorts.put(offset >> 1, data[index]);
        } else {
          view.shorts.put(offset >> 1, data, index, count);
        }
      };
  Items<int[]> GET32 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.ints.get(offset >> 2);
        } else {
          view.ints.get(offset >> 2, data, index, count);
        }
      };
  Items<int[]> PUT32 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.ints.put(offset >> 2, data[index]);
        } else {
          view.ints.put(offset >> 2, data, index, count);
        }
      };
  Items<long[]> GET64 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.longs.get(offset >> 3);
        } else {
          view.longs.get(offset >> 3, data, index, count);
        }
      };
  Items<long[]> PUT64 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.longs.put(offset >> 3, data[index]);
        } else {
          view.longs.put(offset >> 3, data, index, count);
        }
      };
  Items<ByteBuffer> GET =
      (view, offset, data, index, count) -> data.put(index, view.octets, offset, count);
  Items<ByteBuffer> PUT =
      (view, offset, data, index, count) -> view.octets.put(offset, data, index, count);

  /**
   * Moves.
   *
   * @param view the mapping
   * @param offset in the mapping, octets
   * @param local what they come from or go to
   * @param index of the first item there
   * @param count items
   */
  void move(Connection.View view, int offset, T local, int index, int count);
}
