package org.dat4j.dat.udapl.queue;

/**
 * The places that outstanding DTOs occupy in a queue of the native backend, each held until the
 * program takes the completion. Calls are made under the lock of the EVD of the completions, if
 * there is one.
 */
public interface CompletionSlots {

  /** Returns the slot of the completion just read: the program has it, or it is lost. */
  void release();

  /**
   * Keeps the slot of the completion just read, which is queued for the program.
   *
   * @return the number that {@link #releaseQueued} is given
   */
  int keepQueued();

  /**
   * Returns the slot of a queued completion that the program has taken, or that is discarded.
   *
   * @param epoch the number of {@link #keepQueued}
   */
  void releaseQueued(int epoch);
}
