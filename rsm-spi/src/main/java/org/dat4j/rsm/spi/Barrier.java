package org.dat4j.rsm.spi;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;

/**
 * The barrier of an RSM import of any provider: refuses {@code order} and {@code close} before
 * {@code open}, and passes other calls to the import. What is put between open and close is a span.
 */
final class Barrier implements RsmBarrier {
  private static final int CLOSED = 0;
  private static final int OPEN = 1;
  private static final int DESTROYED = 2;

  private final AbstractImportSegment segment;
  private final AtomicInteger state = new AtomicInteger(CLOSED);

  Barrier(AbstractImportSegment segment) {
    this.segment = segment;
  }

  private void check(String call) {
    if (state.get() == DESTROYED) {
      throw Errors.of(
          RsmReturn.BARRIER_UNINITIALIZED,
          this + "." + call,
          "barrier",
          "destroyed",
          "make one with initBarrier");
    }
    if (!segment.isLive()) {
      // The name is put together only for a refusal, so that spans allocate nothing.
      segment.checkLive("barrier." + call);
    }
  }

  private RuntimeException notOpened(String call) {
    // A destroy or a disconnect may have come meanwhile.
    check(call);
    return Errors.of(
        RsmReturn.BARRIER_NOT_OPENED, this + "." + call, "state", "closed", "open it first");
  }

  @Override
  public int open() {
    check("open");
    state.compareAndSet(CLOSED, OPEN);
    return told("open", segment.implOpenBarrier(this));
  }

  @Override
  public int order() {
    check("order");
    if (state.get() != OPEN) {
      throw notOpened("order");
    }
    return told("order", segment.implOrderBarrier(this));
  }

  @Override
  public int close() {
    check("close");
    if (!state.compareAndSet(OPEN, CLOSED)) {
      throw notOpened("close");
    }
    return told("close", segment.implCloseBarrier(this));
  }

  /**
   * A fault that comes from a disconnect or a destroy meanwhile is told as that, not as the
   * exporter's.
   */
  private int told(String call, int code) {
    if (code != RsmReturn.SUCCESS) {
      check(call);
    }
    return code;
  }

  @Override
  public void destroy() {
    check("destroy");
    if (state.getAndSet(DESTROYED) == DESTROYED) {
      check("destroy");
    }
    segment.dropBarrier(this);
  }

  @Override
  public String toString() {
    return segment + ".barrier";
  }
}
