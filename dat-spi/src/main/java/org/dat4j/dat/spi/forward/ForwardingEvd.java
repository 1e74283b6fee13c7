package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Cno;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.Ia;

/**
 * A wrapper that passes every call on an EVD on to the provider's object, for layers such as
 * mutants and tracing. It wraps the objects of the events it gives out.
 */
public class ForwardingEvd extends ForwardingObject<Evd> implements Evd {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingEvd(Forwarding forwarding, Evd delegate) {
    super(forwarding, Evd.class, delegate);
  }

  @Override
  public EvdParam query(int mask) {
    return wrap(delegate().query(mask));
  }

  @Override
  public EvdParam query() {
    return wrap(delegate().query());
  }

  private EvdParam wrap(EvdParam param) {
    return new EvdParam(
        wrap(Ia.class, param.ia()),
        param.evdQlen(),
        param.evdState(),
        wrap(Cno.class, param.cno()),
        param.evdFlags());
  }

  @Override
  public void modifyCno(Cno cno) {
    delegate().modifyCno(unwrap(Cno.class, cno));
  }

  @Override
  public void resize(int minQlen) {
    delegate().resize(minQlen);
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public void enable() {
    delegate().enable();
  }

  @Override
  public void disable() {
    delegate().disable();
  }

  @Override
  public void setUnwaitable() {
    delegate().setUnwaitable();
  }

  @Override
  public void clearUnwaitable() {
    delegate().clearUnwaitable();
  }

  @Override
  public int dequeue(DatEvent event) {
    return wrap(delegate().dequeue(event), event);
  }

  @Override
  public int await(long timeoutMicros, int threshold, DatEvent event) {
    return wrap(delegate().await(timeoutMicros, threshold, event), event);
  }

  /**
   * Only a taken event was filled by the delegate; otherwise its objects are those of an earlier
   * call, perhaps of another layer.
   */
  private int wrap(int outcome, DatEvent event) {
    if (outcome == DatReturn.SUCCESS) {
      event.replaceObjects(forwarding().wrapping());
    }
    return outcome;
  }

  @Override
  public int postSe(DatEvent event) {
    return delegate().postSe(event);
  }
}
