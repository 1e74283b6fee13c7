package org.dat4j.dat.udapl.patch;

import com.sun.jna.Pointer;
import org.dat4j.dat.udapl.abi.ForeignMemory;

/**
 * A PSP inside libdapl to which a connection request came, which workarounds of the native backend
 * read and change in libdapl's own memory. The library is libdaplofa.
 *
 * <p>The offsets come from the source of dapl 2.1 (dapl.h); each field is checked for the content
 * it must have. While an object of this class is used, the CM thread must be stopped, and no other
 * thread may answer requests or free PSPs.
 */
public final class DaplServicePoint {

  /** dapl_header, the same for every object: its kind, its adapter, its place in a list, a lock. */
  static final int MAGIC = 8;

  static final int OWNER = 16;
  static final int LOCK = 64;
  private static final int NEXT = 24;
  private static final int PREVIOUS = 32;
  private static final int DATA = 40;
  private static final int LIST = 48;

  private static final int MAGIC_PSP = 0xBEADED0C;

  /** Bytes of a pthread_mutex_t, which ends the header: on x86-64 and others, and on aarch64. */
  private static final int[] LOCKS = {40, 48};

  /** Offset after the header. */
  private static final int STATE = 0;

  private static final int REQUESTS = 56;
  private static final int COUNT = 64;

  /** State of a PSP that was freed while it had requests. */
  private static final int PENDING = 2;

  private final Pointer point;
  private final int header;

  private DaplServicePoint(long point, int header) {
    this.point = new Pointer(point);
    this.header = header;
  }

  /**
   * Recognizes the PSP of a request.
   *
   * @param request the library's handle, which is its address, of a request that was not answered
   * @return null if the library's memory has another layout
   */
  public static DaplServicePoint of(long request) {
    Pointer cr = new Pointer(request);
    if (cr.getLong(DATA) == request) {
      for (int lock : LOCKS) {
        int header = LOCK + lock;
        long point = cr.getLong(LIST) - header - REQUESTS;
        if (find(request, header, point) != 0 && isPoint(point)) {
          return new DaplServicePoint(point, header);
        }
      }
    }
    return null;
  }

  /**
   * Tells whether an address is that of a PSP, by libdapl's mark.
   *
   * @param address of an object of libdapl
   * @return false also for a freed PSP
   */
  static boolean isPoint(long address) {
    return ForeignMemory.word(address + MAGIC) == MAGIC_PSP;
  }

  /** Finds a word in a heap block, from an offset on; 0 if there is none. */
  static long find(long block, int from, long word) {
    long size = HeapBlockHold.size(block);
    Pointer memory = new Pointer(block);
    for (long at = from; at + Long.BYTES <= size; at += Long.BYTES) {
      if (memory.getLong(at) == word) {
        return block + at;
      }
    }
    return 0;
  }

  /** Returns the number of bytes of dapl_header. */
  int header() {
    return header;
  }

  /**
   * Returns the library's handle.
   *
   * @return the handle, which is its address
   */
  public long handle() {
    return Pointer.nativeValue(point);
  }

  /**
   * Tells whether the program has freed the PSP and its last request is gone: no thread of the
   * library frees it then.
   *
   * @return whether it needs another dat_psp_free
   */
  public boolean isOrphaned() {
    return point.getInt(header + STATE) == PENDING && point.getInt(header + COUNT) == 0;
  }

  /** Removes a request from the list, as dapl_sp_remove_cr does. */
  void remove(Pointer request) {
    new PthreadMutex(handle() + LOCK).during(() -> removeLocked(request));
  }

  private void removeLocked(Pointer request) {
    long entry = Pointer.nativeValue(request) + NEXT;
    long next = request.getLong(NEXT);
    long previous = request.getLong(PREVIOUS);
    Pointer list = new Pointer(request.getLong(LIST));
    if (list.getLong(0) == entry) {
      list.setLong(0, next == entry ? 0 : next);
    }
    new Pointer(next).setLong(PREVIOUS - NEXT, previous);
    new Pointer(previous).setLong(0, next);
    point.setInt(header + COUNT, point.getInt(header + COUNT) - 1);
  }
}
