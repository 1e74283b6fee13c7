package org.dat4j.tools.perf;

import java.nio.ByteBuffer;

/**
 * The limit of single RDMA Writes inside one JVM: the initiating thread copies between the buffers
 * of the operation, and the other checks its memory when the operation's target would. Without that
 * the copy would find all lines of the target in its own cache, and the operation, whose target is
 * read by another processor between two writes, would not.
 */
final class CheckedCopy implements Exchange {

  private final Common common;
  private final Link own;
  private final Patience patience;
  private final Payload payload;
  private final int slots;

  /** Number of the last check asked for. */
  private long checks;

  /**
   * Makes the limit of an operation.
   *
   * @param session the side
   * @param spec what the limit is for
   * @param own the operation's memory of this side; the target's is shown
   */
  CheckedCopy(Session session, Spec spec, Link own) {
    this.common = session.common();
    this.own = own;
    this.patience = session.patience();
    this.payload = new Payload(spec.size());
    this.slots = spec.slots();
  }

  @Override
  public long initiate(long count, Trips trips) {
    ByteBuffer from = own.out();
    ByteBuffer to = common.memory();
    int size = payload.size();
    int at = own.offset(0);
    long nanos = 0;
    for (long i = 0; i < count; ) {
      long batch = Math.min(slots, count - i);
      for (int slot = 0; slot < batch; slot++, i++) {
        payload.stamp(from, at, i);
        long begin = System.nanoTime();
        to.put(own.offset(slot), from, at, size);
        long trip = System.nanoTime() - begin;
        trips.record(trip);
        nanos += trip;
      }
      common.raise(Common.INITIATOR, ++checks);
      await(Common.RESPONDER);
    }
    return nanos;
  }

  @Override
  public void respond(long count) {
    ByteBuffer target = own.target();
    for (long i = 0; i < count; ) {
      checks++;
      await(Common.INITIATOR);
      long batch = Math.min(slots, count - i);
      for (int slot = 0; slot < batch; slot++, i++) {
        if (!payload.stamped(target, own.offset(slot), i)) {
          throw new CorruptDataException(Op.WRITE, payload.size(), i, "stamps of the copy");
        }
      }
      common.raise(Common.RESPONDER, checks);
    }
  }

  private void await(int flag) {
    patience.renew();
    while (common.flag(flag) != checks) {
      patience.spin();
    }
  }
}
