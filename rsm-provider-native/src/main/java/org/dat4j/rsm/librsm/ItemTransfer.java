package org.dat4j.rsm.librsm;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.dat4j.rsm.RsmReturn;

/**
 * One put or get function of librsm for items of one size, with the copy between off-heap memory
 * and the program's arrays.
 *
 * @param <T> type of local memory, such as an array
 * @param function function of {@link LibRsm}
 * @param get whether it reads the segment
 * @param shift logarithm of the bytes of an item
 * @param copy between a thread's memory and local memory
 */
record ItemTransfer<T>(TransferFunction function, boolean get, int shift, Copy<T> copy) {
  static final ItemTransfer<byte[]> GET8 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_get8, true, 0, (s, d, i, n) -> s.bytes.get(0, d, i, n));
  static final ItemTransfer<short[]> GET16 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_get16, true, 1, (s, d, i, n) -> s.shorts.get(0, d, i, n));
  static final ItemTransfer<int[]> GET32 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_get32, true, 2, (s, d, i, n) -> s.ints.get(0, d, i, n));
  static final ItemTransfer<long[]> GET64 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_get64, true, 3, (s, d, i, n) -> s.longs.get(0, d, i, n));
  static final ItemTransfer<ByteBuffer> GET =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_get, true, 0, (s, d, i, n) -> d.put(i, s.bytes, 0, n));
  static final ItemTransfer<byte[]> PUT8 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_put8, false, 0, (s, d, i, n) -> s.bytes.put(0, d, i, n));
  static final ItemTransfer<short[]> PUT16 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_put16, false, 1, (s, d, i, n) -> s.shorts.put(0, d, i, n));
  static final ItemTransfer<int[]> PUT32 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_put32, false, 2, (s, d, i, n) -> s.ints.put(0, d, i, n));
  static final ItemTransfer<long[]> PUT64 =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_put64, false, 3, (s, d, i, n) -> s.longs.put(0, d, i, n));
  static final ItemTransfer<ByteBuffer> PUT =
      new ItemTransfer<>(
          LibRsm::rsm_memseg_import_put, false, 0, (s, d, i, n) -> s.bytes.put(0, d, i, n));

  /** The signature of the ten functions. */
  @FunctionalInterface
  interface TransferFunction {
    int call(long segment, long offset, long address, long count);
  }

  /** Copies items between a thread's memory, from its start, and local memory. */
  @FunctionalInterface
  interface Copy<T> {
    void copy(StagingBuffer staging, T data, int index, int count);
  }

  /**
   * Moves items through the thread's memory.
   *
   * @return the library's return code; items before those that failed are moved
   */
  int staged(long segment, long offset, T data, int index, int count) {
    StagingBuffer staging = StagingBuffer.ofThread();
    int most = StagingBuffer.BYTES >> shift;
    int done = 0;
    int code;
    do {
      int some = Math.min(count - done, most);
      if (!get) {
        copy.copy(staging, data, index + done, some);
      }
      code = function.call(segment, offset + ((long) done << shift), staging.address, some);
      if (get && code == RsmReturn.SUCCESS) {
        copy.copy(staging, data, index + done, some);
      }
      done += some;
    } while (code == RsmReturn.SUCCESS && done < count);
    return code;
  }

  /** Moves bytes from or to memory that the library can reach directly. */
  int direct(long segment, long offset, ByteBuffer data, int index, int bytes) {
    if (bytes > 0) {
      // This throws if the memory may no longer be accessed, before the library accesses it.
      data.get(index);
    }
    try {
      return function.call(segment, offset, SystemCalls.addressOf(data) + index, bytes);
    } finally {
      Reference.reachabilityFence(data);
    }
  }
}
