package org.dat4j.conformance.dat.mutant;

import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.forward.Call;

/** A fault in what a notification object tells its waiter or its agent. */
final class NotificationFault implements Fault {
  private final boolean agent;
  private final String change;
  private final Known known = new Known();
  private final AtomicReference<Evd> again = new AtomicReference<>();

  NotificationFault(boolean agent, String change) {
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
    Object answer = call.proceed();
    known.created(call, answer);
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
        case "doubled" -> again.set(trigger.evd());
        case "none" -> trigger.set(null);
        case "evd" -> trigger.set(known.beside(trigger.evd()).orElse(null));
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
