package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzParam;
import org.dat4j.dat.Rmr;

/**
 * A wrapper that passes every call on a PZ on to the provider's object, for layers such as mutants
 * and tracing.
 */
public class ForwardingPz extends ForwardingObject<Pz> implements Pz {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingPz(Forwarding forwarding, Pz delegate) {
    super(forwarding, Pz.class, delegate);
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public PzParam query(int mask) {
    return new PzParam(wrap(Ia.class, delegate().query(mask).ia()));
  }

  @Override
  public Rmr createRmr() {
    return wrap(Rmr.class, delegate().createRmr());
  }
}
