package org.dat4j.dat.udapl;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.Errors;

/**
 * A CNO of the native backend, which is made in Java and uses no CNO of the uDAPL library. Neither
 * an interrupt nor a free would end the wait of the library's CNO, and the library would trigger it
 * for events that the program cannot take yet. Instead a thread that waits here polls the EVDs, and
 * a thread of its own does while an agent is to be called.
 */
final class NativeCno extends AbstractCno {

  private static final System.Logger LOG = System.getLogger(NativeCno.class.getName());
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 20_000 : 0;
  private static final long STEP_NANOS = 500_000;
  private static final long END_MILLIS = 1000;

  private final ThreadFactory threads;

  /** Guards everything below; the library is never called under it. */
  private final Object lock = new Object();

  private final Set<NativeEvd> evds = new LinkedHashSet<>();

  /** Each EVD that has triggered, once, in order. */
  private final Set<NativeEvd> triggered = new LinkedHashSet<>();

  private ProxyAgent agent;
  private Thread watcher;
  private int endings;

  NativeCno(NativeIa adapter, ProxyAgent agent) {
    this(adapter, agent, Thread::new);
  }

  /** Makes one with threads from elsewhere, which throws OutOfMemoryError if there is none. */
  NativeCno(NativeIa adapter, ProxyAgent agent, ThreadFactory threads) {
    super(adapter);
    this.threads = threads;
    implModifyAgent(agent);
  }

  // --- EVDs

  /** Attaches an EVD; without a thread that polls for the agent it is refused. */
  void attach(NativeEvd evd) {
    synchronized (lock) {
      evds.add(evd);
      try {
        watch();
      } catch (OutOfMemoryError e) {
        evds.remove(evd);
        throw Errors.noThread(evd.where("modifyCno"), e);
      }
    }
  }

  /** Detaches an EVD; its triggers stay. */
  void detach(NativeEvd evd) {
    synchronized (lock) {
      evds.remove(evd);
    }
  }

  /** Detaches an EVD that is being freed; with the last one all waits end. */
  void detachFreed(NativeEvd evd) {
    boolean last;
    synchronized (lock) {
      triggered.remove(evd);
      last = evds.remove(evd) && evds.isEmpty();
    }
    if (last) {
      endAll();
    }
  }

  /** Adds an EVD to those that have triggered, and calls the agent. */
  void trigger(NativeEvd evd) {
    ProxyAgent called;
    synchronized (lock) {
      triggered.add(evd);
      called = takeAgent();
    }
    call(called, evd);
  }

  /** Undoes a trigger that no thread has taken; false when there is none. */
  boolean withdraw(NativeEvd evd) {
    synchronized (lock) {
      return triggered.remove(evd);
    }
  }

  private void endAll() {
    ProxyAgent called;
    synchronized (lock) {
      endings++;
      called = takeAgent();
    }
    call(called, null);
  }

  private ProxyAgent takeAgent() {
    ProxyAgent called = agent;
    agent = null;
    return called;
  }

  private void call(ProxyAgent called, NativeEvd evd) {
    if (called == null || ((NativeIa) ia()).agents().call(called, evd)) {
      return;
    }
    synchronized (lock) {
      // The next event tries again.
      if (agent == null) {
        agent = called;
        try {
          watch();
        } catch (OutOfMemoryError e) {
          LOG.log(System.Logger.Level.WARNING, "no thread polls for the agent of " + this, e);
        }
      }
    }
  }

  /** Polls the EVDs for new events, which trigger this CNO. */
  private void look() {
    NativeEvd[] all;
    synchronized (lock) {
      all = evds.toArray(NativeEvd[]::new);
    }
    for (NativeEvd evd : all) {
      evd.look();
    }
  }

  // --- the agent

  /** Starts a thread that polls the EVDs while there is an agent; called under the lock. */
  private void watch() {
    if (agent != null && watcher == null && !evds.isEmpty()) {
      Thread thread = threads.newThread(this::watchForAgent);
      thread.setName("dat4j-" + ia() + "-agent");
      thread.setDaemon(true);
      thread.start();
      // Not before it runs: where none can be started the next call tries again.
      watcher = thread;
    }
  }

  private void watchForAgent() {
    while (true) {
      synchronized (lock) {
        if (agent == null || isFreed() || evds.isEmpty()) {
          watcher = null;
          return;
        }
      }
      try {
        look();
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.DEBUG, "an EVD can no longer be polled", e);
      } catch (Error e) {
        // The thread goes on: the agent is called as soon as there is memory again.
        LOG.log(System.Logger.Level.WARNING, "an EVD could not be polled", e);
      }
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  @Override
  protected void implModifyAgent(ProxyAgent newAgent) {
    if (newAgent != null) {
      ((NativeIa) ia()).agents().ready(where("modifyAgent"));
    }
    synchronized (lock) {
      ProxyAgent before = agent;
      agent = newAgent;
      try {
        watch();
      } catch (OutOfMemoryError e) {
        agent = before;
        throw Errors.noThread(where("modifyAgent"), e);
      }
    }
  }

  @Override
  protected ProxyAgent implAgent() {
    synchronized (lock) {
      return agent;
    }
  }

  // --- waits

  @Override
  protected int implAwait(long timeoutMicros, CnoTrigger trigger) {
    trigger.set(null);
    long start = System.nanoTime();
    long limit =
        timeoutMicros == DatConstants.TIMEOUT_INFINITE ? Long.MAX_VALUE : timeoutMicros * 1000;
    int before;
    synchronized (lock) {
      before = endings;
    }
    while (true) {
      if (isFreed()) {
        return DatReturn.ABORT;
      }
      NativeEvd evd = take();
      if (evd != null) {
        trigger.set(evd);
        return DatReturn.SUCCESS;
      }
      synchronized (lock) {
        if (endings != before) {
          return DatReturn.ABORT;
        }
      }
      if (Thread.currentThread().isInterrupted()) {
        return DatReturn.INTERRUPTED_CALL;
      }
      look();
      evd = take();
      if (evd != null) {
        trigger.set(evd);
        return DatReturn.SUCCESS;
      }
      long waited = System.nanoTime() - start;
      if (waited >= limit) {
        return DatReturn.QUEUE_EMPTY;
      }
      if (waited < SPIN_NANOS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, Math.min(limit - waited, STEP_NANOS));
      }
    }
  }

  private NativeEvd take() {
    synchronized (lock) {
      while (!triggered.isEmpty()) {
        NativeEvd first = triggered.iterator().next();
        triggered.remove(first);
        if (!first.isFreed()) {
          return first;
        }
      }
    }
    return null;
  }

  // --- the end

  @Override
  protected void implFree() {
    synchronized (lock) {
      agent = null;
    }
    awaitWatcher();
  }

  @Override
  protected void implDestroy() {
    endAll();
    awaitWatcher();
  }

  /** Waits until the watcher thread makes no further call of the library. */
  private void awaitWatcher() {
    Thread thread;
    synchronized (lock) {
      thread = watcher;
    }
    if (thread == null || thread == Thread.currentThread()) {
      return;
    }
    LockSupport.unpark(thread);
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
