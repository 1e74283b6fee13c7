package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EvdCondition;
import org.dat4j.dat.spi.EvdInput;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;
import org.dat4j.dat.spi.software.concurrent.VirtualThreads;
import org.dat4j.dat.spi.software.concurrent.WaitPolicy;

/**
 * The part of a software backend's EVD that wakes a waiting thread or triggers the CNO. {@link
 * EvdInput} defines the legal changes of its condition. A waiter spins and drives the fabric first
 * and blocks then.
 *
 * <p>A thread that has put events in calls {@link #signal()} behind a full fence. That reads one
 * word, which is 0 unless a thread has blocked or there is a CNO.
 */
abstract class WatchedEvd extends AbstractEvd implements Waiter {

  /** Bit of attention: the waiter has blocked. */
  private static final int PARKED = 1;

  /** Bit of attention: there is a CNO. */
  private static final int NOTIFIES = 2;

  /** Bit of attention: the EVD was freed, so an event that arrives is dropped. */
  private static final int DROPS = 4;

  /**
   * The interval in ns at which a blocked waiter checks whether an Error has kept it from being
   * woken.
   */
  static final long RECHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int NO_WAIT = EvdInput.WAIT.refusals();
  private static final int FREED = 1 << EvdCondition.FREED.ordinal();

  private static final VarHandle OWNER =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "owner", Thread.class);
  private static final VarHandle CONDITION =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "condition", int.class);
  private static final VarHandle ATTENTION =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "attention", int.class);

  private final SoftIa ia;
  private final EventQueue queue;
  private final Fabric fabric;
  private final NotificationCursor cursor;
  private final WaitPolicy waitPolicy;

  /** Ordinal of an {@link EvdCondition}. */
  private volatile int condition = EvdCondition.ENABLED_IDLE.ordinal();

  /** The thread inside a wait: one that was sent away owns this until it has left. */
  private volatile Thread owner;

  private volatile int attention;
  private volatile int wanted;
  private volatile CnoEntry cnoEntry;

  /** Held while the CNO changes, or goes away with the EVD. */
  private final Object entryLock = new Object();

  /** The place before which events were given to a waiter, taken or counted; used by the owner. */
  private long claimedTo;

  WatchedEvd(SoftIa ia, EventQueue queue, AbstractCno cno, int flags) {
    super(ia, cno, flags);
    this.ia = ia;
    this.queue = queue;
    this.fabric = ia.fabric();
    this.waitPolicy = new WaitPolicy(fabric.spinNanos(), fabric.mayYield());
    this.cursor = new NotificationCursor(queue);
  }

  /** Takes the oldest event out; false when there is none. */
  abstract boolean take(DatEvent event);

  /** Takes out what is left in a freed EVD. */
  abstract void dropAll();

  /** How many events the present waiter waits for, 0 without one. */
  final int wanted() {
    return condition().isWaited() ? wanted : 0;
  }

  /**
   * Wakes the waiter or triggers the CNO for events that have arrived; called after a full fence
   * behind them.
   */
  final void signal() {
    if (attention != 0) {
      notifyListener();
    }
  }

  private void notifyListener() {
    for (; ; ) {
      EvdCondition at = condition();
      if (at == EvdCondition.FREED) {
        dropAll();
        return;
      }
      switch (EvdInput.arrival(at)) {
        case WAITER -> {
          if ((attention & PARKED) != 0 && ready()) {
            wake();
          }
          return;
        }
        case CNO -> {
          CnoEntry entry = cnoEntry;
          if (entry == null) {
            return;
          }
          long arrived = cursor.arrived();
          // Asked again: a waiter may have come, whose events those are.
          if (condition() == at) {
            if (cursor.claim(arrived, isControlled())) {
              entry.cno().trigger(entry);
            }
            return;
          }
        }
        default -> {
          // Nobody is told: the next thread that looks finds the event.
          return;
        }
      }
    }
  }

  private void wake() {
    Thread thread = owner;
    if (thread != null) {
      fabric.wakeup(thread);
    }
  }

  @Override
  public final boolean ready() {
    return isEnough() || !condition().isWaited();
  }

  private boolean isEnough() {
    return isControlled() ? cursor.hasUntakenWake() && queue.holds(1) : queue.holds(wanted);
  }

  /** Marks that an event calls for attention; its stream decides about that by itself. */
  final void markWake(long position) {
    try {
      cursor.markWake(position);
    } catch (StackOverflowError e) {
      // The stack has no room for the call. The event counts as one that wakes.
      if (cursor.wakeMark <= position) {
        cursor.wakeMark = position + 1;
      }
      ia.repairFlag.raised = true;
    }
  }

  // --- the condition

  /** Whether the condition is one of a set of {@link EvdInput#refusals()}. */
  final boolean isOneOf(int set) {
    return (set >>> condition & 1) != 0;
  }

  /**
   * Whether its events are dropped. While this is false after an event was taken, that event was
   * the oldest one: a free drops events only after this has become true.
   */
  final boolean dropsEvents() {
    return isOneOf(FREED);
  }

  final EvdCondition condition() {
    return EvdCondition.of(condition);
  }

  /**
   * Changes the condition as the table says; answers the condition before. Where arrivals become
   * the CNO's, what had arrived by then is not.
   */
  private EvdCondition move(EvdInput input, String call) {
    for (; ; ) {
      EvdCondition from = condition();
      EvdCondition next = input.next(from);
      if (next == null) {
        throw refused(call, from);
      }
      if (notifiesCno(next) && !notifiesCno(from)) {
        long arrived = cursor.arrived();
        if (condition() != from) {
          continue;
        }
        cursor.skip(arrived);
      }
      if (next == from || CONDITION.compareAndSet(this, from.ordinal(), next.ordinal())) {
        return from;
      }
    }
  }

  private static boolean notifiesCno(EvdCondition at) {
    return EvdInput.arrival(at) == EvdInput.Notified.CNO;
  }

  @Override
  protected final int implState() {
    return condition().state();
  }

  @Override
  protected final void implEnable(boolean enable) {
    if (enable) {
      move(EvdInput.ENABLE, "enable");
      signal();
    } else {
      signal();
      move(EvdInput.DISABLE, "disable");
    }
  }

  @Override
  protected final void implWaitable(boolean waitable) {
    if (waitable) {
      move(EvdInput.CLEAR_UNWAITABLE, "clearUnwaitable");
    } else {
      abortWait(EvdInput.SET_UNWAITABLE, "setUnwaitable");
    }
  }

  /**
   * Makes a change of the condition that ends the wait, if there is one. What came before was the
   * waiter's.
   */
  private void abortWait(EvdInput input, String call) {
    if (move(input, call).isWaited()) {
      wake();
      signal();
    }
  }

  @Override
  protected final void implFree() {
    abortWait(EvdInput.FREE, "free");
    ATTENTION.getAndBitwiseOr(this, DROPS);
    CnoEntry last;
    synchronized (entryLock) {
      last = cnoEntry;
      if (last != null) {
        exchange(null);
      }
    }
    if (last != null) {
      last.cno().detachFreed(last);
    }
    // Either this finds an event that comes now, or its poster finds the bit set.
    VarHandle.fullFence();
    dropAll();
  }

  // --- the CNO

  /** Ties a new EVD to its CNO. */
  final void attachCno(SoftCno cno) {
    if (cno != null) {
      exchange(cno.attach(this));
    }
  }

  private void exchange(CnoEntry next) {
    cnoEntry = next;
    if (next == null) {
      ATTENTION.getAndBitwiseAnd(this, ~NOTIFIES);
    } else {
      ATTENTION.getAndBitwiseOr(this, NOTIFIES);
    }
  }

  @Override
  protected final void implModifyCno(AbstractCno newCno) {
    synchronized (entryLock) {
      if (dropsEvents()) {
        // Its free came after the check of the handle, and has let its object go.
        throw refused("modifyCno", condition());
      }
      change(newCno);
    }
  }

  private void change(AbstractCno newCno) {
    // What has arrived by now is the old one's.
    signal();
    CnoEntry old = cnoEntry;
    boolean movesAlong = old != null && !condition().isEnabled() && old.cno().withdraw(old);
    CnoEntry next = newCno == null ? null : ((SoftCno) newCno).attach(this);
    exchange(next);
    if (old == null) {
      // What arrived while there was no object is nobody's.
      cursor.skip(cursor.arrived());
    } else {
      old.cno().detach();
    }
    if (movesAlong && next != null) {
      next.cno().trigger(next);
    }
    signal();
  }

  // --- waits

  @Override
  protected final int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    if (cnoEntry == null && !isOneOf(NO_WAIT) && queue.holds(threshold) && take(event)) {
      // As if the wait had been over before anybody could see it: no condition to move.
      long start = queue.start();
      event.setMore((int) (queue.arrived(start) - start));
      return DatReturn.SUCCESS;
    }
    Thread me = Thread.currentThread();
    BoundedWait soon = null;
    while (!OWNER.compareAndSet(this, (Thread) null, me)) {
      EvdCondition now = condition();
      if (!EvdInput.WAIT.permits(now)) {
        throw refused("await", now);
      }
      // One that was sent away is about to leave.
      if (soon == null) {
        soon = new BoundedWait();
      }
      soon.orThrow(where("await"), "a waiter that was sent away", owner);
    }
    try {
      if (wanted != threshold) {
        wanted = threshold;
      }
      // What is queued already is taken at once, whether it would have woken anybody or not.
      boolean enough = queue.holds(threshold);
      move(EvdInput.WAIT, "await");
      // A resize may have come since the first check. It looks for a wait behind it as well.
      checkThreshold(threshold);
      waitPolicy.begin(timeoutMicros);
      return waitFor(me, enough, event);
    } finally {
      leave();
    }
  }

  private int waitFor(Thread me, boolean already, DatEvent event) {
    boolean drives = !VirtualThreads.isVirtual(me);
    boolean polls = drives && waitPolicy.shouldPoll();
    boolean enough = already;
    for (; ; ) {
      EvdCondition now = condition();
      if (!now.isWaited()) {
        if (isFreed()) {
          return DatReturn.ABORT;
        }
        throw unwaitable();
      }
      if ((enough || isEnough()) && claimArrived() && take(event)) {
        count(event);
        return DatReturn.SUCCESS;
      }
      enough = false;
      if (me.isInterrupted() && claimArrived()) {
        count(event);
        return DatReturn.INTERRUPTED_CALL;
      }
      boolean moved = polls && fabric.poll() > 0 || ia.repair();
      boolean late = moved ? waitPolicy.hasTimedOutBusy() : waitPolicy.hasTimedOut();
      if (late && claimArrived()) {
        // An event that came at the last moment is taken: none that was counted goes untold.
        if (count(event) >= wanted) {
          enough = true;
          continue;
        }
        return DatReturn.TIMEOUT_EXPIRED;
      }
      if (moved) {
        continue;
      }
      if (drives && waitPolicy.shouldSpin()) {
        Thread.onSpinWait();
      } else if (drives && waitPolicy.mayYield()) {
        fabric.yieldAndPoll();
        enough = isEnough();
        waitPolicy.recordYield(enough);
      } else {
        block(drives, Math.min(waitPolicy.nanosLeft(), RECHECK_NANOS));
      }
    }
  }

  /**
   * Takes over the events that have arrived while this thread waits; the CNO is triggered by later
   * ones. False when the wait was ended by another thread.
   */
  private boolean claimArrived() {
    long arrived = queue.arrived(claimedTo);
    // Asked afterwards: what arrives after the end is the object's.
    if (!condition().isWaited()) {
      return false;
    }
    claimedTo = arrived;
    return true;
  }

  /** Tells how many events are queued of those this thread has taken over. */
  private int count(DatEvent event) {
    long start = queue.start();
    // A dequeue that began before the wait may have taken one more.
    claimedTo = Math.max(claimedTo, start);
    int queued = (int) (claimedTo - start);
    event.setMore(queued);
    return queued;
  }

  private void leave() {
    if (cnoEntry != null) {
      cursor.skip(claimedTo);
    }
    for (; ; ) {
      EvdCondition from = condition();
      EvdCondition next = EvdInput.WAIT_ENDS.next(from);
      if (next == null || CONDITION.compareAndSet(this, from.ordinal(), next.ordinal())) {
        break;
      }
    }
    owner = null;
    // What has arrived since then, and whose poster found this thread waiting.
    signal();
  }

  private void block(boolean drives, long nanos) {
    ATTENTION.getAndBitwiseOr(this, PARKED);
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
      ATTENTION.getAndBitwiseAnd(this, ~PARKED);
    }
  }
}
