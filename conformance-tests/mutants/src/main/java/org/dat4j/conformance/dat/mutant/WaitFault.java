package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * Makes the fault of a DAT mutant act only while another thread waits on the EVD of the call. It
 * counts the waiting threads.
 */
final class WaitFault implements DatFault {
  /** A maker of the fault, which gets a test whether a thread waits on the EVD of a call. */
  interface Maker {
    DatFault make(Predicate<Call> waited);
  }

  private final Map<Evd, Integer> waiters = Collections.synchronizedMap(new IdentityHashMap<>());
  private final DatFault fault;

  WaitFault(Maker maker) {
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
