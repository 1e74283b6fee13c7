package org.dat4j.dat.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.dat4j.dat.spi.software.Waiter;

/**
 * Moves the input of one adapter along. One thread at a time holds the lease and drives: a thread
 * that polls or waits takes it, and the background loop takes it back when it was not renewed. So
 * the latency path has no thread hop, and one-sided operations progress without any call of the
 * program.
 *
 * <p>The lease is about speed: two threads that drive at a time would be slow and not wrong.
 * Correctness rests on the turns of the connections and on {@code selectorBusy}, which one thread
 * at a time holds while it selects and calls {@link Ready#ready}.
 */
final class Driver implements AutoCloseable {

  /** A lease is taken back when it was not renewed for this long. */
  private static final long EXPIRY = TimeUnit.MICROSECONDS.toNanos(200);

  /** A lease renewed this recently belongs to a thread that goes on polling. */
  private static final long FRESH = TimeUnit.MICROSECONDS.toNanos(20);

  /** How long the loop sleeps while a caller goes on polling. With {@link #EXPIRY} below 1 ms. */
  private static final long TICK = TimeUnit.MICROSECONDS.toNanos(700);

  /** Up to this many connections are read without asking the selector which of them are ready. */
  private static final int DIRECT = 8;

  /** Every so many polls the selector is asked all the same, for listeners and connections made. */
  private static final int SELECT_EVERY = 64;

  /** Ticks after which the loop sleeps for good while a caller blocks in select. */
  private static final int STILL = 3;

  private static final long CLOSE_MILLIS = 2000;
  private static final long RELEASE_TICK = TimeUnit.MICROSECONDS.toNanos(20);
  private static final System.Logger LOG = System.getLogger(Driver.class.getName());
  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(Driver.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Selector selector;
  private final String name;
  private final AtomicBoolean selectorBusy = new AtomicBoolean();
  private final Consumer<SelectionKey> collect = this::collect;
  private volatile Thread loop;
  private volatile Thread owner;
  private volatile long renewed;
  private volatile Thread selecting;
  private volatile boolean loopParked;
  private volatile boolean closed;
  private volatile TcpWire[] wires = {};

  /** Under selectorBusy. */
  private SelectionKey[] ready = new SelectionKey[16];

  /** Under selectorBusy. */
  private int readyCount;

  /** By the driving thread. */
  private int round;

  Driver(String name) {
    this.name = name;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    SelectionKey key = channel.register(selector, ops, handler);
    touch();
    return key;
  }

  /** Adds a connection to those that are read directly. */
  synchronized void add(TcpWire wire) {
    TcpWire[] more = Arrays.copyOf(wires, wires.length + 1);
    more[wires.length] = wire;
    wires = more;
  }

  /** Ends the direct reading of a connection. */
  synchronized void remove(TcpWire wire) {
    wires = Arrays.stream(wires).filter(other -> other != wire).toArray(TcpWire[]::new);
  }

  /** Makes a thread that blocks in select see changed interest or a closed channel. */
  void touch() {
    Thread who = selecting;
    if (who != null && who != Thread.currentThread()) {
      selector.wakeup();
    }
  }

  /**
   * Waits until the selector has let go of a closed channel; only then its port is free again.
   *
   * @param channel closed
   */
  void release(SelectableChannel channel) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    while (channel.isRegistered() && !closed && System.nanoTime() - deadline < 0) {
      touch();
      if (selectNow() == 0) {
        LockSupport.parkNanos(this, RELEASE_TICK);
      }
    }
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
   * Drives once if the calling thread has or gets the lease. Never blocks, allocates nothing.
   *
   * @return how much was done
   */
  int poll() {
    Thread me = Thread.currentThread();
    if (owner != me && !take(me)) {
      return 0;
    }
    renewed = System.nanoTime();
    TcpWire[] now = wires;
    int done = 0;
    boolean direct = now.length <= DIRECT;
    boolean turn = ++round % SELECT_EVERY == 0;
    if (now.length == 0 || !direct || turn) {
      done += selectNow();
    }
    if (direct) {
      for (TcpWire wire : now) {
        done += wire.poll();
      }
    }
    return done;
  }

  private boolean take(Thread me) {
    Thread self = loop;
    if (self == null) {
      return false;
    }
    Thread now = owner;
    if (now != null && now != self && now != selecting) {
      // Another caller drives; leave it alone while it does.
      return System.nanoTime() - renewed > EXPIRY && OWNER.compareAndSet(this, now, me);
    }
    if (!OWNER.compareAndSet(this, now, me)) {
      return false;
    }
    renewed = System.nanoTime();
    if (selecting != null) {
      selector.wakeup();
    }
    wakeLoop();
    return true;
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
    if ((owner == me || takeToWait(me)) && selectorBusy.compareAndSet(false, true)) {
      try {
        if (!me.isInterrupted()) {
          select(me, waiter, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        }
        renewed = System.nanoTime();
        wakeLoop();
        dispatch();
      } finally {
        selectorBusy.set(false);
      }
    } else {
      LockSupport.parkNanos(waiter, nanos);
    }
  }

  /** As {@link #take}, but leaves a caller alone that blocks already. */
  private boolean takeToWait(Thread me) {
    Thread now = owner;
    return (now == null || now == loop || now != selecting) && take(me);
  }

  /** Ends a wait of a thread, or its next one. */
  void wakeup(Thread thread) {
    LockSupport.unpark(thread);
    if (selecting == thread) {
      selector.wakeup();
    }
  }

  // --- the selector; all under selectorBusy

  private int selectNow() {
    if (!selectorBusy.compareAndSet(false, true)) {
      return 0;
    }
    try {
      selector.selectNow(collect);
      return dispatch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      return 0;
    } finally {
      selectorBusy.set(false);
    }
  }

  /** Blocks in select unless the lease is lost or the waiter needs no waiting. */
  private void select(Thread me, Waiter waiter, long millis) {
    selecting = me;
    try {
      if (owner == me && !closed && !waiter.ready()) {
        selector.select(collect, millis);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      LOG.log(System.Logger.Level.DEBUG, "closed while a thread waited", e);
    } finally {
      selecting = null;
    }
  }

  private void collect(SelectionKey key) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, readyCount * 2);
    }
    ready[readyCount++] = key;
  }

  private int dispatch() {
    int done = 0;
    for (int i = 0; i < readyCount; i++) {
      SelectionKey key = ready[i];
      ready[i] = null;
      try {
        done += ((Ready) key.attachment()).ready(key.readyOps());
      } catch (CancelledKeyException e) {
        // Closed by another thread meanwhile: there is nothing left to do for it.
        continue;
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.ERROR, name + ": a connection is closed for a fault", e);
        Sockets.close(key.channel());
      }
    }
    readyCount = 0;
    return done;
  }

  // --- the loop

  private void loop() {
    Thread self = Thread.currentThread();
    Waiter never = () -> false;
    int still = 0;
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
    if (!selectorBusy.compareAndSet(false, true)) {
      LockSupport.parkNanos(this, EXPIRY);
      return;
    }
    try {
      select(self, never, 0);
      dispatch();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, name + ": select failed", e);
      LockSupport.parkNanos(this, TICK);
    } finally {
      selectorBusy.set(false);
    }
  }

  /** Looks after the lease of a caller; answers for how many ticks the caller has been blocked. */
  private int watch(Thread self, Thread holder, int still) {
    if (selecting == holder) {
      if (still < STILL) {
        LockSupport.parkNanos(this, TICK);
        return still + 1;
      }
      loopParked = true;
      if (selecting == holder && owner == holder && !closed) {
        LockSupport.park(this);
      }
      loopParked = false;
      return 0;
    }
    long age = System.nanoTime() - renewed;
    if (age > EXPIRY) {
      OWNER.compareAndSet(this, holder, self);
    } else {
      LockSupport.parkNanos(this, age < FRESH ? TICK : EXPIRY - age);
    }
    return 0;
  }

  /** Ends the loop and closes all channels. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = loop;
    }
    selector.wakeup();
    if (running != null) {
      LockSupport.unpark(running);
      Threads.joinBounded(running, CLOSE_MILLIS);
    }
    try {
      for (SelectionKey key : selector.keys()) {
        Sockets.close(key.channel());
      }
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, name + ": selector not closed", e);
    }
  }
}
