package org.dat4j.dat.tcp.progress;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.tcp.socket.TcpSockets;

/**
 * The selector with all sockets of one I/O driver of a tcp adapter, which one thread at a time
 * locks to wait for input. The thread that locks it selects, and calls {@link ReadyHandler#ready}
 * of the ready channels.
 */
class SharedSelector implements AutoCloseable {

  private static final long RELEASE_MILLIS = 2000;
  private static final long RELEASE_RETRY_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  /** Nanoseconds before a channel is handled again that could not even be closed. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final String CLOSING = "the adapter is being closed";
  private static final System.Logger LOG = System.getLogger(SharedSelector.class.getName());

  private static final VarHandle LOCKED =
      FieldHandles.find(MethodHandles.lookup(), SharedSelector.class, "locked", boolean.class);

  private final Selector selector;
  private final String name;

  /**
   * Whether a thread has locked the selector. Set to false by a plain store: no stack may be left
   * for a call.
   */
  volatile boolean locked;

  /** Counts threads that wait for the selector to release a channel. */
  private final AtomicInteger releaseWaiters = new AtomicInteger();

  private final Consumer<SelectionKey> collect = this::collect;
  private volatile Thread selecting;

  /** Written before {@link #selecting}. */
  private long limit;

  private volatile boolean closing;

  /** Guarded by the lock. */
  private SelectionKey[] ready = new SelectionKey[16];

  /** Guarded by the lock. */
  private int readyCount;

  /**
   * Opens a selector without channels.
   *
   * @param name of the driver, for the log
   */
  SharedSelector(String name) {
    this.name = name;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  // --- any thread

  /** Registers a channel that does not block; returns its key. */
  SelectionKey register(SelectableChannel channel, int ops, ReadyHandler handler)
      throws IOException {
    SelectionKey key;
    try {
      key = channel.register(selector, ops, handler);
    } catch (ClosedSelectorException e) {
      throw new IOException(CLOSING, e);
    }
    if (closing) {
      // The close may have looked at the channels before: the caller closes this one.
      throw new IOException(CLOSING);
    }
    refreshSelection();
    return key;
  }

  /** Makes a thread that blocks in select notice changed interest or a closed channel. */
  void refreshSelection() {
    Thread blocked = selecting;
    if (blocked != null && blocked != Thread.currentThread()) {
      selector.wakeup();
    }
  }

  /** Returns the thread that blocks in select, or is about to; else null. */
  Thread selecting() {
    return selecting;
  }

  /** Returns the limit of the announced select, in nanoseconds. */
  long limit() {
    return limit;
  }

  /**
   * Wakes the thread that blocks in select. Also wakes one that is only about to select; otherwise
   * nothing would end its wait.
   */
  void wakeSelecting() {
    if (selecting != null) {
      selector.wakeup();
    }
  }

  /** Ends the current select, or the next one. */
  void wakeup() {
    selector.wakeup();
  }

  /** Tells whether a thread waits in {@link #release} and would never win the lock from a loop. */
  boolean hasReleaseWaiters() {
    return releaseWaiters.get() > 0;
  }

  /**
   * Waits until the selector has released a closed channel; only then its port is free again.
   *
   * @param channel closed
   */
  void release(SelectableChannel channel) {
    releaseWaiters.incrementAndGet();
    try {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RELEASE_MILLIS);
      while (!isReleased(channel) && !closing && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(this, RELEASE_RETRY_NANOS);
      }
    } finally {
      releaseWaiters.decrementAndGet();
    }
  }

  private boolean isReleased(SelectableChannel channel) {
    refreshSelection();
    if (!tryLock()) {
      return false;
    }
    try {
      handleReady();
      // Checked under the lock: no other thread is between releasing and closing the socket.
      return !channel.isRegistered();
    } finally {
      locked = false;
    }
  }

  // --- the thread that has locked the selector

  /**
   * Locks the selector; false when another thread has done so. The holder unlocks it by clearing
   * {@link #locked}.
   */
  boolean tryLock() {
    return LOCKED.compareAndSet(this, false, true);
  }

  /** Tells whether a thread has locked the selector; any thread. */
  boolean isLocked() {
    return locked;
  }

  /**
   * Announces a select: from now on {@link #refreshSelection} and {@link #wakeup} end it.
   *
   * @param thread that selects
   * @param nanos after which the loop ends the select, {@link Long#MAX_VALUE} for never
   */
  void announce(Thread thread, long nanos) {
    limit = nanos;
    selecting = thread;
  }

  /** Takes an announcement back when the select is over. */
  void announceEnd() {
    selecting = null;
  }

  /** Blocks until a channel is ready, a wake-up, or the given milliseconds; 0 means no limit. */
  void select(long millis) {
    try {
      selector.select(collect, millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      LOG.log(System.Logger.Level.DEBUG, "closed while a thread waited", e);
    }
  }

  /** Handles what is ready now; returns units of work done. */
  int handleReady() {
    try {
      selector.selectNow(collect);
      return dispatch();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      return 0;
    }
  }

  private void collect(SelectionKey key) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, readyCount * 2);
    }
    ready[readyCount++] = key;
  }

  /**
   * Handles what the last select found. Returns true when channels are ready and nothing was done:
   * preempted threads hold their turns and need the processor more than the caller, which would
   * only find the same channels again.
   */
  boolean dispatchIsIdle() {
    return readyCount > 0 && dispatch() == 0;
  }

  private int dispatch() {
    int done = 0;
    int count = readyCount;
    // Cleared first: the next select finds again what an Error leaves undone.
    readyCount = 0;
    for (int i = 0; i < count; i++) {
      SelectionKey key = ready[i];
      ready[i] = null;
      try {
        done += ((ReadyHandler) key.attachment()).ready(key.readyOps());
      } catch (CancelledKeyException e) {
        // Another thread has closed it meanwhile: there is nothing left to do.
        continue;
      } catch (RuntimeException | Error e) {
        fail(key, e);
        done++;
      }
    }
    return done;
  }

  /** Ends the connection or listener of one channel, and no other. */
  private void fail(SelectionKey key, Throwable e) {
    try {
      ((ReadyHandler) key.attachment()).failed(key, e);
      LOG.log(System.Logger.Level.ERROR, name + ": a connection is closed for a fault", e);
    } catch (RuntimeException | Error again) {
      retryLater(key);
    }
  }

  /** Leaves the channel ready until there is memory to report the failure. */
  private void retryLater(SelectionKey key) {
    try {
      key.interestOps(key.channel().validOps() & ~SelectionKey.OP_CONNECT);
    } catch (CancelledKeyException e) {
      TcpSockets.close(key.channel());
    }
    LockSupport.parkNanos(this, RETRY_NANOS);
  }

  // --- the end

  /** Tells whether {@link #stopWaiting} was called. */
  boolean isClosing() {
    return closing;
  }

  /** Ends all waits for the release of a channel. */
  void stopWaiting() {
    closing = true;
    selector.wakeup();
  }

  /** Closes all channels and the selector; no thread selects after that. */
  @Override
  public void close() {
    try {
      for (SelectionKey key : selector.keys()) {
        TcpSockets.close(key.channel());
      }
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, name + ": selector not closed", e);
    }
  }
}
