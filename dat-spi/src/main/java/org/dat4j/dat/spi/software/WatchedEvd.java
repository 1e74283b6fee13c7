package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EvdCondition;
import org.dat4j.dat.spi.EvdInput;
import org.dat4j.dat.spi.FieldHandles;

/**
 * Who is told of a dispatcher's events: a thread that waits, or the notification object. What its
 * condition permits says {@link EvdInput}. A waiter spins and drives the fabric first and blocks
 * then.
 *
 * <p>Whoever has put events in calls {@link #signal()} behind a full fence. That looks at one word,
 * which is 0 unless a thread has blocked or there is a notification object.
 */
abstract class WatchedEvd extends AbstractEvd implements Waiter {

  /** Bit of attention: the waiter has blocked. */
  private static final int PARKED = 1;

  /** Bit of attention: there is a notification object. */
  private static final int NOTIFIES = 2;

  private static final int NO_WAIT = EvdInput.WAIT.refusals();

  private static final VarHandle OWNER =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "owner", Thread.class);
  private static final VarHandle CONDITION =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "condition", int.class);
  private static final VarHandle ATTENTION =
      FieldHandles.find(MethodHandles.lookup(), WatchedEvd.class, "attention", int.class);

  private final EventQueue queue;
  private final Fabric fabric;
  private final Told told;
  private final Patience patience;

  /** Ordinal of an {@link EvdCondition}. */
  private volatile int condition = EvdCondition.ENABLED_IDLE.ordinal();

  /** The thread inside a wait: one that was sent away owns this until it has left. */
  private volatile Thread owner;

  private volatile int attention;
  private volatile int wanted;
  private volatile Notice notice;

  /** By the owner: events before this place were told to a waiter, taken or counted. */
  private long answered;

  WatchedEvd(SoftIa ia, EventQueue queue, AbstractCno cno, int flags) {
    super(ia, cno, flags);
    this.queue = queue;
    this.fabric = ia.fabric();
    this.patience = new Patience(fabric.spinNanos(), fabric.givesWay());
    this.told = new Told(queue);
  }

  /** Takes the oldest event out; false when there is none. */
  abstract boolean take(DatEvent event);

  /** How many events the present waiter waits for, 0 without one. */
  final int wanted() {
    return condition().isWaited() ? wanted : 0;
  }

  /** Wakes who is to be told of events; called after a full fence behind them. */
  final void signal() {
    if (attention != 0) {
      attend();
    }
  }

  private void attend() {
    for (; ; ) {
      EvdCondition at = condition();
      switch (EvdInput.arrival(at)) {
        case WAITER -> {
          if ((attention & PARKED) != 0 && ready()) {
            wake();
          }
          return;
        }
        case CNO -> {
          Notice tied = notice;
          if (tied == null) {
            return;
          }
          long arrived = told.arrived();
          // Asked again: a waiter may have come, whose events those are.
          if (condition() == at) {
            if (told.tell(arrived, isControlled())) {
              tied.cno().trigger(tied);
            }
            return;
          }
        }
        default -> {
          // Nobody: the event is found by who looks.
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
    return isControlled() ? told.isMarked() && queue.holds(1) : queue.holds(wanted);
  }

  /** An event that is there calls for attention; its stream decides about that by itself. */
  final void mark(long position) {
    told.mark(position);
  }

  // --- the condition

  /** Whether the condition is one of a set of {@link EvdInput#refusals()}. */
  final boolean isOneOf(int set) {
    return (set >>> condition & 1) != 0;
  }

  final EvdCondition condition() {
    return EvdCondition.of(condition);
  }

  /**
   * Does what the table says; answers the condition before. Where arrivals become the notification
   * object's, what had arrived by then is not.
   */
  private EvdCondition move(EvdInput input, String call) {
    for (; ; ) {
      EvdCondition from = condition();
      EvdCondition next = input.next(from);
      if (next == null) {
        throw refused(call, from);
      }
      if (tells(next) && !tells(from)) {
        long arrived = told.arrived();
        if (condition() != from) {
          continue;
        }
        told.skip(arrived);
      }
      if (next == from || CONDITION.compareAndSet(this, from.ordinal(), next.ordinal())) {
        return from;
      }
    }
  }

  private static boolean tells(EvdCondition at) {
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
      sendAway(EvdInput.SET_UNWAITABLE, "setUnwaitable");
    }
  }

  /** A change that ends the wait, if there is one. What came before was the waiter's. */
  private void sendAway(EvdInput input, String call) {
    if (move(input, call).isWaited()) {
      wake();
      signal();
    }
  }

  @Override
  protected void implFree() {
    sendAway(EvdInput.FREE, "free");
    Notice last = notice;
    if (last != null) {
      exchange(null);
      last.cno().detachFreed(last);
    }
  }

  // --- the notification object

  /** Ties a new dispatcher to its notification object. */
  final void tie(SoftCno cno) {
    if (cno != null) {
      exchange(cno.attach(this));
    }
  }

  private void exchange(Notice next) {
    notice = next;
    if (next == null) {
      ATTENTION.getAndBitwiseAnd(this, ~NOTIFIES);
    } else {
      ATTENTION.getAndBitwiseOr(this, NOTIFIES);
    }
  }

  @Override
  protected final void implModifyCno(AbstractCno newCno) {
    // What has arrived by now is the old one's.
    signal();
    Notice old = notice;
    boolean goesAlong = old != null && !condition().isEnabled() && old.cno().withdraw(old);
    Notice next = newCno == null ? null : ((SoftCno) newCno).attach(this);
    exchange(next);
    if (old == null) {
      // What arrived while there was no object is nobody's.
      told.skip(told.arrived());
    } else {
      old.cno().detach();
    }
    if (goesAlong && next != null) {
      next.cno().trigger(next);
    }
    signal();
  }

  // --- waits

  @Override
  protected final int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    if (notice == null && !isOneOf(NO_WAIT) && queue.holds(threshold) && take(event)) {
      // As if the wait had been over before anybody could see it: no condition to move.
      long start = queue.start();
      event.setMore((int) (queue.arrived(start) - start));
      return DatReturn.SUCCESS;
    }
    Thread me = Thread.currentThread();
    while (!OWNER.compareAndSet(this, (Thread) null, me)) {
      EvdCondition now = condition();
      if (!EvdInput.WAIT.permits(now)) {
        throw refused("await", now);
      }
      // One that was sent away is about to leave.
      Thread.yield();
    }
    try {
      if (wanted != threshold) {
        wanted = threshold;
      }
      // What is queued already is taken at once, whether it would have woken anybody or not.
      boolean enough = queue.holds(threshold);
      move(EvdInput.WAIT, "await");
      patience.begin(timeoutMicros);
      return waitFor(me, enough, event);
    } finally {
      leave();
    }
  }

  private int waitFor(Thread me, boolean already, DatEvent event) {
    boolean drives = !Threads.isVirtual(me);
    boolean polls = drives && patience.polls();
    boolean enough = already;
    for (; ; ) {
      EvdCondition now = condition();
      if (!now.isWaited()) {
        if (isFreed()) {
          return DatReturn.ABORT;
        }
        throw unwaitable();
      }
      if ((enough || isEnough()) && answers() && take(event)) {
        count(event);
        return DatReturn.SUCCESS;
      }
      enough = false;
      if (me.isInterrupted() && answers()) {
        count(event);
        return DatReturn.INTERRUPTED_CALL;
      }
      if (polls && fabric.poll() > 0) {
        continue;
      }
      if (patience.isOver() && answers()) {
        // An event that came at the last moment is taken: none that was counted goes untold.
        if (count(event) >= wanted) {
          enough = true;
          continue;
        }
        return DatReturn.TIMEOUT_EXPIRED;
      }
      if (drives && patience.spins()) {
        Thread.onSpinWait();
      } else if (drives && patience.givesWay()) {
        fabric.giveWay();
        enough = isEnough();
        patience.gaveWay(enough);
      } else {
        block(drives, patience.left());
      }
    }
  }

  /**
   * Takes over what has arrived while this thread waits; the notification object is told of what
   * comes later. False when the wait was ended by another.
   */
  private boolean answers() {
    long arrived = queue.arrived(answered);
    // Asked afterwards: what arrives after the end is the object's.
    if (!condition().isWaited()) {
      return false;
    }
    answered = arrived;
    return true;
  }

  /** Tells how many events are queued of those this thread has taken over. */
  private int count(DatEvent event) {
    long start = queue.start();
    // A dequeue that began before the wait may have taken one more.
    answered = Math.max(answered, start);
    int queued = (int) (answered - start);
    event.setMore(queued);
    return queued;
  }

  private void leave() {
    if (notice != null) {
      told.skip(answered);
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
