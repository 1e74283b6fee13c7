package org.dat4j.dat.spi;

import org.dat4j.dat.Cno;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.HandleType;

/**
 * Base of the EVDs of all DAT providers: checks each call before the provider carries it out.
 *
 * <p>The provider has the queue. Where an event finds no room, it queues one {@link
 * DatEvent#setAsync} with {@link EventNumber#ASYNC_ERROR_EVD_OVERFLOW}, this EVD and {@link
 * org.dat4j.dat.EvdAsyncErrorReason#OVERFLOW_ERROR} on {@link AbstractIa#asyncEvd()}. The next one
 * follows only after an event was taken from this EVD. The connection whose completion was lost
 * ends with CONNECTION_EVENT_BROKEN.
 */
public abstract class AbstractEvd extends AbstractDatObject implements Evd {

  private final int flags;
  private final EvdSources feeders;

  /** Held while the CNO changes; programs may lock this EVD itself. */
  private final Object cnoLock = new Object();

  private volatile AbstractCno cno;

  /**
   * Makes an EVD.
   *
   * @param ia its adapter
   * @param cno its CNO, or null
   * @param flags bits of {@link EvdFlags}
   */
  protected AbstractEvd(AbstractIa ia, AbstractCno cno, int flags) {
    super(ia, HandleType.EVD);
    this.cno = cno;
    this.flags = flags;
    this.feeders = new EvdSources(this, (flags & EvdFlags.SOFTWARE) != 0);
  }

  /** The streams of events that feed this EVD. */
  final EvdSources feeders() {
    return feeders;
  }

  /** Keeps it busy as the goal of events other than completions. */
  final void joinOther(String where, int position, int subtype) {
    retain(where, "evd", subtype);
    try {
      synchronized (ia().sourceLock()) {
        feeders.joinOther(where, position);
      }
    } catch (RuntimeException | Error e) {
      release();
      throw e;
    }
  }

  /** Undoes {@link #joinOther}. */
  final void leaveOther() {
    synchronized (ia().sourceLock()) {
      feeders.leaveOther();
    }
    release();
  }

  /**
   * Whether single completions decide about waking a waiter, rather than a threshold.
   *
   * @return true while an endpoint with unsignalled or solicited completions feeds it
   */
  protected final boolean isControlled() {
    return feeders.controlled();
  }

  /**
   * The streams it may carry.
   *
   * @return bits of {@link EvdFlags}
   */
  public final int flags() {
    return flags;
  }

  /**
   * The CNO.
   *
   * @return the object or null
   */
  public final AbstractCno cno() {
    return cno;
  }

  @Override
  public final EvdParam query(int mask) {
    checkMask("query", mask, EvdField.ALL);
    return new EvdParam(ia(), implQlen(), implState(), cno, flags);
  }

  @Override
  public final void modifyCno(Cno newCno) {
    checkLive("modifyCno");
    String where = where("modifyCno");
    AbstractCno next = null;
    if (newCno != null) {
      next = own(ia(), newCno, AbstractCno.class, where, "cno", DatSubtype.INVALID_HANDLE_CNO);
      next.retain(where, "cno", DatSubtype.INVALID_HANDLE_CNO);
    }
    AbstractCno before;
    try {
      before = replaceCno(next);
    } catch (RuntimeException | Error e) {
      if (next != null) {
        next.release();
      }
      throw e;
    }
    if (before != null) {
      before.release();
    }
  }

  /** Sets the CNO; one change at a time, and none after {@link #dropReferences}. */
  private AbstractCno replaceCno(AbstractCno next) {
    synchronized (cnoLock) {
      checkLive("modifyCno");
      implModifyCno(next);
      AbstractCno before = cno;
      cno = next;
      return before;
    }
  }

  @Override
  public final void resize(int minQlen) {
    checkLive("resize");
    AdapterLimitChecks.checkQlen(ia(), where("resize"), minQlen);
    implResize(minQlen);
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.INVALID_STATE_EVD_IN_USE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  final void dropReferences() {
    AbstractCno last;
    synchronized (cnoLock) {
      last = cno;
    }
    if (last != null) {
      last.release();
    }
  }

  @Override
  public final void enable() {
    checkLive("enable");
    implEnable(true);
  }

  @Override
  public final void disable() {
    checkLive("disable");
    implEnable(false);
  }

  @Override
  public final void setUnwaitable() {
    checkLive("setUnwaitable");
    implWaitable(false);
  }

  @Override
  public final void clearUnwaitable() {
    checkLive("clearUnwaitable");
    implWaitable(true);
  }

  @Override
  public final int dequeue(DatEvent event) {
    if (event == null) {
      throw Errors.parameter(where("dequeue"), 2, "event", null, "give a DatEvent");
    }
    checkLive("dequeue");
    return implDequeue(event);
  }

  @Override
  public final int await(long timeoutMicros, int threshold, DatEvent event) {
    if (event == null) {
      throw Errors.parameter(where("await"), 4, "event", null, "give a DatEvent");
    }
    checkLive("await");
    checkTimeout(this, timeoutMicros);
    checkThreshold(threshold);
    if (threshold != 1 && isControlled()) {
      throw Errors.state(
          where("await"),
          DatSubtype.INVALID_STATE_EVD_CONFIG_NOTIFY,
          "threshold",
          threshold,
          "give 1: an endpoint decides by completion flags about waking");
    }
    return implAwait(timeoutMicros, threshold, event);
  }

  /**
   * Refuses a wait for more events than the queue holds. A provider whose queue can get shorter
   * between this check and the wait checks once more.
   *
   * @param threshold of the wait
   */
  protected final void checkThreshold(int threshold) {
    int most = implQlen();
    if (threshold < 1 || threshold > most) {
      throw Errors.parameter(
          where("await"), 3, "threshold", threshold, "give 1 to the queue length " + most);
    }
  }

  @Override
  public final int postSe(DatEvent event) {
    checkLive("postSe");
    if (event == null || event.number() != EventNumber.SOFTWARE_EVENT) {
      throw Errors.parameter(
          where("postSe"), 2, "event", event, "give an event made by setSoftware");
    }
    if ((flags & EvdFlags.SOFTWARE) == 0) {
      throw Errors.parameter(
          where("postSe"),
          1,
          "evd flags",
          EvdFlags.toString(flags),
          "create the EVD with EvdFlags.SOFTWARE");
    }
    return implPostSe(event);
  }

  /** Takes the object rather than a text: a wait that is in order makes no text. */
  static void checkTimeout(AbstractDatObject waited, long timeoutMicros) {
    if (timeoutMicros < 0 || timeoutMicros > DatConstants.TIMEOUT_INFINITE) {
      throw Errors.parameter(
          waited.where("await"),
          2,
          "timeoutMicros",
          timeoutMicros,
          "give 0 to 4294967295 (TIMEOUT_INFINITE)");
    }
  }

  /** Refuses an EVD that an adapter of a certain provider cannot use for asynchronous errors. */
  final void checkAsyncOf(DatProvider provider) {
    if (isFreed() || (flags & EvdFlags.ASYNC) == 0 || ia().provider() != provider) {
      throw Errors.handle(
          "DatRegistry.openIa",
          DatSubtype.INVALID_HANDLE_EVD_ASYNC,
          "asyncEvd",
          this,
          "give a live EVD with EvdFlags.ASYNC of the same provider, or null");
    }
  }

  /**
   * The refusal of a wait or dequeue while another thread waits.
   *
   * @param call name of the Java call
   * @return the exception
   */
  protected final DatException waiterPresent(String call) {
    return Errors.state(
        where(call),
        DatSubtype.INVALID_STATE_EVD_WAITER,
        "waiter",
        "another thread waits on this EVD",
        "let one thread at a time wait");
  }

  /**
   * The refusal of a wait while direct waits are forbidden.
   *
   * @return the exception
   */
  protected final DatException unwaitable() {
    return Errors.state(
        where("await"),
        DatSubtype.INVALID_STATE_EVD_UNWAITABLE,
        "state",
        "unwaitable",
        "call clearUnwaitable first");
  }

  /**
   * The refusal of a call that the state table does not permit.
   *
   * @param call name of the Java call
   * @param at the condition it found
   * @return the exception
   */
  protected final DatException refused(String call, EvdCondition at) {
    if (at == EvdCondition.FREED) {
      return freed(call);
    }
    return at.isWaited() ? waiterPresent(call) : unwaitable();
  }

  /**
   * The number of events it can hold.
   *
   * @return at least what was asked for
   */
  protected abstract int implQlen();

  /**
   * Its state.
   *
   * @return bits of {@link org.dat4j.dat.EvdState}
   */
  protected abstract int implState();

  /**
   * Takes the oldest event or answers QUEUE_EMPTY, see {@link Evd#dequeue}.
   *
   * @param event not null
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  protected abstract int implDequeue(DatEvent event);

  /**
   * Waits, see {@link Evd#await}. As many events as the threshold that are queued when the wait
   * begins end it at once, also where {@link #isControlled() single completions decide} and none of
   * these would wake. {@link EvdInput} has the conditions in which a wait is refused, and says
   * which arrivals are the waiter's. One thread waits at a time: the table refuses a second one.
   *
   * @param timeoutMicros checked
   * @param threshold checked
   * @param event not null
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  protected abstract int implAwait(long timeoutMicros, int threshold, DatEvent event);

  /**
   * Queues a software event. No attribute declares these absent: every provider overrides this.
   *
   * @param event a software event; the caller may change it afterwards
   * @return SUCCESS, or QUEUE_FULL where there is no room: nothing is lost by that
   */
  protected int implPostSe(DatEvent event) {
    throw Errors.notImplemented("dat_evd_post_se", this);
  }

  /**
   * Changes the CNO. Events that arrive after the call trigger the new one. A trigger of a disabled
   * EVD that no thread has seen moves to the new one. Every provider overrides this.
   *
   * @param newCno the new one, or null; {@link #cno()} still gives the old one
   */
  protected void implModifyCno(AbstractCno newCno) {
    throw Errors.notImplemented("dat_evd_modify_cno", this);
  }

  /**
   * Changes the queue length; no event is lost, and their order stays. Keeps room for as many
   * events as the threshold of a thread that waits. DAT_INVALID_STATE refuses a length below the
   * number of queued events. No attribute declares resizes absent: every provider overrides this.
   *
   * @param minQlen within the limits
   */
  protected void implResize(int minQlen) {
    throw Errors.notImplemented("dat_evd_resize", this);
  }

  /**
   * Lets arriving events trigger the CNO or not. What has arrived while it was disabled triggers
   * nothing later. {@link EvdInput} has the condition afterwards. Every provider overrides this.
   *
   * @param enabled whether events trigger from now on
   */
  protected void implEnable(boolean enabled) {
    throw Errors.notImplemented(enabled ? "dat_evd_enable" : "dat_evd_disable", this);
  }

  /**
   * Permits or forbids direct waits; a thread that waits when they are forbidden ends with {@link
   * #unwaitable()}. {@link EvdInput} has the condition afterwards. Every provider overrides this.
   *
   * @param waitable whether threads may wait from now on
   */
  protected void implWaitable(boolean waitable) {
    throw Errors.notImplemented(
        waitable ? "dat_evd_clear_unwaitable" : "dat_evd_set_unwaitable", this);
  }
}
