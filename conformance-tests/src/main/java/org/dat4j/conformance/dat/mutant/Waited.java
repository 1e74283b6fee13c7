package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/** A fault that begins when a thread waits on a dispatcher: counts the waiters. */
final class Waited implements Fault {
  /** Makes the fault itself, given what tells whether a call's dispatcher has a waiter. */
  interface Maker {
    Fault make(Predicate<Call> waited);
  }

  private final Map<Evd, Integer> waiters = Collections.synchronizedMap(new IdentityHashMap<>());
  private final Fault fault;

  Waited(Maker maker) {
    this.fault =
        maker.make(call -> call.object() instanceof Evd evd && waiters.getOrDefault(evd, 0) > 0);
  }

  @Override
  public Object call(Call call) {
    if (!call.name().equals("Evd.await") || !(call.object() instanceof Evd evd)) {
      return fault.call(call);
    }
    if (waiters.getOrDefault(evd, 0) > 0) {
      return fault.call(call);
    }
    waiters.merge(evd, 1, Integer::sum);
    try {
      return call.proceed();
    } finally {
      waiters.merge(evd, -1, Integer::sum);
    }
  }
}
