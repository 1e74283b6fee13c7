package org.dat4j.dat.spi.software;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.ProxyAgentExecutor;
import org.dat4j.dat.spi.software.concurrent.VirtualThreads;
import org.dat4j.dat.spi.software.concurrent.WaitPolicy;

/**
 * The CNO of software backends (loopback, ipc, tcp): a list of the EVDs that have triggered, and
 * the threads that wait for one. Each EVD is on the list at most once. What an event costs does not
 * depend on how many EVDs there are. The lock is held for a few instructions; no thread is woken
 * and no agent called under it.
 */
final class SoftCno extends AbstractCno {

  /** A thread in a wait. Kept for the next wait, so that waiting allocates nothing. */
  private static final class Sleeper implements Waiter {
    final WaitPolicy waitPolicy;
    Thread thread;
    volatile boolean woken;

    /** The next that sleeps, or the next that is spare; under the lock. */
    Sleeper next;

    Sleeper(long spinNanos) {
      waitPolicy = new WaitPolicy(spinNanos, false);
    }

    @Override
    public boolean ready() {
      return woken;
    }
  }

  private final SoftIa ia;
  private final Fabric fabric;
  private final ProxyAgentExecutor agents;
  private final Object lock = new Object();
  private ProxyAgent agent;

  /** The EVD that triggered first; written under the lock. */
  private volatile CnoEntry first;

  private CnoEntry last;
  private Sleeper asleep;
  private Sleeper spare;
  private int evds;

  /** How often all waits were ended; written under the lock. */
  private volatile int endings;

  /**
   * Makes an untriggered object.
   *
   * @param ia its adapter
   * @param agent to be called at the first trigger, or null
   */
  SoftCno(SoftIa ia, ProxyAgent agent) {
    super(ia);
    this.ia = ia;
    this.fabric = ia.fabric();
    this.agents = ia.agents();
    this.agent = agent;
    if (agent != null) {
      agents.ready(ia.where("createCno"));
    }
  }

  // --- EVDs

  /**
   * Takes an EVD in.
   *
   * @param evd the EVD
   * @return what the EVD triggers with
   */
  CnoEntry attach(WatchedEvd evd) {
    synchronized (lock) {
      evds++;
    }
    return new CnoEntry(this, evd);
  }

  /** Lets an EVD go; what it has triggered stays. */
  void detach() {
    synchronized (lock) {
      evds--;
    }
  }

  /** Lets an EVD go that is being freed; with the last one all waits end. */
  void detachFreed(CnoEntry notice) {
    withdraw(notice);
    boolean lastOne;
    synchronized (lock) {
      lastOne = --evds == 0;
    }
    if (lastOne) {
      endAll();
    }
  }

  /** Triggers: lists the EVD, wakes a thread, calls the agent. */
  void trigger(CnoEntry notice) {
    ProxyAgent called;
    Sleeper woken = null;
    synchronized (lock) {
      called = agent;
      agent = null;
      if (!notice.listed) {
        notice.listed = true;
        if (first == null) {
          first = notice;
        } else {
          last.next = notice;
        }
        last = notice;
        woken = asleep;
        if (woken != null) {
          asleep = woken.next;
          woken.next = null;
        }
      }
    }
    if (woken != null) {
      wake(woken);
    }
    if (called != null && !agents.call(called, notice.evd())) {
      synchronized (lock) {
        if (agent == null) {
          agent = called;
        }
      }
    }
  }

  /** Undoes a trigger that no thread has seen; false when there is none. */
  boolean withdraw(CnoEntry notice) {
    synchronized (lock) {
      if (!notice.listed) {
        return false;
      }
      CnoEntry before = null;
      for (CnoEntry each = first; each != notice; each = each.next) {
        before = each;
      }
      if (last == notice) {
        last = before;
      }
      if (before == null) {
        first = notice.next;
      } else {
        before.next = notice.next;
      }
      notice.next = null;
      notice.listed = false;
      return true;
    }
  }

  /** Takes the EVD that triggered first off the list; null when there is none. */
  private WatchedEvd take() {
    if (first == null) {
      return null;
    }
    synchronized (lock) {
      while (first != null) {
        CnoEntry notice = first;
        first = notice.next;
        notice.next = null;
        notice.listed = false;
        if (!notice.evd().isFreed()) {
          return notice.evd();
        }
      }
    }
    return null;
  }

  private void wake(Sleeper sleeper) {
    Thread thread = sleeper.thread;
    sleeper.woken = true;
    fabric.wakeup(thread);
  }

  /** Ends all waits without an EVD, the agent's too. */
  private void endAll() {
    List<Sleeper> woken = new ArrayList<>();
    ProxyAgent called;
    synchronized (lock) {
      endings++;
      called = agent;
      agent = null;
      for (Sleeper each = asleep; each != null; each = each.next) {
        woken.add(each);
      }
      asleep = null;
    }
    woken.forEach(this::wake);
    if (called != null) {
      agents.call(called, null);
    }
  }

  // --- waits

  @Override
  protected int implAwait(long timeoutMicros, CnoTrigger trigger) {
    trigger.set(null);
    int before = endings;
    Sleeper me = newSleeper();
    try {
      me.waitPolicy.begin(timeoutMicros);
      return waitFor(me, before, trigger);
    } finally {
      retire(me);
    }
  }

  private int waitFor(Sleeper me, int before, CnoTrigger trigger) {
    WaitPolicy waitPolicy = me.waitPolicy;
    boolean drives = !VirtualThreads.isVirtual(me.thread);
    boolean polls = drives && waitPolicy.shouldPoll();
    for (; ; ) {
      if (isFreed()) {
        return DatReturn.ABORT;
      }
      WatchedEvd evd = take();
      if (evd != null) {
        trigger.set(evd);
        return DatReturn.SUCCESS;
      }
      if (endings != before) {
        return DatReturn.ABORT;
      }
      if (me.thread.isInterrupted()) {
        return DatReturn.INTERRUPTED_CALL;
      }
      boolean moved = polls && fabric.poll() > 0 || ia.repair();
      if (moved ? waitPolicy.hasTimedOutBusy() : waitPolicy.hasTimedOut()) {
        return DatReturn.QUEUE_EMPTY;
      }
      if (moved) {
        continue;
      }
      if (drives && waitPolicy.shouldSpin()) {
        Thread.onSpinWait();
      } else if (fallAsleep(me, before)) {
        block(me, drives);
      }
    }
  }

  private void block(Sleeper me, boolean drives) {
    long nanos = Math.min(me.waitPolicy.nanosLeft(), WatchedEvd.RECHECK_NANOS);
    try {
      if (drives) {
        fabric.awaitIo(me, Math.max(1, nanos));
      } else {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      getUp(me);
    }
  }

  /** Puts a thread where triggers find it; false when there is no need to sleep. */
  private boolean fallAsleep(Sleeper me, int before) {
    synchronized (lock) {
      if (first != null || endings != before || isFreed()) {
        return false;
      }
      me.woken = false;
      me.next = asleep;
      asleep = me;
      return true;
    }
  }

  private void getUp(Sleeper me) {
    synchronized (lock) {
      Sleeper before = null;
      Sleeper each = asleep;
      while (each != null && each != me) {
        before = each;
        each = each.next;
      }
      if (each == null) {
        return;
      }
      if (before == null) {
        asleep = me.next;
      } else {
        before.next = me.next;
      }
      me.next = null;
    }
  }

  private Sleeper newSleeper() {
    Sleeper me;
    synchronized (lock) {
      me = spare;
      if (me != null) {
        spare = me.next;
        me.next = null;
      }
    }
    if (me == null) {
      me = new Sleeper(fabric.spinNanos());
    }
    me.thread = Thread.currentThread();
    return me;
  }

  private void retire(Sleeper me) {
    synchronized (lock) {
      me.next = spare;
      spare = me;
    }
  }

  // --- the rest

  @Override
  protected void implModifyAgent(ProxyAgent newAgent) {
    if (newAgent != null) {
      agents.ready(where("modifyAgent"));
    }
    synchronized (lock) {
      agent = newAgent;
    }
  }

  @Override
  protected ProxyAgent implAgent() {
    synchronized (lock) {
      return agent;
    }
  }

  @Override
  protected void implFree() {
    implModifyAgent(null);
  }

  @Override
  protected void implDestroy() {
    endAll();
  }
}
