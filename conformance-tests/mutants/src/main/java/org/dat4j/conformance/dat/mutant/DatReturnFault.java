package org.dat4j.conformance.dat.mutant;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a refusal is forgotten, has a wrong code, or
 * comes where the contract demands success.
 */
final class DatReturnFault extends EventFilter {
  /**
   * The answers that a fault changes.
   *
   * @param pages pages of the calls
   * @param types refusals that are changed
   * @param statuses statuses of completions that are changed
   */
  record Answers(Set<String> pages, Set<Integer> types, Set<DtoStatus> statuses) {}

  private final AnswerChange mode;
  private final Answers answers;
  private final Predicate<Call> when;
  private final int instead;

  /** The last success of each call: what a forgetful provider answers next time. */
  private final Map<String, Object> successes = new ConcurrentHashMap<>();

  /** Lengths of posts by cookie, to make up a successful completion. */
  private final Map<Long, Long> lengths = new ConcurrentHashMap<>();

  DatReturnFault(AnswerChange mode, Answers answers) {
    this(mode, answers, call -> true);
  }

  DatReturnFault(AnswerChange mode, Answers answers, Predicate<Call> when) {
    this.mode = mode;
    this.answers = answers;
    this.when = when;
    this.instead =
        answers.types().contains(DatReturn.INTERNAL_ERROR)
            ? DatReturn.ABORT
            : DatReturn.INTERNAL_ERROR;
  }

  private DatException refusal(String what) {
    return new DatException(instead, DatSubtype.NO_SUBTYPE, what, null, null, "a mutant refuses");
  }

  @Override
  public Ia open(OpenCall opening) {
    if (!answers.pages().contains(OpenCall.PAGE)) {
      return opening.proceed();
    }
    if (mode == AnswerChange.REFUSE) {
      throw refusal("open");
    }
    try {
      return opening.proceed();
    } catch (DatException e) {
      if (!answers.types().contains(e.type())) {
        throw e;
      }
      if (mode == AnswerChange.CODE) {
        throw refusal("open");
      }
      return opening.proceedAnyway();
    }
  }

  @Override
  public Object registry(String page, Supplier<Object> call) {
    if (!answers.pages().contains(page)) {
      return call.get();
    }
    if (mode == AnswerChange.REFUSE) {
      throw refusal(page);
    }
    try {
      return call.get();
    } catch (DatException e) {
      if (!answers.types().contains(e.type())) {
        throw e;
      }
      if (mode == AnswerChange.CODE) {
        throw refusal(page);
      }
      return null;
    }
  }

  @Override
  protected Object other(Call call) {
    PostCall post = PostCall.of(call);
    if (post != null) {
      lengths.put(post.cookie(), post.length());
    }
    if (!answers.pages().contains(DatPages.of(call)) || !when.test(call)) {
      return call.proceed();
    }
    boolean outcome = call.method().getReturnType() == int.class;
    if (mode == AnswerChange.REFUSE) {
      if (outcome) {
        return instead;
      }
      throw refusal(call.toString());
    }
    try {
      Object answer = call.proceed();
      if (outcome && answers.types().contains(DatReturn.type((int) answer))) {
        return mode == AnswerChange.CODE ? instead : forgotten(call, post);
      }
      if (answer != null) {
        successes.put(call.name(), answer);
      }
      return answer;
    } catch (DatException e) {
      if (!answers.types().contains(e.type())) {
        throw e;
      }
      if (mode == AnswerChange.CODE) {
        throw refusal(call.toString());
      }
      return forgotten(call, post);
    }
  }

  private Object forgotten(Call call, PostCall post) {
    if (post != null && (post.flags() & CompletionFlags.SUPPRESS) == 0) {
      try {
        complete(post);
      } catch (DatException freed) {
        // A freed endpoint has no EVD to complete on; success alone is wrong enough.
      }
    }
    Class<?> type = call.method().getReturnType();
    Object last = successes.get(call.name());
    if (type == int.class) {
      return DatReturn.SUCCESS;
    }
    return last == null && type == long.class ? Long.valueOf(0) : last;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    DtoStatus status = event.status();
    if (mode == AnswerChange.REFUSE || status == null || !answers.statuses().contains(status)) {
      return true;
    }
    DtoStatus other = mode == AnswerChange.FORGET ? DtoStatus.SUCCESS : wrong(status);
    if (event.rmr() != null) {
      event.setRmrBind(evd, event.rmr(), event.cookie(), other);
    } else {
      long length = lengths.getOrDefault(event.cookie(), 0L);
      event.setDto(evd, event.ep(), event.cookie(), other, length);
    }
    return true;
  }

  /** Returns a status that is right for no failure in the suite. */
  private static DtoStatus wrong(DtoStatus status) {
    return status == DtoStatus.ERR_PARTIAL_PACKET
        ? DtoStatus.ERR_BAD_RESPONSE
        : DtoStatus.ERR_PARTIAL_PACKET;
  }
}
