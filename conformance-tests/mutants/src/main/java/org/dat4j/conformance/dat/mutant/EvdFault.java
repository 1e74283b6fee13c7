package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a state change of an EVD is reported but does
 * not happen, or happens unreported. The fault lasts until the next call that changes the EVD.
 */
final class EvdFault implements DatFault {
  private final Predicate<Call> which;
  private final boolean happens;
  private final int told;
  private final int mask;
  private final Map<Evd, Boolean> concerned = Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * Makes the fault.
   *
   * @param which the calls that move the state
   * @param happens whether the provider moves
   * @param told the bit of {@link EvdState} that queries show afterwards
   */
  EvdFault(Predicate<Call> which, boolean happens, int told) {
    this.which = which;
    this.happens = happens;
    this.told = told;
    this.mask = (told & EvdState.ENABLE_MASK) != 0 ? EvdState.ENABLE_MASK : EvdState.WAIT_MASK;
  }

  /** Returns whether an EVD is live and its state has a bit. */
  static boolean has(int bit, Evd evd) {
    try {
      return (evd.query().evdState() & bit) != 0;
    } catch (DatException freed) {
      return false;
    }
  }

  @Override
  public Object call(Call call) {
    if (!(call.object() instanceof Evd evd)) {
      return call.proceed();
    }
    if (which.test(call)) {
      if (happens) {
        call.proceed();
      }
      concerned.put(evd, true);
      return null;
    }
    Object answer = call.proceed();
    if (answer instanceof EvdParam param && concerned.containsKey(evd)) {
      int state = param.evdState() & ~mask | told;
      return new EvdParam(param.ia(), param.evdQlen(), state, param.cno(), param.evdFlags());
    }
    if (answer == null) {
      concerned.remove(evd);
    }
    return answer;
  }
}
