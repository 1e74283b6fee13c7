package org.dat4j.dat.tcp.progress;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.Waiter;
import org.dat4j.dat.tcp.buffer.SharedBuffers;

/**
 * An I/O driver of a tcp adapter: one thread at a time holds its lease, and moves the input of all
 * its connections along. A thread that polls or waits takes the lease; the background loop reclaims
 * it when that thread stops. So the latency path has no thread hop, and one-sided operations
 * progress without any call of the program.
 *
 * <p>The lease serves speed alone: two threads that drive at a time would be slow, not wrong.
 * Correctness rests on the turns of the connections and on {@link SharedSelector}, which one thread
 * at a time locks.
 */
public final class Driver implements AutoCloseable {

  /**
   * Requests written at once, on any connections, before the driving thread polls for input.
   * Without it, a thread that posts to hundreds of connections in turn would lose the lease to the
   * loop. Both would then use the connections on two processors.
   */
  static final int WRITES_BEFORE_POLL = 32;

  /**
   * Renews the lease every this many writes (divides {@link #WRITES_BEFORE_POLL}): all of them and
   * a poll may exceed {@link DriverLease#EXPIRY}.
   */
  private static final int WRITES_PER_RENEWAL = 8;

  private final SharedSelector selector;
  private final SharedBuffers buffers = new SharedBuffers();
  private final PolledConnections connections = new PolledConnections(buffers);
  private final DeferredWrites deferred = new DeferredWrites();
  private final DriverLease lease;
  private final PollPolicy policy;
  private final InputPoller input;
  private final InputWait wait;
  private final LeaseMonitor monitor;
  private final BackgroundLoop loop;

  /** Requests written at once since the last poll or wait; used by the driving thread. */
  private int writesSincePoll;

  /**
   * Creates a driver without channels.
   *
   * @param name name of the loop's thread
   * @return the driver
   */
  public static Driver open(String name) {
    SharedSelector selector = new SharedSelector(name);
    try {
      return new Driver(name, selector, Thread::new, new InputPredictor());
    } catch (RuntimeException | Error e) {
      selector.close();
      throw e;
    }
  }

  /**
   * Creates a driver without channels; the loop starts with the first channel.
   *
   * @param name name of the loop's thread
   * @param selector closed with the driver
   * @param threads creates the loop's thread
   * @param policy decides which connection is polled
   */
  Driver(String name, SharedSelector selector, ThreadFactory threads, PollPolicy policy) {
    this.selector = selector;
    this.policy = policy;
    this.lease = new DriverLease(selector);
    this.input = new InputPoller(selector, connections, policy);
    this.monitor = new LeaseMonitor(lease, selector);
    this.wait = new InputWait(lease, selector, connections);
    this.loop = new BackgroundLoop(name, threads, lease, monitor, selector, wait, deferred);
  }

  // --- channels

  /**
   * Registers a channel and starts the loop if it does not run yet.
   *
   * @param channel non-blocking
   * @param ops interest
   * @param handler called when it is ready
   * @return its key
   * @throws IOException if the channel or the driver is closed
   */
  public SelectionKey register(SelectableChannel channel, int ops, ReadyHandler handler)
      throws IOException {
    loop.start();
    return selector.register(channel, ops, handler);
  }

  /** {@return the connections that a poll reads without the selector while they are few} */
  public PolledConnections connections() {
    return connections;
  }

  /** {@return the buffers that the connections share} */
  public SharedBuffers buffers() {
    return buffers;
  }

  /** Returns the policy that decides which connection is polled. */
  PollPolicy policy() {
    return policy;
  }

  /** Makes a thread that blocks in select notice changed interest or a closed channel. */
  public void refreshSelection() {
    selector.refreshSelection();
  }

  /**
   * Waits until the selector has released a closed channel; only then its port is free again.
   *
   * @param channel closed
   */
  public void release(SelectableChannel channel) {
    selector.release(channel);
  }

  // --- polls

  /**
   * Polls once if the calling thread holds or can take the lease. Never blocks, allocates nothing.
   *
   * @return units of work done
   */
  public int poll() {
    return poll(false);
  }

  /**
   * Polls all connections for input as {@link #poll()} does, for a thread that continues to post.
   *
   * @return units of work done
   */
  public int pollBetweenPosts() {
    if (lease.isMine()) {
      // Other threads do not know what the driving thread expects.
      policy.expectAny();
    }
    return poll();
  }

  /**
   * Lets other threads use the processor, then polls, if the calling thread holds or can take the
   * lease. Does not take it from a caller that already blocks.
   *
   * @return units of work done
   */
  public int yieldAndPoll() {
    Thread caller = Thread.currentThread();
    if (lease.holder() != caller && !takeLeaseToWait(caller)) {
      return 0;
    }
    // Other threads may wait for these writes.
    deferred.writeAll();
    input.restart();
    Thread.yield();
    return poll(true);
  }

  private int poll(boolean yielded) {
    Thread caller = Thread.currentThread();
    if (lease.holder() != caller && !startDriving(lease.tryTake(caller))) {
      return 0;
    }
    int done = deferred.writeAll();
    beginRound();
    int found = input.poll(yielded);
    if (found == 0 && done == 0) {
      policy.missed(lease.renew());
      return 0;
    }
    done += found;
    lease.countWork(done);
    return done;
  }

  /** Marks the beginning of a poll or a wait. */
  private void beginRound() {
    lease.beginRound();
    writesSincePoll = 0;
  }

  // --- the lease

  private boolean takeLeaseToWait(Thread caller) {
    return startDriving(lease.tryTakeToWait(caller));
  }

  /** Begins to drive if the calling thread has just taken the lease; returns whether it has. */
  private boolean startDriving(boolean taken) {
    if (taken) {
      input.restart();
      monitor.wake();
    }
    return taken;
  }

  /** {@return whether the calling thread holds the lease} */
  public boolean isDriving() {
    return lease.isMine();
  }

  /** Gives the lease to the loop at once, if the calling thread holds it. */
  public void releaseLease() {
    Thread caller = Thread.currentThread();
    if (lease.holder() == caller && lease.move(caller, lease.loop())) {
      LockSupport.unpark(lease.loop());
    }
  }

  /** {@return a number that changes with every poll and every wait; for the driving thread} */
  public int round() {
    return lease.round();
  }

  // --- posts

  /**
   * Tells that the calling thread has posted a Receive.
   *
   * @param index of the connection
   */
  public void receivePosted(int index) {
    if (connections.exceedsPollLimit() && lease.isMine()) {
      policy.receivePosted(index);
    }
  }

  /**
   * Tells that the calling thread has posted a request.
   *
   * @param index of the connection
   */
  public void requestPosted(int index) {
    if (connections.exceedsPollLimit() && lease.isMine()) {
      policy.requestPosted(index);
    }
  }

  /**
   * Tells that a connection had work; called by the thread that has locked the selector.
   *
   * @param index of the connection
   */
  public void inputFrom(int index) {
    if (connections.exceedsPollLimit()) {
      policy.inputFrom(index);
    }
  }

  /**
   * Leaves a write to the next thread that drives: the calling thread at its next poll, or a thread
   * that takes the lease from it.
   *
   * @param write for a connection to which the calling thread has just posted
   * @return false when the lease was lost meanwhile and the caller has to write by itself
   */
  public boolean defer(DeferredWrite write) {
    deferred.add(write);
    return lease.isMine();
  }

  /**
   * Counts a request that the calling thread is about to write by itself. The driving thread polls
   * first after many of them.
   */
  public void countWrite() {
    if (lease.isMine() && ++writesSincePoll % WRITES_PER_RENEWAL == 0) {
      lease.renew();
      if (writesSincePoll >= WRITES_BEFORE_POLL) {
        pollBetweenPosts();
      }
    }
  }

  // --- waits

  /**
   * Blocks until input, {@link #wakeup}, a time-out or an interrupt; may also return for no reason.
   *
   * @param waiter checked once more when wake-ups cannot be lost
   * @param nanos longest time to wait
   */
  public void awaitIo(Waiter waiter, long nanos) {
    Thread caller = Thread.currentThread();
    boolean releaseWaiting = selector.hasReleaseWaiters();
    boolean driving = lease.holder() == caller || !releaseWaiting && takeLeaseToWait(caller);
    if (driving) {
      // Also when another thread still has the selector and this thread only parks. A wait ends a
      // burst as a poll does: the first requests after it are written at once.
      beginRound();
      input.restart();
      deferred.writeAll();
    }
    if (releaseWaiting) {
      LockSupport.parkNanos(waiter, Math.min(nanos, DriverLease.EXPIRY));
    } else if (driving && selector.tryLock()) {
      boolean idle;
      try {
        if (!caller.isInterrupted()) {
          wait.await(caller, waiter, nanos);
        }
        monitor.wake();
        idle = selector.dispatchIsIdle();
        if (connections.exceedsPollLimit() && lease.isMine()) {
          // Handling the input of many may have taken long, and the loop checks as soon as the
          // selector is free.
          lease.renew();
        }
      } finally {
        selector.locked = false;
      }
      if (idle) {
        LockSupport.parkNanos(waiter, Math.min(nanos, DriverLease.EXPIRY));
      }
    } else if (!waiter.ready()) {
      // The writes above may have made it ready: no thread is woken for what it does itself.
      LockSupport.parkNanos(waiter, nanos);
    }
  }

  /**
   * Ends the current wait of a thread, or its next one.
   *
   * @param thread the thread
   */
  public void wakeup(Thread thread) {
    if (thread == Thread.currentThread()) {
      // The calling thread handles its own input and checks the result before it blocks. An unpark
      // for each message would cost time.
      return;
    }
    LockSupport.unpark(thread);
    if (selector.selecting() == thread) {
      selector.wakeup();
    }
  }

  /** Ends the loop and closes all channels. */
  @Override
  public void close() {
    loop.close();
    selector.close();
  }
}
