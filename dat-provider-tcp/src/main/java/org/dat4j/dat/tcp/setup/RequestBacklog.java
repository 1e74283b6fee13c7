package org.dat4j.dat.tcp.setup;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The queue of a tcp service point's complete connection requests, which go to its program in
 * order, and wait here while the EVD is full. A request waits for a second at most: a burst comes
 * faster than a program takes it, and a program may pause for a moment.
 */
final class RequestBacklog {

  /** Longest wait of a request, from when it is complete. */
  static final long MAX_WAIT = TimeUnit.SECONDS.toNanos(1);

  private static final long RETRY_INTERVAL = TimeUnit.MILLISECONDS.toNanos(2);

  private record Waiting(MpaResponder request, long since) {}

  private final Scheduler scheduler;
  private final Queue<Waiting> queue = new ArrayDeque<>();
  private volatile boolean closed;

  RequestBacklog(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Notes that the service point is closed: the requests in line are refused. */
  void close() {
    closed = true;
  }

  /** Passes a complete request to the program, or queues it. The caller holds no monitor. */
  void submit(MpaResponder request) {
    try {
      if (isEmpty() && request.offer() || !request.mayWait()) {
        return;
      }
      append(request);
    } catch (RuntimeException | Error e) {
      request.failed(null, e);
    }
  }

  private synchronized boolean isEmpty() {
    return queue.isEmpty();
  }

  private synchronized void append(MpaResponder request) {
    if (queue.isEmpty()) {
      scheduler.schedule(RETRY_INTERVAL, this::advance);
    }
    queue.add(new Waiting(request, System.nanoTime()));
  }

  private synchronized Waiting first() {
    return queue.peek();
  }

  private synchronized void removeFirst() {
    queue.remove();
  }

  /** Serves the queue until it is empty, or until a request waits and has scheduled this again. */
  private void advance() {
    for (Waiting first = first(); first != null && !waits(first); first = first()) {
      removeFirst();
    }
  }

  /** Offers a request; true when it has to wait and the next call of {@link #advance} is due. */
  private boolean waits(Waiting waiting) {
    MpaResponder request = waiting.request();
    try {
      if (request.offer()) {
        return false;
      }
      if (closed || System.nanoTime() - waiting.since() >= MAX_WAIT) {
        request.turnAway(closed ? RejectReason.GONE : RejectReason.BACKLOG);
        return false;
      }
      scheduler.schedule(RETRY_INTERVAL, this::advance);
      return true;
    } catch (RuntimeException | Error e) {
      try {
        request.failed(null, e);
      } catch (RuntimeException | Error again) {
        // There is no memory to end it: its requester does.
      }
      return false;
    }
  }
}
