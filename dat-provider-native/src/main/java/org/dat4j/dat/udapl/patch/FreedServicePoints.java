package org.dat4j.dat.udapl.patch;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.dat.udapl.abi.LibDat;

/**
 * A store of the native backend that keeps the memory of freed PSPs unchanged, as the library
 * libdaploscm may still read it.
 *
 * <p>libdaploscm accepts a peer's TCP connection first and reads the request later, by the PSP that
 * it noted at the accept (dapli_socket_accept, dapli_socket_accept_data). dat_psp_free ignores such
 * connections. If the heap has reused the memory meanwhile, an assertion of dapls_cr_callback ends
 * the process. So the memory is held unchanged: it is a PSP that no longer listens, and the library
 * refuses the request.
 *
 * <p>One store serves all adapters of the process, as one CM thread may serve several. The oldest
 * blocks are released when there are {@link #LIMIT}.
 */
public final class FreedServicePoints {

  /** Blocks held at most, 0.3 MB in all. */
  public static final int LIMIT = 1024;

  /** The latest first; guarded by itself. */
  private static final Deque<HeapBlockHold> HELD = new ArrayDeque<>();

  private FreedServicePoints() {}

  /**
   * Calls dat_psp_free and holds the PSP's memory.
   *
   * @param point the library's handle, which is its address
   * @return the library's return value
   */
  public static int free(long point) {
    if (!DaplServicePoint.isPoint(point)) {
      return LibDat.dat_psp_free(point);
    }
    HeapBlockHold block = HeapBlockHold.at(point);
    releaseOldest();
    int[] ret = new int[1];
    if (block.reallocateAfter(() -> ret[0] = LibDat.dat_psp_free(point))) {
      synchronized (HELD) {
        HELD.addFirst(block);
      }
    }
    return ret[0];
  }

  private static void releaseOldest() {
    HeapBlockHold oldest = null;
    synchronized (HELD) {
      if (HELD.size() >= LIMIT) {
        oldest = HELD.removeLast();
      }
    }
    if (oldest != null) {
      oldest.release();
    }
  }
}
