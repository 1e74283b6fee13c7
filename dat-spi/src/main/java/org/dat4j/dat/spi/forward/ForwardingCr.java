package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Cr;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.Ep;

/**
 * A wrapper that passes every call on a connection request on to the provider's object, for layers
 * such as mutants and tracing.
 */
public class ForwardingCr extends ForwardingObject<Cr> implements Cr {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingCr(Forwarding forwarding, Cr delegate) {
    super(forwarding, Cr.class, delegate);
  }

  @Override
  public CrParam query(int mask) {
    return wrap(delegate().query(mask));
  }

  @Override
  public CrParam query() {
    return wrap(delegate().query());
  }

  private CrParam wrap(CrParam param) {
    return new CrParam(
        param.remoteIaAddress(),
        param.remotePortQual(),
        param.privateData(),
        wrap(Ep.class, param.localEp()));
  }

  @Override
  public void accept(Ep ep, byte[] privateData) {
    delegate().accept(unwrap(Ep.class, ep), privateData);
    released();
  }

  @Override
  public void reject() {
    delegate().reject();
    released();
  }

  @Override
  public void handoff(long connQual) {
    delegate().handoff(connQual);
    released();
  }
}
