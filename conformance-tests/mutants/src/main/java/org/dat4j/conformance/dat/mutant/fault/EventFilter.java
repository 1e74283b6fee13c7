package org.dat4j.conformance.dat.mutant.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.dat4j.conformance.dat.mutant.occasion.Occasion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * The base class of the faults of DAT mutants that see every event on its way to the consumer, and
 * hold back or add some.
 */
public abstract class EventFilter implements DatFault {
  private static final long FOR_EVER = DatConstants.TIMEOUT_INFINITE;

  private final Map<Evd, Deque<DatEvent>> kept = new IdentityHashMap<>();
  private Occasion occasion = Occasion.ALWAYS;

  /** For subclasses. */
  protected EventFilter() {}

  /**
   * Lets the events pass unless an occasion is met.
   *
   * @param met the occasion
   */
  public final void actOn(Occasion met) {
    occasion = met;
  }

  @Override
  public final Object call(Call call) {
    return Occasion.takes(call)
        ? take(call, (Evd) call.object(), (DatEvent) call.arguments()[call.arguments().length - 1])
        : other(call);
  }

  private Object take(Call call, Evd evd, DatEvent event) {
    long begin = System.nanoTime();
    boolean wait = call.arguments().length > 1;
    long patience = wait ? (long) call.arguments()[0] : 0;
    while (true) {
      DatEvent first = next(evd);
      if (first != null) {
        event.set(first).setEvd(evd);
        return DatReturn.SUCCESS;
      }
      Object outcome = other(call);
      if (!outcome.equals(DatReturn.SUCCESS)) {
        return outcome;
      }
      boolean acts = occasion.isMet(evd, event);
      taken(evd, event, acts);
      if (!acts || passes(evd, event)) {
        return outcome;
      }
      event.clear();
      if (wait && patience != FOR_EVER) {
        long passed = (System.nanoTime() - begin) / 1000;
        call.arguments()[0] = Math.max(0, patience - passed);
      }
    }
  }

  private DatEvent next(Evd evd) {
    synchronized (kept) {
      Deque<DatEvent> own = kept.get(evd);
      return own == null ? null : own.poll();
    }
  }

  /**
   * Delivers a copy of an event with the next call that takes one from the EVD.
   *
   * @param evd the EVD
   * @param event the event
   */
  protected final void keep(Evd evd, DatEvent event) {
    DatEvent copy = new DatEvent().set(event);
    synchronized (kept) {
      kept.computeIfAbsent(evd, e -> new ArrayDeque<>()).add(copy);
    }
  }

  /**
   * Delivers a completion of a post as if it had succeeded.
   *
   * @param post the post; one to an SRQ has none
   */
  protected final void complete(PostCall post) {
    Ep ep = post.ep();
    if (ep != null) {
      Evd evd = post.op().request() ? ep.query().requestEvd() : ep.query().recvEvd();
      keep(evd, new DatEvent().setDto(evd, ep, post.cookie(), DtoStatus.SUCCESS, post.length()));
    }
  }

  /**
   * Notes an event of the provider, whether the fault acts on it or not.
   *
   * @param evd its EVD
   * @param event the event
   * @param acts whether {@link #passes} gets it, too
   */
  protected void taken(Evd evd, DatEvent event, boolean acts) {}

  /**
   * Inspects an event of the provider and may change it.
   *
   * @param evd its EVD
   * @param event the event
   * @return false to withhold it
   */
  protected boolean passes(Evd evd, DatEvent event) {
    return true;
  }

  /**
   * Makes a call that takes no event, or asks the provider for one.
   *
   * @param call the call
   * @return its answer, null for none
   */
  protected Object other(Call call) {
    return call.proceed();
  }
}
