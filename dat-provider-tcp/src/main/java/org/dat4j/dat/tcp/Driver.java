package org.dat4j.dat.tcp;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.Waiter;

/**
 * Moves the input of one adapter along. One thread at a time holds the lease and drives: a thread
 * that polls or waits takes it, and the background loop takes it back when that thread stops. So
 * the latency path has no thread hop, and one-sided operations progress without any call of the
 * program. A thread that lost the lease while it was busy with something else has it again when it
 * posts many requests in a row.
 *
 * <p>The lease is about speed: two threads that drive at a time would be slow and not wrong.
 * Correctness rests on the turns of the connections and on {@link Channels}, whose selector one
 * thread at a time has.
 */
final class Driver implements AutoCloseable {

  /** A lease is taken back when it was not dated for this long and nobody handles input. */
  private static final long EXPIRY = TimeUnit.MICROSECONDS.toNanos(200);

  /**
   * A lease dated this recently belongs to a thread that goes on polling. The look itself may have
   * taken the processor from it, and so may those of other processes just before.
   */
  private static final long FRESH = TimeUnit.MICROSECONDS.toNanos(100);

  /**
   * The loop looks after a caller that goes on polling at multiples of this time, less {@link
   * #LEAD}: with {@link #FRESH} and the slack of timers a lease that has expired is taken back
   * within 1 ms, or 2 ms where it had been dated all the time. The clock is the machine's, so the
   * loops of all adapters and processes disturb their pollers at the same moment and not one after
   * the other.
   */
  private static final long TICK = TimeUnit.MICROSECONDS.toNanos(1000);

  /**
   * A wait as long as this is ended by the loop, which looks every 1 or 2 ms anyhow, and not by a
   * timer of its own: to set one and to take it back costs 0.15 us of the 4 us of half a trip.
   */
  private static final long LONG = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * So often in a row the loop has to find a lease fresh, or another wait than before, before it
   * looks half as often.
   */
  private static final int STEADY = 8;

  /**
   * Keeps the looks away from Linux's own ticks, which come at multiples of 1, 4 or 10 ms of the
   * same clock and balance the processors' load. A loop that is awake at that moment makes a
   * processor look busy that has nothing to do, and two pollers stay together on the other one for
   * seconds, each waiting for the other's time slice to end.
   */
  private static final long LEAD = TimeUnit.MICROSECONDS.toNanos(600);

  /** Every so many looks the selector is asked all the same, for listeners and connections made. */
  private static final int SELECT_EVERY = 512;

  /** After so many looks in a row without a wait the selector is only asked, and not waited in. */
  private static final int POLLS_ON = 4 * SELECT_EVERY;

  /**
   * The lease is dated by every look in vain, and else when so much was done: a reading of the
   * clock costs 0.03 to 0.05 us of the 4 to 6 us of half a trip.
   */
  private static final int DATED_EVERY = 4;

  /**
   * After so many requests written at once, of whatever connections, who drives looks for input
   * before the next: who posts to hundreds of connections one after the other would lose the lease
   * to the loop meanwhile, and both would be at it on two processors. Who has lost it has it again
   * after as many within {@link #TICK}.
   */
  private static final int WRITES = 32;

  /**
   * Of them, whose number it divides, the lease is dated after so many: with the input that a look
   * finds behind the last they can take longer than {@link #EXPIRY}.
   */
  private static final int WRITES_DATED = 8;

  /** Ticks after which the loop sleeps for good while a caller blocks in select. */
  private static final int STILL = 3;

  private static final long CLOSE_MILLIS = 2000;
  private static final System.Logger LOG = System.getLogger(Driver.class.getName());
  private static final VarHandle OWNER =
      FieldHandles.find(MethodHandles.lookup(), Driver.class, "owner", Thread.class);
  private static final VarHandle POSTPONED =
      FieldHandles.find(MethodHandles.lookup(), Driver.class, "postponed", Burst.class);

  private final String name;
  private final Channels channels;
  private volatile Thread loop;
  private volatile Thread owner;
  private volatile long dated;
  private volatile boolean loopParked;
  private volatile boolean closed;
  private final Buffers buffers = new Buffers();
  private final Direct direct = new Direct(buffers);
  private final Expected expected = new Expected();

  /** What waits to be written by who drives, a list. */
  private volatile Burst postponed;

  /** Polls and waits so far; by the driving thread. */
  private int round;

  /** Polls so far that looked for input; as {@link #round}. */
  private int looks;

  /**
   * Looks of who holds the lease since its last wait or since it took the lease, at most one more
   * than {@link #POLLS_ON}; as {@link #round}.
   */
  private int looksOn;

  /**
   * Requests that were written at once since the last poll or wait; by the driving thread, or by
   * the one from which the loop has taken the lease.
   */
  private int writes;

  /** When the first of them was written since the loop drives; as {@link #writes}. */
  private long writesSince;

  /** Id of the thread from which the loop has taken the lease; by the loop, before it takes it. */
  private long robbed;

  /** What was done since the lease was dated last; as {@link #round}. */
  private int undated;

  /** Between looks in vain, of which each has dated the lease; as {@link #round}. */
  private final Rests rests = new Rests();

  /**
   * How long the select under way may take, {@link Long#MAX_VALUE} where the loop has nothing to
   * end; by the driving thread before it announces the select.
   */
  private long limit;

  /** The poll or wait the loop has seen last, of {@link #round}; by the loop. */
  private int watched;

  /** When it has seen it first; by the loop. */
  private long since;

  /** Nanoseconds from one poll of the holder to the next, 0 if not known yet; by the loop. */
  private long pace;

  /** How often in a row the loop found the caller busy; by the loop. */
  private int steady;

  Driver(String name) {
    this(name, new Channels(name));
  }

  /**
   * Begins without a channel and without a loop.
   *
   * @param name of the loop
   * @param channels closed with the driver
   */
  Driver(String name, Channels channels) {
    this.name = name;
    this.channels = channels;
  }

  // --- channels

  /**
   * Registers a channel and starts the loop if it does not run yet.
   *
   * @param channel non-blocking
   * @param ops interest
   * @param handler called when it is ready
   * @return its key
   */
  SelectionKey register(SelectableChannel channel, int ops, Ready handler) throws IOException {
    start();
    return channels.register(channel, ops, handler);
  }

  /** The connections, of which a poll reads each while they are few. */
  Direct direct() {
    return direct;
  }

  /** Where input is expected next while the connections are too many to read each. */
  Expected expected() {
    return expected;
  }

  /** What the connections share. */
  Buffers buffers() {
    return buffers;
  }

  /** Makes a thread that blocks in select see changed interest or a closed channel. */
  void touch() {
    channels.touch();
  }

  /**
   * Waits until the selector has let go of a closed channel; only then its port is free again.
   *
   * @param channel closed
   */
  void release(SelectableChannel channel) {
    channels.release(channel);
  }

  private synchronized void start() {
    if (loop == null && !closed) {
      Thread thread = new Thread(this::loop, name);
      thread.setDaemon(true);
      loop = thread;
      thread.start();
    }
  }

  // --- callers

  /**
   * Drives once if the calling thread has or gets the lease, and looks for input unless it has just
   * done so in vain. Never blocks, allocates nothing.
   *
   * @return how much was done
   */
  int poll() {
    return poll(false);
  }

  /** As {@link #poll()}, by who posts on: it looks for the input of all. */
  int pollBetweenPosts() {
    if (isDriving()) {
      // Others do not know what who drives expects.
      expected.expectNothing();
    }
    return poll();
  }

  private int poll(boolean latestFirst) {
    Thread me = Thread.currentThread();
    if (owner != me && !take(me)) {
      return 0;
    }
    int done = writePostponed();
    nextRound();
    if (rests.isTooSoon()) {
      Thread.onSpinWait();
      return done;
    }
    int found = look(latestFirst);
    if (found > 0) {
      rests.found();
    } else if (done > 0) {
      // What was written may be answered after another time than what was before it.
      rests.end();
    } else {
      long now = date();
      rests.vain(now);
      expected.vain(now);
      return 0;
    }
    done += found;
    undated += done;
    if (undated >= DATED_EVERY) {
      date();
    }
    return done;
  }

  /** A poll or a wait begins. */
  private void nextRound() {
    round++;
    writes = 0;
  }

  /** Looks for input; how much was done. */
  private int look(boolean latestFirst) {
    if (looksOn <= POLLS_ON) {
      looksOn++;
    }
    if (direct.areMany()) {
      return lookAtMany();
    }
    int done = 0;
    if (++looks % SELECT_EVERY == 0 || direct.isEmpty()) {
      done += askSelector(looksOn > POLLS_ON);
    }
    return done + (latestFirst ? direct.readLatestFirst() : direct.readAll());
  }

  /** Looks for the input of connections that are too many to read each; how much was done. */
  private int lookAtMany() {
    int next = expected.next();
    if (next == Expected.NONE) {
      return askSelector(false);
    }
    int done = direct.read(next);
    expected.read(next, done);
    return done;
  }

  /** Begins a row of looks, of which the first is made at once. */
  private void lookAnew() {
    looksOn = 0;
    rests.end();
  }

  /** Dates the lease of the calling thread; the present time. */
  private long date() {
    undated = 0;
    long now = System.nanoTime();
    dated = now;
    return now;
  }

  /**
   * Handles what the selector finds ready, unless another thread has it.
   *
   * @param pollsOn whether connections are read as soon as they have input, by the calling thread
   * @return how much was done
   */
  private int askSelector(boolean pollsOn) {
    if (!channels.take()) {
      return 0;
    }
    try {
      if (pollsOn) {
        direct.selectNone();
      } else {
        direct.selectAll();
      }
      return channels.handleReady();
    } finally {
      channels.give();
    }
  }

  /**
   * Lets others run that need the calling thread's processor, and polls then, if the calling thread
   * has or gets the lease; leaves a caller alone that blocks already.
   *
   * @return how much was done
   */
  int giveWay() {
    Thread me = Thread.currentThread();
    if (owner != me && !takeToWait(me)) {
      return 0;
    }
    // What others wait for.
    writePostponed();
    lookAnew();
    Thread.yield();
    return poll(true);
  }

  /** Whether the calling thread drives. */
  boolean isDriving() {
    return owner == Thread.currentThread();
  }

  /** The calling thread has posted a receive to the connection at a position. */
  void receivePosted(int position) {
    if (direct.areMany() && isDriving()) {
      expected.receivePosted(position);
    }
  }

  /** The calling thread has posted a request to the connection at a position. */
  void requestPosted(int position) {
    if (direct.areMany() && isDriving()) {
      expected.requestPosted(position);
    }
  }

  /** The connection at a position had something to do; by who has the selector. */
  void found(int position) {
    if (direct.areMany()) {
      expected.found(position);
    }
  }

  /** Changes with every poll and every wait; for the driving thread. */
  int round() {
    return round;
  }

  /**
   * Leaves a write to who drives next: the calling thread when it polls again, or who takes the
   * lease from it.
   *
   * @param burst of a connection to which the calling thread has just posted
   * @return false when the lease was lost meanwhile and the caller is to write by itself
   */
  boolean postpone(Burst burst) {
    if (burst.enlist()) {
      Burst behind;
      do {
        behind = postponed;
        burst.next(behind);
      } while (!POSTPONED.compareAndSet(this, behind, burst));
    }
    // Who takes the lease after this look finds the list and the request.
    VarHandle.fullFence();
    return owner == Thread.currentThread();
  }

  /**
   * The calling thread is about to write a request by itself. Of many in a row one has to wait for
   * a poll first: of a thread that drives, or would still do so if it had not been busy; the loop
   * would handle the answers beside its posts. A thread that never drives does not begin here: it
   * would keep the loop from its input.
   */
  void writesAtOnce() {
    Thread me = Thread.currentThread();
    Thread now = owner;
    if (now == me) {
      writesDriving();
    } else if (now == loop && robbed == me.getId()) {
      writesBesideLoop(me);
    }
  }

  private void writesDriving() {
    if (++writes % WRITES_DATED == 0) {
      date();
      if (writes >= WRITES) {
        pollBetweenPosts();
      }
    }
  }

  private void writesBesideLoop(Thread me) {
    if (++writes == 1) {
      writesSince = System.nanoTime();
    } else if (writes >= WRITES) {
      writes = 0;
      if (System.nanoTime() - writesSince < TICK && takeToWait(me)) {
        pollBetweenPosts();
      }
    }
  }

  /** Writes what posters have left to who drives; answers for how many connections. */
  private int writePostponed() {
    if (postponed == null) {
      return 0;
    }
    int done = 0;
    Burst burst = (Burst) POSTPONED.getAndSet(this, (Burst) null);
    while (burst != null) {
      burst = burst.write();
      done++;
    }
    return done;
  }

  private boolean take(Thread me) {
    Thread self = loop;
    if (self == null) {
      return false;
    }
    Thread now = owner;
    boolean isCaller = now != null && now != self && now != channels.selecting();
    if (isCaller && System.nanoTime() - dated <= EXPIRY) {
      // Another caller drives; leave it alone while it does.
      return false;
    }
    if (!OWNER.compareAndSet(this, now, me)) {
      return false;
    }
    lookAnew();
    date();
    endSelect();
    wakeLoop();
    return true;
  }

  /**
   * Ends the select of who had the lease; for who has just taken it. Also where it did not select
   * when it was looked at: it may have begun before the lease was taken, and nobody would look
   * after the end of its wait.
   */
  private void endSelect() {
    if (channels.selecting() != null) {
      channels.wakeup();
    }
  }

  /** Gives the lease to the loop at once, if the calling thread has it. */
  void handBack() {
    Thread me = Thread.currentThread();
    if (owner == me && OWNER.compareAndSet(this, me, loop)) {
      LockSupport.unpark(loop);
    }
  }

  private void wakeLoop() {
    if (loopParked) {
      LockSupport.unpark(loop);
    }
  }

  /**
   * Blocks until input, {@link #wakeup}, time-out, an interrupt, or for no reason.
   *
   * @param waiter asked once more when wake-ups cannot be lost any more
   * @param nanos at most
   */
  void awaitIo(Waiter waiter, long nanos) {
    Thread me = Thread.currentThread();
    boolean wanted = channels.areWanted();
    boolean drives = owner == me || !wanted && takeToWait(me);
    if (drives) {
      // Also where another still has the selector and this wait is none in it.
      lookAnew();
      writePostponed();
    }
    if (wanted) {
      LockSupport.parkNanos(waiter, Math.min(nanos, EXPIRY));
    } else if (drives && channels.take()) {
      boolean idle;
      try {
        // To posters a wait is what a poll is: what they post behind it is no burst yet.
        nextRound();
        if (!me.isInterrupted()) {
          boolean brief = nanos < LONG;
          limit = brief ? Long.MAX_VALUE : nanos;
          select(me, waiter, brief ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)) : 0);
        }
        wakeLoop();
        idle = channels.dispatchIsIdle();
        if (direct.areMany() && owner == me) {
          // Their input may have taken long, and the loop looks as soon as the selector is free.
          date();
        }
      } finally {
        channels.give();
      }
      if (idle) {
        LockSupport.parkNanos(waiter, Math.min(nanos, EXPIRY));
      }
    } else {
      LockSupport.parkNanos(waiter, nanos);
    }
  }

  /** As {@link #take}, but leaves a caller alone that blocks already. */
  private boolean takeToWait(Thread me) {
    Thread now = owner;
    return (now == null || now == loop || now != channels.selecting()) && take(me);
  }

  /** Ends a wait of a thread, or its next one. */
  void wakeup(Thread thread) {
    if (thread == Thread.currentThread()) {
      // It moves its own input along, and looks for what that has brought before it blocks. An
      // unpark would cost it a tenth of a microsecond for each message.
      return;
    }
    LockSupport.unpark(thread);
    if (channels.selecting() == thread) {
      channels.wakeup();
    }
  }

  /**
   * Blocks in select unless the lease is lost or the waiter needs no waiting; by who has the
   * selector.
   */
  private void select(Thread me, Waiter waiter, long millis) {
    direct.selectAll();
    channels.announce(me);
    try {
      if (owner == me && !closed && !waiter.ready()) {
        channels.select(millis);
      }
    } finally {
      // Before the loop can see that nobody selects: it would find the lease as old as the wait.
      if (owner == me) {
        date();
      }
      channels.announce(null);
    }
  }

  // --- the loop

  private void loop() {
    Thread self = Thread.currentThread();
    Waiter never = () -> false;
    int still = 0;
    since = System.nanoTime();
    while (!closed) {
      // Nobody has a reason to interrupt this thread; a set flag would keep it from sleeping.
      Thread.interrupted();
      Thread holder = owner;
      if (holder == self || holder == null && OWNER.compareAndSet(this, null, self)) {
        still = 0;
        drive(self, never);
      } else {
        still = watch(self, holder, still);
      }
    }
  }

  private void drive(Thread self, Waiter never) {
    // Who releases a channel needs the selector for a moment and would never win it from a loop.
    if (channels.areWanted() || !channels.take()) {
      LockSupport.parkNanos(this, EXPIRY);
      return;
    }
    boolean idle = false;
    try {
      writePostponed();
      select(self, never, 0);
      idle = channels.dispatchIsIdle();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, name + ": select failed", e);
      LockSupport.parkNanos(this, TICK);
    } finally {
      channels.give();
    }
    Thread holder = owner;
    if (holder != self) {
      pace = 0;
      watched = round;
      since = System.nanoTime();
      // Who took the lease in order to wait may be parked for want of the selector.
      LockSupport.unpark(holder);
    } else if (idle) {
      LockSupport.parkNanos(this, EXPIRY);
    }
  }

  /** Looks after the lease of a caller; answers for how many ticks the caller has been blocked. */
  private int watch(Thread self, Thread holder, int still) {
    if (channels.selecting() == holder) {
      return watchSelect(holder, still);
    }
    long now = System.nanoTime();
    long age = now - dated;
    int polls = round - watched;
    long lately = polls > 0 ? (now - since) / polls : 0;
    if (age < FRESH || polls > 0 && age < 2 * DATED_EVERY * (pace > 0 ? pace : lately)) {
      pace = lately;
      watched += polls;
      since = now;
      steady++;
      LockSupport.parkNanos(this, untilTick(period()));
      return 0;
    }
    steady = 0;
    if (age > EXPIRY) {
      takeBack(self, holder);
    } else {
      LockSupport.parkNanos(this, EXPIRY - age);
    }
    return 0;
  }

  /** Takes an expired lease from a caller, unless it is busy with what the lease is for. */
  private void takeBack(Thread self, Thread holder) {
    if (channels.areTaken()) {
      // Somebody handles input, maybe that of thousands, and nobody else could do so meanwhile.
      LockSupport.parkNanos(this, EXPIRY);
      return;
    }
    robbed = holder.getId();
    if (OWNER.compareAndSet(this, holder, self)) {
      endSelect();
    }
  }

  /** Looks after a caller that selects; ends its wait when that has lasted long enough. */
  private int watchSelect(Thread holder, int still) {
    int wait = round;
    long now = System.nanoTime();
    if (wait != watched) {
      watched = wait;
      since = now;
      // Who waits again and again is as awake as who polls.
      LockSupport.parkNanos(this, Math.min(limit, untilTick(period())));
      steady++;
      return 0;
    }
    long left = limit - (now - since);
    if (left <= 0) {
      channels.wakeup();
    }
    if (still < STILL || left <= 0) {
      LockSupport.parkNanos(this, left <= 0 ? TICK : Math.min(left, TICK));
      return still + 1;
    }
    steady = 0;
    loopParked = true;
    // Asked again: another wait than the one that was looked at may have another limit.
    if (channels.selecting() == holder && round == wait && owner == holder && !closed) {
      LockSupport.parkNanos(this, left);
    }
    loopParked = false;
    return still;
  }

  private long period() {
    return steady < STEADY ? TICK : 2 * TICK;
  }

  private static long untilTick(long tick) {
    return tick - Math.floorMod(System.nanoTime() + LEAD, tick);
  }

  /** Ends the loop and closes all channels. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = loop;
    }
    channels.closing();
    if (running != null) {
      LockSupport.unpark(running);
      Threads.joinBounded(running, CLOSE_MILLIS);
    }
    channels.close();
  }
}
