package org.dat4j.dat.tcp;

/** What a channel registered with the {@link Driver} does when it is ready. */
interface Ready {

  /**
   * The channel is ready. Called by one thread at a time, which holds no turn; must not block.
   *
   * @param ops ready operations, bits of {@link java.nio.channels.SelectionKey}
   * @return how much was done, 0 for nothing: another thread is at it
   */
  int ready(int ops);
}
