package org.dat4j.conformance.dat.mutant;

import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: failed completions of one direction end no wait
 * that is under way. The waiting thread sleeps on until another event comes.
 */
final class WakeFault extends EventFilter {
  private final boolean receives;

  /**
   * Makes the fault.
   *
   * @param receives whether it concerns Receives, or else requests
   */
  WakeFault(boolean receives) {
    this.receives = receives;
  }

  @Override
  protected Object other(Call call) {
    if (!call.name().equals("Evd.await")) {
      return call.proceed();
    }
    Object[] arguments = call.arguments();
    Object timeout = arguments[0];
    arguments[0] = 0L;
    Object outcome = call.proceed();
    arguments[0] = timeout;
    if (DatReturn.type((Integer) outcome) != DatReturn.TIMEOUT_EXPIRED) {
      // It was there before the call: no thread has to be woken.
      return outcome;
    }
    outcome = call.proceed();
    Evd evd = (Evd) call.object();
    DatEvent event = (DatEvent) arguments[arguments.length - 1];
    if (!outcome.equals(DatReturn.SUCCESS) || !isConcerned(evd, event)) {
      return outcome;
    }
    DatEvent failed = new DatEvent().set(event);
    outcome = call.proceed();
    if (outcome.equals(DatReturn.SUCCESS)) {
      keep(evd, event);
      event.set(failed).setMore(failed.more() + 1);
    } else {
      keep(evd, failed);
    }
    return outcome;
  }

  private boolean isConcerned(Evd evd, DatEvent event) {
    return event.number() == EventNumber.DTO_COMPLETION_EVENT
        && event.status() != DtoStatus.SUCCESS
        && receives == (event.ep().query().recvEvd() == evd);
  }
}
