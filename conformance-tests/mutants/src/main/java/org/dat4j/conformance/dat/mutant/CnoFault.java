package org.dat4j.conformance.dat.mutant;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.ObjectTracker;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a CNO gives its waiting thread or its agent a
 * wrong notification, or none.
 */
final class CnoFault implements DatFault {
  private final boolean agent;
  private final String change;
  private final ObjectTracker known = new ObjectTracker();
  private final AtomicReference<Evd> again = new AtomicReference<>();

  /** The EVDs that got software events while they were disabled. */
  private final Set<Evd> paused = ConcurrentHashMap.newKeySet();

  CnoFault(boolean agent, String change) {
    this.agent = agent;
    this.change = change;
  }

  @Override
  public Object call(Call call) {
    if (!agent
        && call.name().equals("Cno.await")
        && call.arguments()[1] instanceof CnoTrigger trigger) {
      return await(call, trigger);
    }
    if (call.name().equals("Evd.postSe") && EvdFault.has(EvdState.DISABLED, (Evd) call.object())) {
      paused.add((Evd) call.object());
    }
    Object answer = call.proceed();
    known.created(call, answer);
    if (change.equals("enabled")
        && call.name().equals("Evd.enable")
        && paused.remove((Evd) call.object())) {
      again.set((Evd) call.object());
    }
    return answer;
  }

  private Object await(Call call, CnoTrigger trigger) {
    Evd second = again.getAndSet(null);
    if (second != null) {
      trigger.set(second);
      return DatReturn.SUCCESS;
    }
    long begin = System.nanoTime();
    long patience = (long) call.arguments()[0];
    while (true) {
      Object outcome = call.proceed();
      if (!outcome.equals(DatReturn.SUCCESS) || trigger.evd() == null) {
        return outcome;
      }
      switch (change) {
        case "enabled" -> {
          return outcome;
        }
        case "doubled" -> again.set(trigger.evd());
        case "none" -> trigger.set(null);
        case "evd" -> trigger.set(known.otherOnSameIa(trigger.evd()).orElse(null));
        default -> {
          if (patience != DatConstants.TIMEOUT_INFINITE) {
            long passed = (System.nanoTime() - begin) / 1000;
            call.arguments()[0] = Math.max(0, patience - passed);
          }
          trigger.set(null);
          continue;
        }
      }
      return outcome;
    }
  }

  @Override
  public void trigger(ProxyAgent consumer, Evd evd) {
    if (!agent) {
      consumer.trigger(evd);
      return;
    }
    switch (change) {
      case "lost" -> again.set(null);
      case "doubled" -> {
        consumer.trigger(evd);
        consumer.trigger(evd);
      }
      default -> consumer.trigger(null);
    }
  }
}
