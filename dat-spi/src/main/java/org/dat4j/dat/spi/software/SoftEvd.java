package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.EvdInput;
import org.dat4j.dat.spi.software.concurrent.RepairFlag;

/**
 * The EVD of software backends (loopback, ipc, tcp): events are put into its queue and taken out,
 * and an overflow is reported once.
 */
final class SoftEvd extends WatchedEvd implements EventRing.Sink {

  /** Fills a caller's event with one that is rare enough to be an object. */
  interface Rare {
    void fill(DatEvent out, SoftEvd evd);

    /** Called when the EVD was freed, so that no program will take this event. */
    default void lost() {}
  }

  /** Takes the events of a freed EVD, which no program will take. */
  private final class Losses implements EventRing.Sink {
    @Override
    public FeedTable.Feed feed(int number) {
      return feeds.get(number);
    }

    @Override
    public boolean dto(
        DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
      feed.source().release();
      return true;
    }

    @Override
    public boolean software(DatEvent out, Object pointer) {
      // The consumer's own.
      return true;
    }

    @Override
    public boolean rare(DatEvent out, Object event, long cookie, int status) {
      if (event instanceof RmrBind bind) {
        bind.release();
      } else {
        ((Rare) event).lost();
      }
      return true;
    }
  }

  private static final DtoStatus[] STATUS = DtoStatus.values();
  private static final int NO_DEQUEUE = EvdInput.DEQUEUE.refusals();

  private final EventQueue queue;
  private final Fabric fabric;
  private final FeedTable feeds;
  private final RepairFlag repairFlag;
  private final Losses losses = new Losses();
  private volatile boolean overflowed;

  SoftEvd(SoftIa ia, int qlen, AbstractCno cno, int flags) {
    this(ia, new EventQueue(qlen), cno, flags);
  }

  private SoftEvd(SoftIa ia, EventQueue queue, AbstractCno cno, int flags) {
    super(ia, queue, cno, flags);
    this.fabric = ia.fabric();
    this.repairFlag = ia.repairFlag;
    this.queue = queue;
    this.feeds = new FeedTable(queue);
  }

  /**
   * Lets an endpoint name itself by a number in its events.
   *
   * @param ep the endpoint
   * @param source the queue whose completions bear the number
   * @return the number
   */
  int attach(Ep ep, WorkRequestRing source) {
    return feeds.attach(ep, source);
  }

  void detach(int feed) {
    feeds.detach(feed);
  }

  // --- putting events in

  /** Queues a completion, without waking; false when it was lost or its stream suppresses it. */
  boolean offer(int feed, int status, long cookie, long length, CompletionStream stream) {
    return queue.put(feed, status, cookie, length, stream) >= 0
        || !stream.completionsSuppressed && overflow();
  }

  /** Queues the completion of a bind, without waking; false when it was lost. */
  boolean offer(RmrBind bind, DtoStatus status, long cookie, boolean notifies) {
    long position = queue.put(bind, cookie, status.value());
    if (position < 0) {
      return overflow();
    }
    if (notifies && isControlled()) {
      markWake(position);
    }
    return true;
  }

  /**
   * Queues a completion of a stream that decides about waking by itself, without waking; false when
   * it was lost or its stream suppresses it.
   */
  boolean offerControlled(
      int feed, int status, long cookie, long length, boolean notifies, CompletionStream stream) {
    long position = queue.put(feed, status, cookie, length, stream);
    if (position < 0) {
      return !stream.completionsSuppressed && overflow();
    }
    if (notifies) {
      markWake(position);
    }
    return true;
  }

  /** Takes a place for a completion that {@link #publish} follows at once; -1 when it is lost. */
  long claim() {
    long position = queue.claim();
    if (position < 0) {
      overflow();
    }
    return position;
  }

  /** Takes a place for an event that {@link #publish} follows at once; -1 when full. */
  long claimQuietly() {
    return queue.claim();
  }

  void publish(long position, int feed, int status, long cookie, long length) {
    queue.publish(position, feed, status, cookie, length);
  }

  /** Makes a place of {@link #claim} one that is passed over. */
  void spoil(long position) {
    queue.spoil(position);
  }

  /**
   * Makes a place of {@link #claimQuietly} one that is passed over. Wakes the waiter where a later
   * place is taken: that event's own signal may have stopped at this place.
   */
  void takeBack(long position) {
    queue.spoil(position);
    VarHandle.fullFence();
    if (queue.end() > position + 1) {
      notifyWaiter();
    }
  }

  /** Fills a place of {@link #claimQuietly} with a rare event and wakes the waiter. */
  void publish(long position, Rare event) {
    queue.publish(position, event, 0, 0);
    notifyWaiter();
  }

  /** Queues a rare event and wakes the waiter; false when it was lost. */
  boolean offer(Rare event) {
    return offerRequest(event) || overflow();
  }

  /** Queues a request event; a lost one is refused at the requester instead of reported. */
  boolean offerRequest(Rare event) {
    if (!queue.offer(event)) {
      return false;
    }
    notifyWaiter();
    return true;
  }

  private void notifyWaiter() {
    try {
      VarHandle.fullFence();
      signal();
    } catch (StackOverflowError e) {
      // The event is there and counts as told: the next call of the program wakes the waiter.
      repairFlag.raised = true;
    }
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

  // --- taking events out

  @Override
  public FeedTable.Feed feed(int number) {
    return feeds.get(number);
  }

  @Override
  public boolean dto(
      DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
    feed.source().release();
    if (dropsEvents()) {
      return false;
    }
    out.setDto(this, feed.ep(), cookie, STATUS[status], length);
    return true;
  }

  @Override
  public boolean software(DatEvent out, Object pointer) {
    if (dropsEvents()) {
      return false;
    }
    out.setSoftware(pointer).setEvd(this);
    return true;
  }

  @Override
  public boolean rare(DatEvent out, Object event, long cookie, int status) {
    if (dropsEvents()) {
      losses.rare(out, event, cookie, status);
      return false;
    }
    if (event instanceof RmrBind bind) {
      out.setRmrBind(this, bind.rmr(), cookie, STATUS[status]);
      bind.release();
    } else {
      ((Rare) event).fill(out, this);
    }
    return true;
  }

  @Override
  protected int implQlen() {
    return queue.capacity();
  }

  @Override
  protected int implDequeue(DatEvent event) {
    if (isOneOf(NO_DEQUEUE)) {
      throw refused("dequeue", condition());
    }
    if (take(event)) {
      return DatReturn.SUCCESS;
    }
    boolean moved = ((SoftIa) ia()).repair();
    if ((fabric.poll() > 0 || moved) && take(event)) {
      return DatReturn.SUCCESS;
    }
    if (dropsEvents()) {
      throw refused("dequeue", condition());
    }
    return DatReturn.QUEUE_EMPTY;
  }

  @Override
  boolean take(DatEvent event) {
    if (!queue.poll(this, event)) {
      return false;
    }
    if (overflowed) {
      overflowed = false;
    }
    return true;
  }

  @Override
  protected int implPostSe(DatEvent event) {
    if (!queue.offerSoftware(event.pointer())) {
      return DatReturn.QUEUE_FULL;
    }
    try {
      VarHandle.fullFence();
      signal();
    } catch (StackOverflowError e) {
      // As in notifyWaiter.
      repairFlag.raised = true;
    }
    return DatReturn.SUCCESS;
  }

  @Override
  protected void implResize(int minQlen) {
    synchronized (queue) {
      int queued = queue.count();
      if (queued > minQlen) {
        throw Errors.state(
            where("resize"),
            DatSubtype.NO_SUBTYPE,
            "events queued",
            queued,
            "take events out first, or ask for at least as many");
      }
      int length;
      do {
        length = Math.max(minQlen, wanted());
        if (Math.max(length, EventRing.MIN_CAPACITY) != queue.capacity()) {
          queue.resize(length);
        }
        // A wait that began meanwhile counts on the length before.
      } while (wanted() > length);
    }
  }

  @Override
  void dropAll() {
    boolean more;
    do {
      more = queue.poll(losses, null);
    } while (more);
  }
}
