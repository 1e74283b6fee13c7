package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoParam;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;

/**
 * A wrapper that passes every call on a CNO on to the provider's object, for layers such as mutants
 * and tracing. Its agents get wrapped EVDs.
 */
public class ForwardingCno extends ForwardingObject<Cno> implements Cno {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingCno(Forwarding forwarding, Cno delegate) {
    super(forwarding, Cno.class, delegate);
  }

  @Override
  public void modifyAgent(ProxyAgent agent) {
    delegate().modifyAgent(forwarding().agentFor(agent));
  }

  @Override
  public CnoParam query(int mask) {
    CnoParam param = delegate().query(mask);
    return new CnoParam(wrap(Ia.class, param.ia()), forwarding().agentOf(param.agent()));
  }

  @Override
  public int await(long timeoutMicros, CnoTrigger trigger) {
    int outcome = delegate().await(timeoutMicros, trigger);
    if (outcome == DatReturn.SUCCESS) {
      trigger.set(wrap(Evd.class, trigger.evd()));
    }
    return outcome;
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }
}
