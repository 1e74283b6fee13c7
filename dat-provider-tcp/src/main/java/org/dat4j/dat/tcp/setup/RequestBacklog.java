package org.dat4j.dat.tcp.setup;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.concurrent.Timers;

/**
 * A queue of complete connection requests that one tcp service point passes to its program in
 * order, and that wait while the EVD is full. A request waits for a second at most: a burst comes
 * faster than a program takes it, and a program may pause for a moment.
 */
final class RequestBacklog {

  /** Longest wait of a request, from when it is complete. */
  static final long MAX_WAIT = TimeUnit.SECONDS.toNanos(1);

  private static final long RETRY_INTERVAL = TimeUnit.MILLISECONDS.toNanos(2);

  private record Waiting(MpaResponder request, long since) {}

  private final Timers timers;
  private final Queue<Waiting> queue = new ArrayDeque<>();
  private volatile boolean closed;

  RequestBacklog(Timers timers) {
    this.timers = timers;
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
      timers.schedule(RETRY_INTERVAL, this::advance);
    }
    queue.add(new Waiting(request, System.nanoTime()));
  }

  private synchronized Waiting first() {
    return queue.peek();
  }

  private synchronized void removeFirst() {
    queue.remove();
  }

  private void advance() {
    for (Waiting first = first(); first != null; first = first()) {
      if (!isDone(first)) {
        timers.schedule(RETRY_INTERVAL, this::advance);
        return;
      }
      removeFirst();
    }
  }

  private boolean isDone(Waiting waiting) {
    MpaResponder request = waiting.request();
    try {
      if (request.offer()) {
        return true;
      }
      if (closed || System.nanoTime() - waiting.since() >= MAX_WAIT) {
        request.turnAway(closed ? RejectReason.GONE : RejectReason.BACKLOG);
        return true;
      }
      return false;
    } catch (RuntimeException | Error e) {
      request.failed(null, e);
      return true;
    }
  }
}
