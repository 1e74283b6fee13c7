package org.dat4j.tools.perf;

/** RDMA Read: the target's memory stays as it is, the reader checks what it got each time. */
final class Read extends OneSided {

  private final boolean reader;

  /** One side of it, on a link that is not connected yet. */
  Read(Link link, Spec spec, boolean reader) {
    super(link, spec);
    this.reader = reader;
  }

  @Override
  public void prepare() {
    verified = 0;
    if (reader) {
      for (int i = 0; i < window; i++) {
        payload.clear(link.out(), link.offset(i));
      }
    } else {
      for (int i = 0; i < slots; i++) {
        payload.fill(link.target(), link.offset(i), i);
      }
    }
  }

  /** Spoils the place first: what an earlier read left there must not pass for this one. */
  @Override
  void mark(int slot, long operation) {
    payload.stamp(link.out(), link.offset(slot), ~operation);
  }

  @Override
  void post(int slot, long operation) {
    link.postRead(slot, targetSlot(operation), payload.size());
  }

  @Override
  void completed(int slot, long operation) {
    if (!payload.stamped(link.out(), link.offset(slot), targetSlot(operation))) {
      throw new CorruptDataException(Op.READ, payload.size(), operation, "stamps");
    }
    verified++;
  }

  @Override
  boolean targetChanges() {
    return false;
  }

  /** The reader has seen the stamps of each; that the source was left alone is seen here. */
  @Override
  void check(long from, long to, boolean whole) {
    for (long i = from; i < to; i++) {
      int slot = targetSlot(i);
      if (!payload.whole(link.target(), link.offset(slot), slot)) {
        throw new CorruptDataException(Op.READ, payload.size(), i, "source");
      }
    }
  }
}
