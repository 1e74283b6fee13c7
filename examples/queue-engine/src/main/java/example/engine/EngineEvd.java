package example.engine;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.EvdCondition;
import org.dat4j.dat.spi.EvdInput;

/**
 * The EVD of the example provider: queues events, wakes waiting threads and notifies its CNO.
 * {@link EvdInput} says which calls its condition permits, and whether an arrival wakes the waiter
 * or triggers the CNO.
 */
final class EngineEvd extends AbstractEvd {

  private final EngineIa ia;
  private final ArrayDeque<QueuedEvent> events = new ArrayDeque<>();
  private final Condition arrival = QueueEngine.LOCK.newCondition();
  private EngineCno cno;
  private EvdCondition condition = EvdCondition.ENABLED_IDLE;
  private int capacity;
  private boolean isOverflowed;

  /** The thread that waits; null without one, and once it was sent away. */
  private Thread waiter;

  /** The events that the waiter waits for. */
  private int wanted;

  /** How many events were taken out. */
  private long taken;

  /** The place behind the last event that wakes, counted as {@link #taken}. */
  private long wakesUpTo;

  EngineEvd(EngineIa ia, int qlen, EngineCno cno, int flags) {
    super(ia, cno, flags);
    this.ia = ia;
    this.capacity = qlen;
    this.cno = cno;
    if (cno != null) {
      QueueEngine.locked(() -> cno.attach());
    }
  }

  // --- events arrive; under the engine's lock

  boolean isFull() {
    return events.size() >= capacity;
  }

  /** Queues an event that wakes; reports an overflow and answers false if there is no room. */
  boolean offer(QueuedEvent event) {
    return offer(event, true);
  }

  /**
   * Queues an event.
   *
   * @param wakes whether it counts where single completions decide about waking
   */
  boolean offer(QueuedEvent event, boolean wakes) {
    if (condition == EvdCondition.FREED) {
      event.lost();
      return true;
    }
    if (isFull()) {
      overflow();
      return false;
    }
    events.add(event);
    if (wakes) {
      wakesUpTo = taken + events.size();
    }
    switch (EvdInput.arrival(condition)) {
      case WAITER -> arrival.signalAll();
      case CNO -> {
        if (cno != null && (wakes || !isControlled())) {
          cno.trigger(this);
        }
      }
      default -> {
        // Nobody: the event is found by a thread that looks.
      }
    }
    return true;
  }

  private void overflow() {
    EngineEvd async = ia.asyncErrors();
    if (!isOverflowed && async != this && async != null) {
      int reason = EvdAsyncErrorReason.OVERFLOW_ERROR.value();
      async.offer(
          (out, evd) -> out.setAsync(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, evd, this, reason));
    }
    isOverflowed = true;
  }

  // --- events are taken

  private boolean take(DatEvent out) {
    QueuedEvent next = events.poll();
    if (next == null) {
      return false;
    }
    taken++;
    isOverflowed = false;
    next.fill(out, this);
    return true;
  }

  @Override
  protected int implDequeue(DatEvent event) {
    QueueEngine.LOCK.lock();
    try {
      require(EvdInput.DEQUEUE, "dequeue");
      return take(event) ? DatReturn.SUCCESS : DatReturn.QUEUE_EMPTY;
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  @Override
  protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    QueueEngine.LOCK.lock();
    try {
      condition = require(EvdInput.WAIT, "await");
      waiter = Thread.currentThread();
      wanted = threshold;
      try {
        return waitFor(waiter, timeoutMicros, event);
      } finally {
        if (waiter == Thread.currentThread()) {
          waiter = null;
          condition = EvdInput.WAIT_ENDS.next(condition);
        }
      }
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  private int waitFor(Thread me, long timeoutMicros, DatEvent event) {
    boolean endless = timeoutMicros == DatConstants.TIMEOUT_INFINITE;
    long left = endless ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(timeoutMicros);
    // What is queued already is taken at once, whether it would have woken anybody or not.
    boolean isEnough = events.size() >= wanted;
    for (; ; ) {
      if (waiter != me) {
        if (condition == EvdCondition.FREED) {
          return DatReturn.ABORT;
        }
        throw unwaitable();
      }
      if (isEnough && take(event)) {
        event.setMore(events.size());
        return DatReturn.SUCCESS;
      }
      if (me.isInterrupted() || left <= 0) {
        event.setMore(events.size());
        return left <= 0 ? DatReturn.TIMEOUT_EXPIRED : DatReturn.INTERRUPTED_CALL;
      }
      try {
        left = arrival.awaitNanos(left);
      } catch (InterruptedException e) {
        me.interrupt();
      }
      isEnough = isControlled() ? wakesUpTo > taken : events.size() >= wanted;
    }
  }

  // --- the condition

  /** The condition after an input, which is refused where the present one does not permit it. */
  private EvdCondition require(EvdInput input, String call) {
    EvdCondition next = input.next(condition);
    if (next == null) {
      throw refused(call, condition);
    }
    return next;
  }

  private void move(EvdInput input, String call) {
    QueueEngine.locked(
        () -> {
          condition = require(input, call);
          if (waiter != null && !condition.isWaited()) {
            waiter = null;
            arrival.signalAll();
          }
        });
  }

  @Override
  protected void implEnable(boolean enabled) {
    move(enabled ? EvdInput.ENABLE : EvdInput.DISABLE, enabled ? "enable" : "disable");
  }

  @Override
  protected void implWaitable(boolean waitable) {
    if (waitable) {
      move(EvdInput.CLEAR_UNWAITABLE, "clearUnwaitable");
    } else {
      move(EvdInput.SET_UNWAITABLE, "setUnwaitable");
    }
  }

  @Override
  protected int implState() {
    return condition.state();
  }

  @Override
  protected int implQlen() {
    return capacity;
  }

  @Override
  protected int implPostSe(DatEvent event) {
    Object pointer = event.pointer();
    QueueEngine.LOCK.lock();
    try {
      if (isFull()) {
        return DatReturn.QUEUE_FULL;
      }
      offer((out, evd) -> out.setSoftware(pointer).setEvd(evd));
      return DatReturn.SUCCESS;
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  @Override
  protected void implModifyCno(AbstractCno newCno) {
    QueueEngine.locked(
        () -> {
          EngineCno old = cno;
          // A trigger that nobody has seen moves along while the EVD is disabled.
          boolean moves = old != null && !condition.isEnabled() && old.withdraw(this);
          cno = (EngineCno) newCno;
          if (old != null) {
            old.detach();
          }
          if (cno != null) {
            cno.attach();
            if (moves) {
              cno.trigger(this);
            }
          }
        });
  }

  @Override
  protected void implResize(int minQlen) {
    QueueEngine.locked(
        () -> {
          require(EvdInput.RESIZE, "resize");
          if (events.size() > minQlen) {
            throw Errors.state(
                where("resize"),
                DatSubtype.NO_SUBTYPE,
                "events queued",
                events.size(),
                "take events out first, or ask for at least as many");
          }
          capacity = waiter == null ? minQlen : Math.max(minQlen, wanted);
        });
  }

  @Override
  protected void implFree() {
    move(EvdInput.FREE, "free");
    QueueEngine.locked(
        () -> {
          if (cno != null) {
            cno.detachFreed(this);
            cno = null;
          }
          events.forEach(QueuedEvent::lost);
          events.clear();
        });
  }
}
