package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqParam;

/**
 * A wrapper that passes every call on a shared receive queue on to the provider's object, for
 * layers such as mutants and tracing.
 */
public class ForwardingSrq extends ForwardingObject<Srq> implements Srq {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingSrq(Forwarding forwarding, Srq delegate) {
    super(forwarding, Srq.class, delegate);
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public int postRecv(LmrIov iov, long cookie) {
    return delegate().postRecv(iov, cookie);
  }

  @Override
  public int postRecv(int lmrContext, long address, long length, long cookie) {
    return delegate().postRecv(lmrContext, address, length, cookie);
  }

  @Override
  public SrqParam query(int mask) {
    SrqParam param = delegate().query(mask);
    return new SrqParam(
        wrap(Ia.class, param.ia()),
        param.srqState(),
        wrap(Pz.class, param.pz()),
        param.maxRecvDtos(),
        param.maxRecvIov(),
        param.lowWatermark(),
        param.availableDtoCount(),
        param.outstandingDtoCount());
  }

  @Override
  public void resize(int maxRecvDtos) {
    delegate().resize(maxRecvDtos);
  }

  @Override
  public void setLw(int lowWatermark) {
    delegate().setLw(lowWatermark);
  }
}
