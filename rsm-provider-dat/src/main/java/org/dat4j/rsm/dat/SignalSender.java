package org.dat4j.rsm.dat;

import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.rsm.dat.message.Message;

/**
 * Sends the signals that one side of an RSM import over DAT posts to the other side. It allocates
 * nothing. Signals for a peer that is late with an answer are counted, and sent in one message when
 * it answers. No thread waits for that peer, and the counted signals take no request.
 */
final class SignalSender {
  private final ControlConnection connection;
  private final long token;
  private final Message plain;
  private final Message dropping;

  /**
   * The reusable request, empty while a thread posts with it; other threads then make a new one.
   */
  private final AtomicReference<PendingRequest> spare;

  private volatile boolean late;
  private int deferred;

  /** The request that the late peer has not answered; null if no request was free. */
  private PendingRequest overdue;

  /** A posted signal that waits for its answer. */
  private final class Post extends PendingRequest {
    @Override
    void arrived(Message answer) {
      if (late) {
        answered(this);
      }
    }
  }

  /**
   * Makes a sender.
   *
   * @param connection the control connection to the peer
   * @param token token of the import
   */
  SignalSender(ControlConnection connection, long token) {
    this.connection = connection;
    this.token = token;
    plain = new Message.Signal(token, false, 1);
    dropping = new Message.Signal(token, true, 1);
    spare = new AtomicReference<>(new Post());
  }

  /**
   * Posts without waiting for the answer.
   *
   * @param drop whether the signal is dropped where one is pending
   * @param millis the longest wait in milliseconds for a request to be free
   * @return null if the connection has ended or no request was free
   */
  PendingRequest start(boolean drop, long millis) {
    PendingRequest call = spare.getAndSet(null);
    if (call == null) {
      call = new Post();
    }
    Message message = drop ? dropping : plain;
    if (millis > 0 ? connection.start(message, call, millis) : connection.start(message, call)) {
      return call;
    }
    spare.set(call);
    return null;
  }

  /** Waits for the answer to a post; returns null when none has come. */
  Message await(PendingRequest call, long millis) {
    Message answer = call.awaitAndRenew(millis);
    if (answer != null) {
      spare.set(call);
    }
    return answer;
  }

  /** Counts a signal for a peer that is late with an answer; returns false if it is not late. */
  boolean defer(boolean drop) {
    if (!late) {
      return false;
    }
    synchronized (this) {
      if (late) {
        count(drop);
      }
      return late;
    }
  }

  private void count(boolean drop) {
    if (deferred < Message.Signal.MAX_COUNT && (!drop || deferred == 0)) {
      deferred++;
    }
  }

  /**
   * Marks the peer as late with an answer.
   *
   * @param unanswered the post that waits for its answer; null if no request was free for it
   * @param drop whether that post is dropped where a signal is pending
   */
  synchronized void markLate(PendingRequest unanswered, boolean drop) {
    if (unanswered == null) {
      count(drop);
    } else if (unanswered.isDone()) {
      return;
    }
    overdue = unanswered;
    late = true;
  }

  private synchronized void answered(PendingRequest call) {
    if (overdue == call) {
      overdue = null;
      catchUp();
    }
  }

  /** Sends the counted signals if the peer answers again and a request is free. */
  void catchUp() {
    if (!late) {
      return;
    }
    synchronized (this) {
      boolean answers = overdue == null || overdue.isDone();
      if (answers
          && (deferred == 0
              || connection.start(new Message.Signal(token, false, deferred)) != null)) {
        overdue = null;
        deferred = 0;
        late = false;
      }
    }
  }
}
