package org.dat4j.dat.natives;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.dat.natives.abi.HeapPiece;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.RequestedPoint;

/**
 * Service points that libdaploscm may look at after it has freed them.
 *
 * <p>That library takes a peer's TCP connection first and the request on it later, by the service
 * point that it noted then (dapli_socket_accept, dapli_socket_accept_data); dat_psp_free does not
 * look for such ones. With whatever the heap has written into the service point meanwhile an
 * assertion of dapls_cr_callback ends the process. So the memory is kept from others: as the
 * library has left it, it is a service point that listens no more, and the library refuses the
 * request.
 *
 * <p>All adapters' together, as the library's thread may be several adapters'. The oldest are given
 * back when there are many.
 */
final class FreedPoints {

  /** What is kept at most, 0.3 MB. */
  static final int MOST = 1024;

  /** The latest first. */
  private static final Deque<HeapPiece> KEPT = new ArrayDeque<>();

  private FreedPoints() {}

  /**
   * Calls dat_psp_free.
   *
   * @param point the library's handle, which is its address
   * @return what the library answers
   */
  static int free(long point) {
    if (!RequestedPoint.isPoint(point)) {
      return LibDat.dat_psp_free(point);
    }
    HeapPiece piece = HeapPiece.at(point);
    makeRoom();
    int[] ret = new int[1];
    if (piece.takeAfter(() -> ret[0] = LibDat.dat_psp_free(point))) {
      synchronized (KEPT) {
        KEPT.addFirst(piece);
      }
    }
    return ret[0];
  }

  private static void makeRoom() {
    HeapPiece oldest = null;
    synchronized (KEPT) {
      if (KEPT.size() >= MOST) {
        oldest = KEPT.removeLast();
      }
    }
    if (oldest != null) {
      oldest.release();
    }
  }
}
