package org.dat4j.conformance.rsm.mutant;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * A known fault that makes an RSM provider a mutant: a refusal is forgotten, has a wrong code, or
 * comes where the contract demands success.
 */
final class RsmReturnFault implements RsmFault {
  private final AnswerChange change;
  private final Set<Integer> codes;
  private final Predicate<Invocation> when;

  /** The last success of each call: what a forgetful provider answers next time. */
  private final Map<String, Object> successes = new ConcurrentHashMap<>();

  /**
   * @param change what is wrong with the answer
   * @param codes refusals that are changed; empty for all
   * @param when the calls; asked before the call is made
   */
  RsmReturnFault(AnswerChange change, Set<Integer> codes, Predicate<Invocation> when) {
    this.change = change;
    this.codes = codes;
    this.when = when;
  }

  /** Refuses a call for a mutant, by its code or by an exception. */
  static Object refused(Invocation call) {
    if (call.outcome()) {
      return RsmReturn.INTERNAL_ERROR;
    }
    throw new RsmException(
        RsmReturn.INTERNAL_ERROR, call.name(), "mutant", "refuses", "run it without a mutant");
  }

  private boolean changes(int code) {
    return code != RsmReturn.SUCCESS && (codes.isEmpty() || codes.contains(code));
  }

  @Override
  public Object call(Invocation call) {
    if (!when.test(call)) {
      return call.proceed();
    }
    if (change == AnswerChange.REFUSE) {
      return refused(call);
    }
    try {
      Object answer = call.proceed();
      if (!call.outcome()) {
        remember(call, answer);
      } else if (changes((int) answer)) {
        return changed(call);
      }
      return answer;
    } catch (RsmException e) {
      if (!changes(e.code())) {
        throw e;
      }
      return changed(call);
    }
  }

  private void remember(Invocation call, Object answer) {
    if (answer != null) {
      successes.put(call.name(), answer);
    }
  }

  private Object changed(Invocation call) {
    return change == AnswerChange.CODE ? refused(call) : call.success(successes.get(call.name()));
  }
}
