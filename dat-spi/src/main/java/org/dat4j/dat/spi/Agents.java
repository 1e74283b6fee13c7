package org.dat4j.dat.spi;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Evd;
import org.dat4j.dat.ProxyAgent;

/**
 * Calls the proxy agents of one adapter, one after the other, on a thread that holds nothing. The
 * thread exists while there is something to call and a little longer.
 */
public final class Agents implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Agents.class.getName());
  private static final long IDLE_MILLIS = 1000;

  private final ThreadPoolExecutor executor;

  /**
   * Makes a caller without a thread yet.
   *
   * @param name of the thread
   */
  public Agents(String name) {
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
   * @param agent whom
   * @param evd the dispatcher that triggered, or null
   */
  public void call(ProxyAgent agent, Evd evd) {
    executor.execute(
        () -> {
          try {
            agent.trigger(evd);
          } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a proxy agent failed for " + evd, e);
          }
        });
  }

  /** Calls who is due and ends the thread. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
