package org.dat4j.dat.tcp.progress;

/**
 * A poller that looks for input on the connections of one I/O driver of a tcp adapter, without
 * waiting. Few connections are read one after the other, without the selector. Of many, the policy
 * names one at a time, or the selector finds those with input. Used by the thread that holds the
 * driver's lease.
 */
final class InputPoller {

  /**
   * Polls the selector at least once per this many polls, to serve listeners and pending connects.
   */
  private static final int SELECT_EVERY = 512;

  /**
   * After this many consecutive polls without a wait, only {@link #SELECT_EVERY} consults the
   * selector.
   */
  private static final int BYPASS_SELECTOR_AFTER = 4 * SELECT_EVERY;

  private final SharedSelector selector;
  private final PolledConnections connections;
  private final PollPolicy policy;

  /** Counts polls. */
  private int polls;

  /**
   * Polls since the last {@link #restart}; at most one more than {@link #BYPASS_SELECTOR_AFTER}.
   */
  private int consecutivePolls;

  InputPoller(SharedSelector selector, PolledConnections connections, PollPolicy policy) {
    this.selector = selector;
    this.connections = connections;
    this.policy = policy;
  }

  /** Begins a new row of polls. */
  void restart() {
    consecutivePolls = 0;
  }

  /**
   * Looks for input once.
   *
   * @param yielded whether the thread has just let others use the processor
   * @return units of work done
   */
  int poll(boolean yielded) {
    if (consecutivePolls <= BYPASS_SELECTOR_AFTER) {
      consecutivePolls++;
    }
    if (connections.exceedsPollLimit()) {
      return pollExpected();
    }
    int done = 0;
    if (++polls % SELECT_EVERY == 0 || connections.isEmpty()) {
      done += pollSelector(consecutivePolls > BYPASS_SELECTOR_AFTER);
    }
    return done
        + (yielded && policy.pollsLastActiveFirst()
            ? connections.pollLastActiveFirst()
            : connections.pollAll());
  }

  /** Looks for input where connections are too many to read each; returns units of work done. */
  private int pollExpected() {
    int next = policy.next();
    if (next == PollPolicy.NONE) {
      return pollSelector(false);
    }
    int done = connections.poll(next);
    policy.polled(next, done);
    return done;
  }

  /**
   * Handles ready channels, unless another thread has locked the selector.
   *
   * @param bypassed whether the calling thread reads connections without the selector
   * @return units of work done
   */
  private int pollSelector(boolean bypassed) {
    if (!selector.tryLock()) {
      return 0;
    }
    try {
      if (bypassed) {
        connections.selectNone();
      } else {
        connections.selectAll();
      }
      return selector.handleReady();
    } finally {
      selector.locked = false;
    }
  }
}
