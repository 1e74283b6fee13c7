package org.dat4j.rsm.natives.librsm;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.dat4j.rsm.RsmReturn;

/**
 * One function of the library that moves items, and how they get from or to its memory.
 *
 * @param <T> what local memory is
 * @param function of {@link LibRsm}
 * @param get whether it reads the segment
 * @param shift logarithm of the octets of an item
 * @param copy between a thread's memory and local memory
 */
record Transfer<T>(Function function, boolean get, int shift, Copy<T> copy) {
  static final Transfer<byte[]> GET8 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_get8, true, 0, (s, d, i, n) -> s.octets.get(0, d, i, n));
  static final Transfer<short[]> GET16 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_get16, true, 1, (s, d, i, n) -> s.shorts.get(0, d, i, n));
  static final Transfer<int[]> GET32 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_get32, true, 2, (s, d, i, n) -> s.ints.get(0, d, i, n));
  static final Transfer<long[]> GET64 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_get64, true, 3, (s, d, i, n) -> s.longs.get(0, d, i, n));
  static final Transfer<ByteBuffer> GET =
      new Transfer<>(
          LibRsm::rsm_memseg_import_get, true, 0, (s, d, i, n) -> d.put(i, s.octets, 0, n));
  static final Transfer<byte[]> PUT8 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_put8, false, 0, (s, d, i, n) -> s.octets.put(0, d, i, n));
  static final Transfer<short[]> PUT16 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_put16, false, 1, (s, d, i, n) -> s.shorts.put(0, d, i, n));
  static final Transfer<int[]> PUT32 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_put32, false, 2, (s, d, i, n) -> s.ints.put(0, d, i, n));
  static final Transfer<long[]> PUT64 =
      new Transfer<>(
          LibRsm::rsm_memseg_import_put64, false, 3, (s, d, i, n) -> s.longs.put(0, d, i, n));
  static final Transfer<ByteBuffer> PUT =
      new Transfer<>(
          LibRsm::rsm_memseg_import_put, false, 0, (s, d, i, n) -> s.octets.put(0, d, i, n));

  /** As the ten functions are. */
  @FunctionalInterface
  interface Function {
    int call(long segment, long offset, long address, long count);
  }

  /** Copies items between a thread's memory, from its start, and local memory. */
  @FunctionalInterface
  interface Copy<T> {
    void copy(Staging staging, T data, int index, int count);
  }

  /**
   * Moves items through the thread's memory.
   *
   * @return what the library said; items before those it failed with are moved
   */
  int staged(long segment, long offset, T data, int index, int count) {
    Staging staging = Staging.ofThread();
    int most = Staging.OCTETS >> shift;
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

  /** Moves octets from or to where the library can reach them. */
  int direct(long segment, long offset, ByteBuffer data, int index, int octets) {
    if (octets > 0) {
      // One whose memory may not be accessed any more throws here, before the library tries.
      data.get(index);
    }
    try {
      return function.call(segment, offset, SystemCalls.addressOf(data) + index, octets);
    } finally {
      Reference.reachabilityFence(data);
    }
  }
}
