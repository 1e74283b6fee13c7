package org.dat4j.dat.tcp.progress;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.Waiter;

/**
 * The background loop of a tcp adapter: a thread that makes progress while no program thread has
 * the lease, and monitors the lease otherwise. It outlives every failure: all connections depend on
 * it.
 */
final class BackgroundLoop {

  private static final long CLOSE_MILLIS = 2000;
  private static final Waiter NEVER = () -> false;
  private static final System.Logger LOG = System.getLogger(BackgroundLoop.class.getName());

  private final String name;
  private final ThreadFactory threads;
  private final DriverLease lease;
  private final LeaseMonitor monitor;
  private final SharedSelector selector;
  private final InputWait wait;
  private final DeferredWrites deferred;

  /**
   * Creates a loop that does not run yet.
   *
   * @param name of the thread
   * @param threads creates the thread
   * @param lease that the loop has while no caller has it
   * @param monitor checks the lease of a caller
   * @param selector ends the loop when it is closing
   * @param wait for input
   * @param deferred writes that callers left
   */
  BackgroundLoop(
      String name,
      ThreadFactory threads,
      DriverLease lease,
      LeaseMonitor monitor,
      SharedSelector selector,
      InputWait wait,
      DeferredWrites deferred) {
    this.name = name;
    this.threads = threads;
    this.lease = lease;
    this.monitor = monitor;
    this.selector = selector;
    this.wait = wait;
    this.deferred = deferred;
  }

  /** Starts the thread, unless it runs or the driver was closed. */
  synchronized void start() {
    if (lease.loop() == null && !selector.isClosing()) {
      Thread thread = threads.newThread(this::run);
      thread.setName(name);
      thread.setDaemon(true);
      thread.start();
      // Set last: a thread that takes the lease relies on a running loop to end waits.
      lease.setLoop(thread);
    }
  }

  private void run() {
    Thread self = Thread.currentThread();
    monitor.restart();
    while (!selector.isClosing()) {
      // Nobody has a reason to interrupt this thread; a set flag would keep it from sleeping.
      Thread.interrupted();
      try {
        Thread holder = lease.holder();
        if (holder == self || holder == null && lease.move(null, self)) {
          driveOnce(self);
        } else {
          monitor.check(self, holder);
        }
      } catch (RuntimeException | Error e) {
        recover(e);
      }
    }
  }

  /** Waits for input and handles it, as the holder of the lease. */
  private void driveOnce(Thread self) {
    // A thread that releases a channel needs the selector briefly, and a busy loop would never
    // yield it.
    if (selector.hasReleaseWaiters() || !selector.tryLock()) {
      LockSupport.parkNanos(this, DriverLease.EXPIRY);
      return;
    }
    boolean idle = false;
    try {
      deferred.writeAll();
      wait.select(self, NEVER, Long.MAX_VALUE, 0);
      idle = selector.dispatchIsIdle();
    } finally {
      selector.locked = false;
    }
    Thread holder = lease.holder();
    if (holder != self) {
      monitor.restart();
      // The new holder may have parked because it could not lock the selector.
      LockSupport.unpark(holder);
    } else if (idle) {
      LockSupport.parkNanos(this, DriverLease.EXPIRY);
    }
  }

  /** Logs a failure and lets the loop continue. */
  private void recover(Throwable e) {
    monitor.recover();
    try {
      LOG.log(System.Logger.Level.ERROR, name + ": the loop goes on after a fault", e);
    } catch (RuntimeException | Error unsaid) {
      // There is no memory for a log line; there may be next time.
      LockSupport.parkNanos(this, LeaseMonitor.CHECK_INTERVAL);
    }
    LockSupport.parkNanos(this, LeaseMonitor.CHECK_INTERVAL);
  }

  /** Ends the thread. */
  void close() {
    synchronized (this) {
      selector.stopWaiting();
    }
    Thread running = lease.loop();
    if (running != null) {
      LockSupport.unpark(running);
      BoundedJoin.joinBounded(running, CLOSE_MILLIS);
    }
  }
}
