package org.dat4j.conformance.rsm.mutant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.mutant.BoundSide;
import org.dat4j.rsm.RsmException;

/**
 * A known fault that makes an RSM provider a mutant: it accepts one step beyond a limit, or refuses
 * the last permitted value.
 */
final class RsmBoundFault implements RsmFault {
  private static final int FOREVER = -1;

  private final RsmLimit limit;
  private final boolean accepts;
  private final Map<String, Object> successes = new ConcurrentHashMap<>();

  RsmBoundFault(RsmLimit limit, boolean accepts) {
    this.limit = limit;
    this.accepts = accepts;
  }

  @Override
  public Object call(Invocation call) {
    if (!call.name().equals(limit.call())) {
      return call.proceed();
    }
    if (limit.side() == BoundSide.SHORTER) {
      int timeout = call.intAt(0);
      call.arguments()[0] = timeout == FOREVER ? FOREVER : timeout / 4;
      return call.proceed();
    }
    if (!limit.hit(call, accepts)) {
      Object answer = call.proceed();
      if (answer != null) {
        successes.put(call.name(), answer);
      }
      return answer;
    }
    if (!accepts) {
      return RsmReturnFault.refused(call);
    }
    try {
      Object answer = call.proceed();
      return call.outcome() ? call.success(null) : answer;
    } catch (RsmException refused) {
      return call.success(successes.get(call.name()));
    }
  }
}
