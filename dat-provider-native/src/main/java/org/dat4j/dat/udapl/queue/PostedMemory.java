package org.dat4j.dat.udapl.queue;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.udapl.abi.TripletMemory;

/**
 * A record of the LMRs of posted Receives, by which the native backend tells apart two errors that
 * soft RoCE reports alike.
 *
 * <p>rdma_rxe reports one status for a message that is too long and for memory that was freed
 * (send_data_in: IBV_WC_LOC_QP_OP_ERR); this record tells them apart. Guarded by the lock of the
 * queue's posts, or of its completions. It is allocated with the first Receive, as most endpoints
 * of a program with thousands post none.
 */
public final class PostedMemory {

  private final int places;
  private final int width;
  private int[] contexts;
  private int[] counts;

  /**
   * Makes an empty record.
   *
   * @param places of the queue
   * @param segments most segments of a Receive
   */
  public PostedMemory(int places, int segments) {
    this.places = places;
    width = Math.max(1, segments);
  }

  /**
   * Notes the LMRs of a Receive, before it is posted.
   *
   * @param place its place in the queue
   * @param segments its segments
   * @param count how many
   */
  public void put(int place, TripletMemory segments, int count) {
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
   * Returns the contract's status of a failed Receive.
   *
   * @param place its place in the queue
   * @param reported the device's status
   * @param lmrs registered memory
   * @return LOCAL_LENGTH or LOCAL_PROTECTION where the device's status is that of both
   */
  public DtoStatus failure(int place, DtoStatus reported, ContextTable<AbstractLmr> lmrs) {
    if (reported != DtoStatus.ERR_LOCAL_EP) {
      return reported;
    }
    for (int i = 0; i < counts[place]; i++) {
      if (lmrs.get(contexts[place * width + i]) == null) {
        return DtoStatus.ERR_LOCAL_PROTECTION;
      }
    }
    return DtoStatus.ERR_LOCAL_LENGTH;
  }
}
