package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspParam;

/**
 * A wrapper that passes every call on a reserved service point on to the provider's object, for
 * layers such as mutants and tracing.
 */
public class ForwardingRsp extends ForwardingObject<Rsp> implements Rsp {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingRsp(Forwarding forwarding, Rsp delegate) {
    super(forwarding, Rsp.class, delegate);
  }

  @Override
  public RspParam query(int mask) {
    RspParam param = delegate().query(mask);
    return new RspParam(
        wrap(Ia.class, param.ia()),
        param.connQual(),
        wrap(Evd.class, param.evd()),
        wrap(Ep.class, param.ep()));
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }
}
