package org.dat4j.dat.tcp;

/** What a poll looks after without asking the selector whether there is something to do. */
interface Polled {

  /**
   * Looks after it once, by the driving thread. Never blocks.
   *
   * @return how much was done, 0 for nothing
   */
  int poll();

  /**
   * Says at which position of {@link Direct} this is from now on. Any thread.
   *
   * @param at from 0
   */
  void placed(int at);

  /**
   * Says whether the selector is to look for its input, too; at first it is. By who has the
   * selector, at any time after this was added, also when it is over already. Never blocks.
   *
   * @param now false while nobody blocks in the selector
   */
  void select(boolean now);
}
