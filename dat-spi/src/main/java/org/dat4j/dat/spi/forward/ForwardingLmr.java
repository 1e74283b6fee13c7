package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;

/**
 * A wrapper that passes every call on a local memory region on to the provider's object, for layers
 * such as mutants and tracing.
 */
public class ForwardingLmr extends ForwardingObject<Lmr> implements Lmr {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingLmr(Forwarding forwarding, Lmr delegate) {
    super(forwarding, Lmr.class, delegate);
  }

  @Override
  public int lmrContext() {
    return delegate().lmrContext();
  }

  @Override
  public int rmrContext() {
    return delegate().rmrContext();
  }

  @Override
  public long registeredSize() {
    return delegate().registeredSize();
  }

  @Override
  public long registeredAddress() {
    return delegate().registeredAddress();
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public LmrParam query(int mask) {
    LmrParam param = delegate().query(mask);
    return new LmrParam(
        wrap(Ia.class, param.ia()),
        param.memType(),
        wrap(param.regionDesc()),
        param.length(),
        wrap(Pz.class, param.pz()),
        param.memPriv(),
        param.lmrContext(),
        param.rmrContext(),
        param.registeredSize(),
        param.registeredAddress());
  }

  private RegionDescription wrap(RegionDescription region) {
    return region == null || region.lmr() == null
        ? region
        : RegionDescription.lmr(wrap(Lmr.class, region.lmr()));
  }
}
