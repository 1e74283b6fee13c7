package org.dat4j.tools.perf;

import java.nio.ByteBuffer;

/**
 * The limit of streams and of RDMA Reads inside one JVM: the initiating thread copies between the
 * buffers of the operation, the other does nothing. Single RDMA Writes have {@link CheckedCopy}.
 */
final class Copy implements Exchange {

  private final Spec spec;
  private final Common common;
  private final Link own;

  /**
   * Makes the limit of an operation.
   *
   * @param session the side
   * @param spec what the limit is for
   * @param own the operation's memory of the side that initiates; the other side's is shown
   */
  Copy(Session session, Spec spec, Link own) {
    this.spec = spec;
    this.common = session.common();
    this.own = own;
  }

  @Override
  public long initiate(long count, Trips trips) {
    ByteBuffer local = own.out();
    ByteBuffer remote = common.memory();
    boolean read = spec.op() == Op.READ;
    ByteBuffer from = read ? remote : local;
    ByteBuffer to = read ? local : remote;
    int remoteSlots = spec.op() == Op.SEND ? 2 * spec.window() : spec.slots();
    int fromSlots = read ? remoteSlots : spec.window();
    int toSlots = read ? spec.window() : remoteSlots;
    int size = spec.size();
    boolean each = !spec.stream();
    int fromSlot = 0;
    int toSlot = 0;
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      to.put(own.offset(toSlot), from, own.offset(fromSlot), size);
      fromSlot = ++fromSlot == fromSlots ? 0 : fromSlot;
      toSlot = ++toSlot == toSlots ? 0 : toSlot;
      if (each) {
        long now = System.nanoTime();
        trips.record(now - last);
        last = now;
      }
    }
    return System.nanoTime() - begin;
  }

  @Override
  public void respond(long count) {
    // The other thread copies.
  }
}
