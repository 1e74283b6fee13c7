package org.dat4j.dat.natives.abi;

import com.sun.jna.Pointer;

/**
 * The service point of a request, in libdaplofa's own memory. What is where is known from the
 * source of dapl 2.1 (dapl.h), and recognized by what it must hold. The library's thread must be
 * away while an object of this class is used, and nobody else may answer requests or free service
 * points.
 */
public final class RequestedPoint {

  /** dapl_header, the same for every object: its kind, its adapter, its place in a list, a lock. */
  static final int MAGIC = 8;

  static final int OWNER = 16;
  static final int LOCK = 64;
  private static final int NEXT = 24;
  private static final int PREVIOUS = 32;
  private static final int DATA = 40;
  private static final int LIST = 48;

  private static final int MAGIC_PSP = 0xBEADED0C;

  /** Octets of a pthread_mutex_t, which ends the header: on x86-64 and others, and on aarch64. */
  private static final int[] LOCKS = {40, 48};

  /** Behind the header. */
  private static final int STATE = 0;

  private static final int REQUESTS = 56;
  private static final int COUNT = 64;

  /** It was freed while it had requests. */
  private static final int PENDING = 2;

  private final Pointer point;
  private final int header;

  private RequestedPoint(long point, int header) {
    this.point = new Pointer(point);
    this.header = header;
  }

  /**
   * Recognizes the service point of a request.
   *
   * @param request the library's handle, which is its address, of a request that was not answered
   * @return null where the library's memory is not as it is known
   */
  public static RequestedPoint of(long request) {
    Pointer cr = new Pointer(request);
    if (cr.getLong(DATA) == request) {
      for (int lock : LOCKS) {
        int header = LOCK + lock;
        long point = cr.getLong(LIST) - header - REQUESTS;
        if (find(request, header, point) != 0 && isPoint(point)) {
          return new RequestedPoint(point, header);
        }
      }
    }
    return null;
  }

  /**
   * Whether an address is a service point's, as libdapl marks it.
   *
   * @param address of an object of libdapl's
   * @return false also of one that was freed
   */
  public static boolean isPoint(long address) {
    return ForeignMemory.word(address + MAGIC) == MAGIC_PSP;
  }

  /** Where a piece of the heap has a word, from an offset on; 0 if it has not. */
  static long find(long piece, int from, long word) {
    long size = HeapPiece.size(piece);
    Pointer memory = new Pointer(piece);
    for (long at = from; at + Long.BYTES <= size; at += Long.BYTES) {
      if (memory.getLong(at) == word) {
        return piece + at;
      }
    }
    return 0;
  }

  /** Octets of dapl_header. */
  int header() {
    return header;
  }

  /**
   * The library's handle.
   *
   * @return the handle, which is its address
   */
  public long handle() {
    return Pointer.nativeValue(point);
  }

  /**
   * Whether the program has freed it and it has no request any more, so that nobody will free it
   * but who looks here.
   *
   * @return true if it needs another dat_psp_free
   */
  public boolean isLeft() {
    return point.getInt(header + STATE) == PENDING && point.getInt(header + COUNT) == 0;
  }

  /** Takes a request from its list, as dapl_sp_remove_cr does; nobody else may have its lock. */
  void remove(Pointer request) {
    new ForeignMutex(handle() + LOCK).during(() -> removeLocked(request));
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
