package org.dat4j.rsm.spi.forward;

import org.dat4j.rsm.RsmBarrier;

/**
 * A wrapper of an RSM barrier that passes every call on; subclasses change single calls, for
 * example to trace them or to add a fault.
 */
public class ForwardingBarrier extends ForwardingObject<RsmBarrier> implements RsmBarrier {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingBarrier(Forwarding forwarding, RsmBarrier delegate) {
    super(forwarding, RsmBarrier.class, delegate);
  }

  @Override
  public int open() {
    return delegate().open();
  }

  @Override
  public int order() {
    return delegate().order();
  }

  @Override
  public int close() {
    return delegate().close();
  }

  @Override
  public void destroy() {
    delegate().destroy();
  }
}
