package org.dat4j.dat.natives;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.ContextTable;

/**
 * Which registrations the receives of one queue on soft RoCE use, by their places in it: rdma_rxe
 * completes a receive alike when the message is too long and when its memory is gone (send_data_in:
 * IBV_WC_LOC_QP_OP_ERR). Under the lock of the queue's posts, or of its completions. The room is
 * taken with the first receive: most endpoints of a program that makes thousands post none.
 */
final class PostedMemory {

  private final int places;
  private final int width;
  private int[] contexts;
  private int[] counts;

  /**
   * Begins without a receive.
   *
   * @param places of the queue
   * @param segments of a receive, at most
   */
  PostedMemory(int places, int segments) {
    this.places = places;
    width = Math.max(1, segments);
  }

  /** Notes what a receive uses, before it is posted. */
  void put(int place, TripletMemory segments, int count) {
    if (counts == null) {
      contexts = new int[Math.multiplyExact(places, width)];
      counts = new int[places];
    }
    for (int i = 0; i < count; i++) {
      contexts[place * width + i] = segments.context(i);
    }
    counts[place] = count;
  }

  /**
   * Says how a receive failed.
   *
   * @param place its place
   * @param said what the device said of it
   * @param lmrs what is registered
   * @return the contract's name for it
   */
  DtoStatus failure(int place, DtoStatus said, ContextTable<AbstractLmr> lmrs) {
    if (said != DtoStatus.ERR_LOCAL_EP) {
      return said;
    }
    for (int i = 0; i < counts[place]; i++) {
      if (lmrs.get(contexts[place * width + i]) == null) {
        return DtoStatus.ERR_LOCAL_PROTECTION;
      }
    }
    return DtoStatus.ERR_LOCAL_LENGTH;
  }
}
