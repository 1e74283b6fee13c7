package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
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
 * A limit that is off by one: one value too many is accepted, or the last permitted value is
 * refused.
 */
final class BoundFault extends Taking {
  private final String page;
  private final Limit limit;
  private final boolean accepts;
  private final Map<String, Object> successes = new HashMap<>();

  /** Transfers posted and not reaped, per object. */
  private final Map<DatObject, Long> outstanding =
      Collections.synchronizedMap(new IdentityHashMap<>());

  BoundFault(String page, Limit limit, boolean accepts) {
    this.page = page;
    this.limit = limit;
    this.accepts = accepts;
  }

  @Override
  public Ia open(Opening opening) {
    if (!page.equals(Opening.PAGE) || !hit(limit.value(opening), limit.most(null))) {
      return opening.proceed();
    }
    if (accepts) {
      return opening.proceedAnyway();
    }
    throw refusal();
  }

  private DatException refusal() {
    int type =
        limit.side() == Limit.Side.CAPACITY
            ? DatReturn.INSUFFICIENT_RESOURCES
            : DatReturn.INVALID_PARAMETER;
    return new DatException(type, DatSubtype.NO_SUBTYPE, page, null, null, "a mutant refuses");
  }

  /** Whether a value is the one that this fault judges wrongly. */
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
    };
  }

  @Override
  protected Object other(Call call) {
    if (!Pages.of(call).equals(page)) {
      return call.proceed();
    }
    Long value = limit.value(call, outstanding.getOrDefault(call.object(), 0L));
    if (limit.side() == Limit.Side.MASK && call.arguments().length == 0) {
      // The short form asks for everything.
      value = limit.most(call);
    }
    if (limit.side() == Limit.Side.SHORTER || limit.side() == Limit.Side.FEWER) {
      shift(call, value);
      return call.proceed();
    }
    if (!hit(value, limit.most(call))) {
      return counted(call, call.proceed());
    }
    boolean outcome = call.method().getReturnType() == int.class;
    if (!accepts) {
      if (outcome && limit.side() == Limit.Side.CAPACITY) {
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
    Post post = Post.of(call);
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
    long less = limit.side() == Limit.Side.SHORTER ? value / 4 : value - 1;
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
    if (limit.side() == Limit.Side.CAPACITY && DatReturn.SUCCESS == (int) answer) {
      outstanding.merge(call.object(), 1L, Long::sum);
    }
    return answer;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (limit.side() == Limit.Side.CAPACITY && event.status() != null) {
      outstanding.replaceAll((object, count) -> Math.max(0, count - 1));
    }
    return true;
  }
}
