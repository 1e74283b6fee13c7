package org.dat4j.conformance.dat.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: after a call or an event, an endpoint still
 * reports its old state. It does so until the next call that changes the endpoint.
 */
final class StaleStateFault extends EventFilter {
  private final EpCall row;
  private final EpState before;
  private final EpState after;
  private final Map<Ep, EpState> told = Collections.synchronizedMap(new IdentityHashMap<>());

  StaleStateFault(EpCall row, EpState before, EpState after) {
    this.row = row;
    this.before = before;
    this.after = after;
  }

  @Override
  protected Object other(Call call) {
    Ep subject = row.subject(call);
    boolean moves = EpCall.in(before, subject);
    if (call.object() instanceof Ep ep && !call.name().startsWith("Ep.post")) {
      Object answer = answered(call, ep);
      if (moves) {
        told.put(subject, before);
      }
      return answer;
    }
    Object answer = call.proceed();
    if (moves) {
      told.put(subject, before);
    }
    return answer;
  }

  private Object answered(Call call, Ep ep) {
    EpState state = told.get(ep);
    Object answer = call.proceed();
    if (state != null && answer instanceof EpStatus status) {
      return new EpStatus(state, status.recvIdle(), status.requestIdle());
    }
    if (state != null && answer instanceof EpParam param) {
      return param.toBuilder().state(state).build();
    }
    if (answer == null && !call.name().endsWith("ConsumerContext")) {
      told.remove(ep);
    }
    return answer;
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (row.page().equals("event") && event.number().name().equals(row.part())) {
      Ep ep = event.cr() == null ? event.ep() : event.cr().query().localEp();
      if (EpCall.in(after, ep)) {
        told.put(ep, before);
      }
    }
    return true;
  }
}
