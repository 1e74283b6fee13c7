package example.engine;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.AbstractCno;

/**
 * The CNO of the example provider: keeps the EVDs that have triggered it, wakes waiting threads and
 * calls the proxy agent.
 */
final class EngineCno extends AbstractCno {

  private final EngineIa ia;
  private final Set<EngineEvd> triggered = new LinkedHashSet<>();
  private final Condition changed = QueueEngine.LOCK.newCondition();
  private ProxyAgent agent;
  private int evds;

  /** How often all waits were ended. */
  private int endings;

  EngineCno(EngineIa ia, ProxyAgent agent) {
    super(ia);
    this.ia = ia;
    implModifyAgent(agent);
  }

  // --- EVDs; under the engine's lock

  void attach() {
    evds++;
  }

  void detach() {
    evds--;
  }

  /** Lets an EVD go that is being freed; with the last one all waits end. */
  void detachFreed(EngineEvd evd) {
    triggered.remove(evd);
    if (--evds == 0) {
      endAll();
    }
  }

  void trigger(EngineEvd evd) {
    if (triggered.add(evd)) {
      changed.signalAll();
    }
    callAgent(evd);
  }

  /** Undoes a trigger that no thread has seen; false if there is none. */
  boolean withdraw(EngineEvd evd) {
    return triggered.remove(evd);
  }

  private void callAgent(EngineEvd evd) {
    ProxyAgent called = agent;
    agent = null;
    if (called != null && !ia.agents().call(called, evd)) {
      agent = called;
    }
  }

  private void endAll() {
    endings++;
    changed.signalAll();
    callAgent(null);
  }

  // --- waits

  @Override
  protected int implAwait(long timeoutMicros, CnoTrigger trigger) {
    trigger.set(null);
    boolean endless = timeoutMicros == DatConstants.TIMEOUT_INFINITE;
    long left = endless ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(timeoutMicros);
    QueueEngine.LOCK.lock();
    try {
      int before = endings;
      for (; ; ) {
        EngineEvd evd = triggered.isEmpty() ? null : triggered.iterator().next();
        if (evd != null) {
          triggered.remove(evd);
          trigger.set(evd);
          return DatReturn.SUCCESS;
        }
        if (endings != before || isFreed()) {
          return DatReturn.ABORT;
        }
        if (Thread.currentThread().isInterrupted()) {
          return DatReturn.INTERRUPTED_CALL;
        }
        if (left <= 0) {
          return DatReturn.QUEUE_EMPTY;
        }
        try {
          left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  @Override
  protected void implModifyAgent(ProxyAgent newAgent) {
    if (newAgent != null) {
      ia.agents().ready(where("modifyAgent"));
    }
    QueueEngine.locked(() -> agent = newAgent);
  }

  @Override
  protected ProxyAgent implAgent() {
    QueueEngine.LOCK.lock();
    try {
      return agent;
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  @Override
  protected void implFree() {
    implModifyAgent(null);
  }

  @Override
  protected void implDestroy() {
    QueueEngine.locked(this::endAll);
  }
}
