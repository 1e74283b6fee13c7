package org.dat4j.dat;

/**
 * A program's callback, which a {@link Cno} calls at its next trigger (DAT_OS_WAIT_PROXY_AGENT).
 * Called once, on a thread of the provider that holds no lock, then dissociated.
 */
@FunctionalInterface
public interface ProxyAgent {

  /**
   * Called at the trigger.
   *
   * @param evd the EVD that triggered, null when the adapter is being closed
   */
  void trigger(Evd evd);
}
