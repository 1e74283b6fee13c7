package org.dat4j.tools.perf;

/** RDMA Write: the target's memory is checked by the target. */
final class Write extends OneSided {

  private final boolean writer;

  /** One side of it, on a link that is not connected yet. */
  Write(Link link, Spec spec, boolean writer) {
    super(link, spec);
    this.writer = writer;
  }

  @Override
  public void prepare() {
    verified = 0;
    if (writer) {
      for (int i = 0; i < window; i++) {
        payload.fill(link.out(), link.offset(i), sequence);
      }
    } else {
      for (int i = 0; i < slots; i++) {
        payload.clear(link.target(), link.offset(i));
      }
    }
  }

  @Override
  void mark(int slot, long operation) {
    payload.stamp(link.out(), link.offset(slot), operation);
  }

  @Override
  void post(int slot, long operation) {
    link.postWrite(slot, targetSlot(operation), payload.size());
  }

  @Override
  void completed(int slot, long operation) {
    // The target checks.
  }

  @Override
  boolean targetChanges() {
    return true;
  }

  @Override
  void check(long from, long to, boolean whole) {
    for (long i = from; i < to; i++) {
      int at = link.offset(targetSlot(i));
      boolean right =
          whole ? payload.whole(link.target(), at, i) : payload.stamped(link.target(), at, i);
      if (!right) {
        throw new CorruptDataException(
            Op.WRITE, payload.size(), i, whole ? "all octets" : "stamps");
      }
    }
    // In a stream only the last window is left to check; one by one, the end checks again.
    if (!whole || window > 1) {
      verified += to - from;
    }
  }
}
