package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;

/**
 * A function that copies items of one size between the mapped shared memory of an RSM import and
 * the program's array or buffer. A single item has its own path: copying an array takes longer.
 *
 * @param <T> type of local memory, such as an array
 */
@FunctionalInterface
interface MappedItemCopy<T> {
  MappedItemCopy<byte[]> GET8 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.bytes.get(offset);
        } else {
          view.bytes.get(offset, data, index, count);
        }
      };
  MappedItemCopy<byte[]> PUT8 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.bytes.put(offset, data[index]);
        } else {
          view.bytes.put(offset, data, index, count);
        }
      };
  MappedItemCopy<short[]> GET16 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.shorts.get(offset >> 1);
        } else {
          view.shorts.get(offset >> 1, data, index, count);
        }
      };
  MappedItemCopy<short[]> PUT16 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.shorts.put(offset >> 1, data[index]);
        } else {
          view.shorts.put(offset >> 1, data, index, count);
        }
      };
  MappedItemCopy<int[]> GET32 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.ints.get(offset >> 2);
        } else {
          view.ints.get(offset >> 2, data, index, count);
        }
      };
  MappedItemCopy<int[]> PUT32 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.ints.put(offset >> 2, data[index]);
        } else {
          view.ints.put(offset >> 2, data, index, count);
        }
      };
  MappedItemCopy<long[]> GET64 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          data[index] = view.longs.get(offset >> 3);
        } else {
          view.longs.get(offset >> 3, data, index, count);
        }
      };
  MappedItemCopy<long[]> PUT64 =
      (view, offset, data, index, count) -> {
        if (count == 1) {
          view.longs.put(offset >> 3, data[index]);
        } else {
          view.longs.put(offset >> 3, data, index, count);
        }
      };
  MappedItemCopy<ByteBuffer> GET =
      (view, offset, data, index, count) -> data.put(index, view.bytes, offset, count);
  MappedItemCopy<ByteBuffer> PUT =
      (view, offset, data, index, count) -> view.bytes.put(offset, data, index, count);

  /**
   * Copies items.
   *
   * @param view the mapping
   * @param offset offset in the mapping, bytes
   * @param local the array or buffer that the items come from or go to
   * @param index index of the first item there
   * @param count items
   */
  void move(RegistryConnection.View view, int offset, T local, int index, int count);
}
