package org.dat4j.dat.tcp;

import java.util.concurrent.TimeUnit;

/**
 * From which of many connections input comes next, as far as what the driving thread has posted
 * tells: the one to which it posted a receive last, or a request. A program that asks one peer
 * after the other and awaits each answer makes one of the two come true again and again. Then a
 * look reads that connection, and asks the selector, which takes longer, only now and then.
 *
 * <p>Connections are their positions in {@link Direct}: to store a reference for each message is a
 * collector's barrier. One that is over and gave its position to another makes a wrong expectation,
 * as others do.
 *
 * <p>By the driving thread, and by who has the selector, mostly the same: two at a time make a
 * wrong expectation and no more.
 */
final class Expected {

  /** No position. */
  static final int NONE = -1;

  /** Of the looks for which there is an expectation one in so many asks the selector. */
  private static final int ASK_EVERY = 8;

  /** Nanoseconds after which a look asks the selector when the last one was in vain. */
  private static final long ASK_AFTER = TimeUnit.MICROSECONDS.toNanos(10);

  /** An expectation counts from this trust on. */
  private static final int TRUSTED = 2;

  /** So two inputs in a row from elsewhere end an expectation. */
  private static final int MOST = 3;

  /** What one kind of post makes expect. */
  private static final class Hint {
    private int position = NONE;

    /** Up when the expectation comes true, down when something else comes meanwhile. */
    private int trust;

    private void found(int from) {
      if (position == from) {
        position = NONE;
        trust = Math.min(MOST, trust + 1);
      } else if (position != NONE) {
        trust = Math.max(0, trust - 1);
      }
    }

    private boolean isTrusted() {
      return position != NONE && trust >= TRUSTED;
    }
  }

  private final Hint receive = new Hint();
  private final Hint request = new Hint();

  /** Looks since the selector was asked. */
  private int unasked;

  /** When a look that asked it was in vain last. */
  private long asked;

  /** A receive was posted to a connection. */
  void receivePosted(int to) {
    receive.position = to;
  }

  /** A request was posted to a connection. */
  void requestPosted(int to) {
    request.position = to;
  }

  /** Lets the next look ask the selector, and all until something is posted. */
  void expectNothing() {
    receive.position = NONE;
    request.position = NONE;
  }

  /** Which the look about to be made reads; {@link #NONE} where it is to ask the selector. */
  int next() {
    Hint hint = receive.isTrusted() ? receive : request;
    if (hint.isTrusted() && ++unasked < ASK_EVERY) {
      return hint.position;
    }
    unasked = 0;
    return NONE;
  }

  /** A look has read a connection that was expected, and has done so much, 0 for nothing. */
  void read(int at, int done) {
    if (done > 0) {
      found(at);
    }
    if (done > 1) {
      // No answer but a stream, and others have their turn.
      unasked = ASK_EVERY;
    }
  }

  /** The selector has shown a connection that had something to do. */
  void found(int from) {
    receive.found(from);
    request.found(from);
  }

  /** A look was in vain. */
  void vain(long now) {
    if (unasked == 0) {
      asked = now;
    } else if (now - asked > ASK_AFTER) {
      unasked = ASK_EVERY;
    }
  }
}
