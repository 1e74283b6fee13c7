package org.dat4j.dat.spi;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Evd;
import org.dat4j.dat.ProxyAgent;

/**
 * Calls the proxy agents of an adapter's CNOs, one after the other, on a service thread that holds
 * no lock. The thread exists from the first agent to the close, so that none goes uncalled for want
 * of it.
 */
public final class ProxyAgentExecutor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(ProxyAgentExecutor.class.getName());
  private static final long IDLE_MILLIS = 1000;

  private final ThreadPoolExecutor executor;

  /**
   * Makes a caller without a thread yet.
   *
   * @param name of the thread
   */
  public ProxyAgentExecutor(String name) {
    executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_MILLIS,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            runnable -> {
              Thread thread = new Thread(runnable, name);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * Calls an agent soon.
   *
   * @param agent the agent to call
   * @param evd the EVD that triggered, or null
   * @return false when there is no thread or no memory for it: the thread with the next event tries
   *     again
   */
  public boolean call(ProxyAgent agent, Evd evd) {
    try {
      executor.execute(() -> trigger(agent, evd));
      return true;
    } catch (RuntimeException | Error e) {
      warn("no proxy agent can be called now for", evd, e);
      return false;
    }
  }

  private static void trigger(ProxyAgent agent, Evd evd) {
    try {
      agent.trigger(evd);
    } catch (RuntimeException | Error e) {
      warn("a proxy agent failed for", evd, e);
    }
  }

  private static void warn(String what, Evd evd, Throwable failure) {
    try {
      LOG.log(System.Logger.Level.WARNING, what + " " + evd, failure);
    } catch (RuntimeException | Error e) {
      // The thread that has signalled must not see it.
      return;
    }
  }

  /**
   * Makes sure that there is a thread to call agents with, before one is needed.
   *
   * @param where object and call, for the refusal
   * @throws org.dat4j.dat.DatException DAT_INSUFFICIENT_RESOURCES where no thread can be started
   */
  public void ready(String where) {
    try {
      executor.allowCoreThreadTimeOut(false);
      executor.prestartCoreThread();
    } catch (OutOfMemoryError e) {
      throw Errors.noThread(where, e);
    }
  }

  /** Calls the agents that are due and ends the thread. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
