package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.BoundSide;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: it accepts one value beyond a limit, or refuses
 * the last permitted value.
 */
final class DatBoundFault extends EventFilter {
  private final DatLimit limit;
  private final boolean accepts;
  private final Map<String, Object> successes = new HashMap<>();

  /** Transfers posted and not reaped, per object. */
  private final Map<DatObject, Long> outstanding =
      Collections.synchronizedMap(new IdentityHashMap<>());

  DatBoundFault(DatLimit limit, boolean accepts) {
    this.limit = limit;
    this.accepts = accepts;
  }

  @Override
  public Ia open(OpenCall opening) {
    if (!limit.page().equals(OpenCall.PAGE) || !hit(limit.value(opening), limit.most(null))) {
      return opening.proceed();
    }
    if (accepts) {
      return opening.proceedAnyway();
    }
    throw refusal();
  }

  private DatException refusal() {
    int type =
        limit.side() == BoundSide.CAPACITY
            ? DatReturn.INSUFFICIENT_RESOURCES
            : DatReturn.INVALID_PARAMETER;
    return new DatException(
        type, DatSubtype.NO_SUBTYPE, limit.page(), null, null, "a mutant refuses");
  }

  /** Returns whether this fault treats a value wrongly. */
  private boolean hit(Long value, Long bound) {
    if (value == null || bound == null) {
      return false;
    }
    return switch (limit.side()) {
      case MOST -> value == (accepts ? bound + 1 : bound);
      case LEAST -> value == (accepts ? bound - 1 : bound);
      case MASK -> accepts ? (value & ~bound) != 0 : value.equals(bound);
      case CAPACITY -> !accepts && value >= bound - 1;
      case SHORTER, FEWER -> true;
      case BELOW, LEAST0, MULTIPLE -> throw new IllegalStateException("side " + limit.side());
    };
  }

  @Override
  protected Object other(Call call) {
    if (!DatPages.of(call).equals(limit.page())) {
      return call.proceed();
    }
    Long value = limit.value(call, outstanding.getOrDefault(call.object(), 0L));
    if (limit.side() == BoundSide.MASK && call.arguments().length == 0) {
      // The short form asks for everything.
      value = limit.most(call);
    }
    if (limit.side() == BoundSide.SHORTER || limit.side() == BoundSide.FEWER) {
      shift(call, value);
      return call.proceed();
    }
    if (!hit(value, limit.most(call))) {
      return counted(call, call.proceed());
    }
    boolean outcome = call.method().getReturnType() == int.class;
    if (!accepts) {
      if (outcome && limit.side() == BoundSide.CAPACITY) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      throw refusal();
    }
    try {
      Object answer = call.proceed();
      if (!outcome || answer.equals(DatReturn.SUCCESS)) {
        return answer;
      }
    } catch (DatException refused) {
      // Accepted all the same.
    }
    PostCall post = PostCall.of(call);
    if (post != null) {
      complete(post);
    }
    return outcome ? DatReturn.SUCCESS : successes.get(call.name());
  }

  private void shift(Call call, Long value) {
    int at = limit.position();
    if (value == null || value <= 1 || value == DatConstants.TIMEOUT_INFINITE) {
      return;
    }
    long less = limit.side() == BoundSide.SHORTER ? value / 4 : value - 1;
    if (call.arguments()[at] instanceof Integer) {
      call.arguments()[at] = (int) less;
    } else {
      call.arguments()[at] = less;
    }
  }

  private Object counted(Call call, Object answer) {
    if (answer != null) {
      successes.put(call.name(), answer);
    }
    if (limit.side() == BoundSide.CAPACITY && DatReturn.SUCCESS == (int) answer) {
      outstanding.merge(call.object(), 1L, Long::sum);
    }
    return answer;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (limit.side() == BoundSide.CAPACITY && event.status() != null) {
      outstanding.replaceAll((object, count) -> Math.max(0, count - 1));
    }
    return true;
  }
}
