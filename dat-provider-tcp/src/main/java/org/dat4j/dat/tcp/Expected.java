package org.dat4j.dat.tcp;

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
 * <p>By the driving thread, except where said.
 */
final class Expected {

  /** No position. */
  static final int NONE = -1;

  /** Of the looks for which there is an expectation one in so many asks the selector. */
  private static final int SELECT_EVERY = 8;

  /** An expectation counts when it came true so much more often lately than it did not. */
  private static final int TRUSTED = 2;

  /** And is given up after {@code MOST - TRUSTED + 1} inputs in a row from elsewhere. */
  private static final int MOST = 3;

  /** What one kind of post makes expect. */
  private static final class Hint {
    private int position = NONE;
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
  private int looks;

  /** A receive was posted to a connection. */
  void receivePosted(int to) {
    receive.position = to;
  }

  /** A request was posted to a connection. */
  void requestPosted(int to) {
    request.position = to;
  }

  /** Which the look about to be made reads; {@link #NONE} where it is to ask the selector. */
  int next() {
    Hint hint = receive.isTrusted() ? receive : request;
    return hint.isTrusted() && ++looks % SELECT_EVERY != 0 ? hint.position : NONE;
  }

  /** A connection had input; also by who has the selector. */
  void found(int from) {
    receive.found(from);
    request.found(from);
  }
}
