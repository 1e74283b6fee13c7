package org.dat4j.dat.natives;

import java.util.Arrays;

/**
 * The room of one dispatcher for completions. A lost completion would make the library wait for it
 * for ever when the endpoint ends, so nothing is posted that might not fit.
 */
final class Room {

  private final int length;
  private volatile PostedQueue[] feeders = {};
  private volatile boolean overcommitted;

  /**
   * Makes room nobody uses yet.
   *
   * @param length events that the library holds
   */
  Room(int length) {
    this.length = length;
  }

  /** The queues whose completions come here. */
  PostedQueue[] feeders() {
    return feeders;
  }

  synchronized void add(PostedQueue queue) {
    PostedQueue[] more = Arrays.copyOf(feeders, feeders.length + 1);
    more[more.length - 1] = queue;
    feedBy(more);
  }

  /** Undoes {@link #add}. */
  synchronized void remove(PostedQueue queue) {
    feedBy(Arrays.stream(feeders).filter(f -> f != queue).toArray(PostedQueue[]::new));
  }

  private void feedBy(PostedQueue[] queues) {
    feeders = queues;
    overcommitted = mostOutstanding() > length;
  }

  /** How many completions could be on their way at most. */
  long mostOutstanding() {
    long sum = 0;
    for (PostedQueue queue : feeders) {
      sum += queue.limit();
    }
    return sum;
  }

  /** Whether one more transfer could complete here without overflow. */
  boolean hasRoom() {
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
