package org.dat4j.dat.udapl.queue;

import java.util.Arrays;

/**
 * Tells whether one native EVD has room for one more completion, without which no DTO may be
 * posted. libdapl would wait for ever for a lost completion when the endpoint ends.
 */
public final class CompletionCredits {

  private final int length;
  private volatile PostedQueue[] feeders = {};
  private volatile boolean overcommitted;

  /**
   * Makes credits without a queue.
   *
   * @param length events that the library holds
   */
  public CompletionCredits(int length) {
    this.length = length;
  }

  /**
   * Returns the queues whose completions come to the EVD.
   *
   * @return not to be changed
   */
  public PostedQueue[] feeders() {
    return feeders;
  }

  /**
   * Adds a queue.
   *
   * @param queue its completions come to the EVD from now on
   */
  public synchronized void add(PostedQueue queue) {
    PostedQueue[] more = Arrays.copyOf(feeders, feeders.length + 1);
    more[more.length - 1] = queue;
    feedBy(more);
  }

  /**
   * Undoes {@link #add}.
   *
   * @param queue one that was added
   */
  public synchronized void remove(PostedQueue queue) {
    feedBy(Arrays.stream(feeders).filter(f -> f != queue).toArray(PostedQueue[]::new));
  }

  private void feedBy(PostedQueue[] queues) {
    feeders = queues;
    overcommitted = mostOutstanding() > length;
  }

  /**
   * Returns the most completions that can be under way.
   *
   * @return the sum of the queues' limits
   */
  public long mostOutstanding() {
    long sum = 0;
    for (PostedQueue queue : feeders) {
      sum += queue.limit();
    }
    return sum;
  }

  /**
   * Tells whether one more DTO can complete without an overflow.
   *
   * @return whether it may be posted
   */
  public boolean hasRoom() {
    return !overcommitted || isRoomLeft();
  }

  private boolean isRoomLeft() {
    PostedQueue[] queues = feeders;
    int outstanding = 0;
    for (PostedQueue queue : queues) {
      outstanding += queue.outstanding();
    }
    // Each of the others may be posting its next one now.
    return outstanding + queues.length <= length;
  }
}
