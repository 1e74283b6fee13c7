package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrParam;

/**
 * A wrapper that passes every call on a remote memory region on to the provider's object, for
 * layers such as mutants and tracing.
 */
public class ForwardingRmr extends ForwardingObject<Rmr> implements Rmr {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingRmr(Forwarding forwarding, Rmr delegate) {
    super(forwarding, Rmr.class, delegate);
  }

  @Override
  public int rmrContext() {
    return delegate().rmrContext();
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public RmrParam query(int mask) {
    RmrParam param = delegate().query(mask);
    return new RmrParam(
        wrap(Ia.class, param.ia()),
        wrap(Pz.class, param.pz()),
        param.lmrContext(),
        param.address(),
        param.length(),
        param.memPriv(),
        param.rmrContext());
  }

  @Override
  public int bind(
      int lmrContext, long address, long length, int privileges, Ep ep, long cookie, int flags) {
    return delegate()
        .bind(lmrContext, address, length, privileges, unwrap(Ep.class, ep), cookie, flags);
  }
}
