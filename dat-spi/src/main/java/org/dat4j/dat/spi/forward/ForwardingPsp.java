package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspParam;

/**
 * A wrapper that passes every call on a public service point on to the provider's object, for
 * layers such as mutants and tracing.
 */
public class ForwardingPsp extends ForwardingObject<Psp> implements Psp {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingPsp(Forwarding forwarding, Psp delegate) {
    super(forwarding, Psp.class, delegate);
  }

  @Override
  public long connQual() {
    return delegate().connQual();
  }

  @Override
  public PspParam query(int mask) {
    PspParam param = delegate().query(mask);
    return new PspParam(
        wrap(Ia.class, param.ia()),
        param.connQual(),
        wrap(Evd.class, param.evd()),
        param.pspFlags());
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }
}
