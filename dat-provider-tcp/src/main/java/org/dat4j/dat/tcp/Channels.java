package org.dat4j.dat.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The channels of one driver and the selector that knows which of them are ready. One thread at a
 * time has the selector: it selects, and calls {@link Ready#ready} of what was found.
 */
class Channels implements AutoCloseable {

  private static final long RELEASE_MILLIS = 2000;
  private static final long RELEASE_TICK = TimeUnit.MICROSECONDS.toNanos(20);
  private static final System.Logger LOG = System.getLogger(Channels.class.getName());

  private final Selector selector;
  private final String name;
  private final AtomicBoolean taken = new AtomicBoolean();

  /** How many threads want the selector to let go of a channel. */
  private final AtomicInteger releasing = new AtomicInteger();

  private final Consumer<SelectionKey> collect = this::collect;
  private volatile Thread selecting;
  private volatile boolean closing;

  /** By who has the selector. */
  private SelectionKey[] ready = new SelectionKey[16];

  /** By who has the selector. */
  private int readyCount;

  Channels(String name) {
    this.name = name;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // --- any thread

  /** Registers a channel that does not block; its key. */
  SelectionKey register(SelectableChannel channel, int ops, Ready handler) throws IOException {
    SelectionKey key;
    try {
      key = channel.register(selector, ops, handler);
    } catch (ClosedSelectorException e) {
      throw new IOException("the adapter is being closed", e);
    }
    touch();
    return key;
  }

  /** Makes a thread that blocks in select see changed interest or a closed channel. */
  void touch() {
    Thread who = selecting;
    if (who != null && who != Thread.currentThread()) {
      selector.wakeup();
    }
  }

  /** The thread that blocks in select, or is about to; else null. */
  Thread selecting() {
    return selecting;
  }

  /** Ends the select under way, or the next one. */
  void wakeup() {
    selector.wakeup();
  }

  /** Whether somebody waits for the selector and would never win it from a loop. */
  boolean areWanted() {
    return releasing.get() > 0;
  }

  /**
   * Waits until the selector has let go of a closed channel; only then its port is free again.
   *
   * @param channel closed
   */
  void release(SelectableChannel channel) {
    releasing.incrementAndGet();
    try {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RELEASE_MILLIS);
      while (!isReleased(channel) && !closing && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(this, RELEASE_TICK);
      }
    } finally {
      releasing.decrementAndGet();
    }
  }

  private boolean isReleased(SelectableChannel channel) {
    touch();
    if (!take()) {
      return false;
    }
    try {
      handleReady();
      // Seen by who has the selector: nobody is between letting go and closing the socket.
      return !channel.isRegistered();
    } finally {
      give();
    }
  }

  // --- who has the selector

  /** Takes the selector; false when another thread has it. */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  /** Whether a thread has the selector; any thread. */
  boolean areTaken() {
    return taken.get();
  }

  /** Gives the selector back. */
  void give() {
    taken.set(false);
  }

  /** Announces a select: from now on {@link #touch} and {@link #wakeup} end it. */
  void announce(Thread me) {
    selecting = me;
  }

  /** Blocks until a channel is ready, for a wake-up, or so long, 0 for any time. */
  void select(long millis) {
    try {
      selector.select(collect, millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClosedSelectorException e) {
      LOG.log(System.Logger.Level.DEBUG, "closed while a thread waited", e);
    }
  }

  /** Handles what is ready now; how much was done. */
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
   * Handles what the last select found; true when something is ready and nothing was done. Then it
   * is in the hands of threads that lost their processor in the middle of it and need it more than
   * the caller, who would only find the same again.
   */
  boolean dispatchIsIdle() {
    return readyCount > 0 && dispatch() == 0;
  }

  private int dispatch() {
    int done = 0;
    int count = readyCount;
    // First: what an error leaves is found again.
    readyCount = 0;
    for (int i = 0; i < count; i++) {
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
    return done;
  }

  // --- the end

  /** Lets nobody wait any more. */
  void closing() {
    closing = true;
    selector.wakeup();
  }

  /** Closes all channels; nobody selects any more. */
  @Override
  public void close() {
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
