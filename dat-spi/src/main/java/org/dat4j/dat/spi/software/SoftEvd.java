package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;

/**
 * A dispatcher over an {@link EventRing}. A thread that finds it empty drives the fabric; a waiter
 * spins and drives first and blocks then.
 */
final class SoftEvd extends AbstractEvd implements EventRing.Sink, Waiter {

  /** Fills a caller's event with one that is rare enough to be an object. */
  interface Rare {
    void fill(DatEvent out, SoftEvd evd);
  }

  private static final DtoStatus[] STATUS = DtoStatus.values();
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 50_000 : 0;
  private static final int CLOCK_EVERY = 32;
  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(SoftEvd.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final EventRing ring;
  private final Fabric fabric;
  private final Feeds feeds;
  private volatile Thread owner;
  private volatile boolean parked;
  private volatile int wanted;
  private volatile boolean enabled = true;
  private volatile boolean waitable = true;
  private volatile boolean overflowed;

  SoftEvd(SoftIa ia, int qlen, AbstractCno cno, int flags) {
    super(ia, cno, flags);
    this.fabric = ia.fabric();
    this.ring = new EventRing(qlen);
    this.feeds = new Feeds(ring);
  }

  /** Lets an endpoint name itself by a number in its events. */
  int attach(Ep ep) {
    return feeds.attach(ep);
  }

  void detach(int feed) {
    feeds.detach(feed);
  }

  /** Queues a completion, without waking; false when it was lost. */
  boolean offer(int feed, int status, long cookie, long length) {
    return ring.offer(feed, status, cookie, length) || overflow();
  }

  /** Takes a place for a completion that {@link #publish} follows at once; -1 when it is lost. */
  long claim() {
    long position = ring.claim();
    if (position < 0) {
      overflow();
    }
    return position;
  }

  void publish(long position, int feed, int status, long cookie, long length) {
    ring.publish(position, feed, status, cookie, length);
  }

  /** Queues a rare event and wakes the waiter; false when it was lost. */
  boolean offer(Rare event) {
    if (!ring.offer(event)) {
      return overflow();
    }
    VarHandle.fullFence();
    signal();
    return true;
  }

  /** Queues a request event; a lost one is refused at the requester instead of reported. */
  boolean offerRequest(Rare event) {
    if (!ring.offer(event)) {
      return false;
    }
    VarHandle.fullFence();
    signal();
    return true;
  }

  private boolean overflow() {
    if (!overflowed) {
      overflowed = true;
      SoftEvd async = (SoftEvd) ia().asyncEvd();
      if (async != this) {
        int reason = EvdAsyncErrorReason.OVERFLOW_ERROR.value();
        async.offer(
            (out, evd) -> out.setAsync(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, evd, this, reason));
      }
    }
    return false;
  }

  /** Wakes a blocked waiter; called after a full fence behind the events. */
  void signal() {
    if (parked && ready()) {
      wake();
    }
  }

  private void wake() {
    Thread thread = owner;
    if (thread != null) {
      fabric.wakeup(thread);
    }
  }

  @Override
  public boolean ready() {
    return ring.count() >= wanted || isFreed() || !waitable;
  }

  @Override
  public void dto(DatEvent out, int feed, int status, long cookie, long length) {
    out.setDto(this, feeds.get(feed), cookie, STATUS[status], length);
  }

  @Override
  public void rare(DatEvent out, Object event) {
    ((Rare) event).fill(out, this);
  }

  @Override
  protected int implQlen() {
    return ring.capacity();
  }

  @Override
  protected int implState() {
    return (enabled ? EvdState.ENABLED : EvdState.DISABLED)
        | (waitable ? EvdState.WAITABLE : EvdState.UNWAITABLE);
  }

  @Override
  protected int implDequeue(DatEvent event) {
    if (owner != null) {
      throw waiterPresent("dequeue");
    }
    return take(event) || fabric.poll() > 0 && take(event)
        ? DatReturn.SUCCESS
        : DatReturn.QUEUE_EMPTY;
  }

  private boolean take(DatEvent event) {
    if (!ring.poll(this, event)) {
      return false;
    }
    if (overflowed) {
      overflowed = false;
    }
    return true;
  }

  @Override
  protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    Thread me = Thread.currentThread();
    if (!OWNER.compareAndSet(this, (Thread) null, me)) {
      throw waiterPresent("await");
    }
    try {
      return waitFor(me, timeoutMicros, threshold, event);
    } finally {
      owner = null;
    }
  }

  private int waitFor(Thread me, long timeoutMicros, int threshold, DatEvent event) {
    wanted = threshold;
    boolean forever = timeoutMicros == DatConstants.TIMEOUT_INFINITE;
    long nanos = timeoutMicros * 1000;
    long start = System.nanoTime();
    boolean drives = !Threads.isVirtual(me);
    int round = 0;
    long elapsed = 0;
    for (; ; ) {
      if (isFreed()) {
        return DatReturn.ABORT;
      }
      if (!waitable) {
        throw unwaitable();
      }
      if (ring.count() >= threshold && take(event)) {
        event.setMore(ring.count());
        return DatReturn.SUCCESS;
      }
      if (me.isInterrupted()) {
        event.setMore(ring.count());
        return DatReturn.INTERRUPTED_CALL;
      }
      if (drives && fabric.poll() > 0) {
        continue;
      }
      if (round++ % CLOCK_EVERY == 0 || elapsed >= SPIN_NANOS) {
        elapsed = System.nanoTime() - start;
        if (!forever && elapsed >= nanos) {
          event.setMore(ring.count());
          return DatReturn.TIMEOUT_EXPIRED;
        }
      }
      if (!drives || elapsed >= SPIN_NANOS) {
        block(drives, forever ? Long.MAX_VALUE : nanos - elapsed);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private void block(boolean drives, long nanos) {
    parked = true;
    VarHandle.fullFence();
    try {
      if (ready() || nanos <= 0) {
        return;
      }
      if (drives) {
        fabric.awaitIo(this, nanos);
      } else {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      parked = false;
    }
  }

  @Override
  protected int implPostSe(DatEvent event) {
    Object pointer = event.pointer();
    Rare software = (out, evd) -> out.setSoftware(pointer).setEvd(evd);
    return offerRequest(software) ? DatReturn.SUCCESS : DatReturn.QUEUE_FULL;
  }

  @Override
  protected void implEnable(boolean now) {
    enabled = now;
  }

  @Override
  protected void implWaitable(boolean now) {
    waitable = now;
    wake();
  }

  @Override
  protected void implFree() {
    wake();
  }
}
