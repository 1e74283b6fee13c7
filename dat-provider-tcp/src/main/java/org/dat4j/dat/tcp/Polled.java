package org.dat4j.dat.tcp;

/** What a poll looks after without asking the selector whether there is something to do. */
interface Polled {

  /**
   * Looks after it once, by the driving thread. Never blocks.
   *
   * @return how much was done, 0 for nothing
   */
  int poll();
}
