package org.dat4j.rsm.spi.forward;

import org.dat4j.rsm.LocalMemoryHandle;

/** Wrapper of a local memory handle. */
public class ForwardingLocalMemory extends ForwardingObject<LocalMemoryHandle>
    implements LocalMemoryHandle {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingLocalMemory(Forwarding forwarding, LocalMemoryHandle delegate) {
    super(forwarding, LocalMemoryHandle.class, delegate);
  }

  @Override
  public int length() {
    return delegate().length();
  }

  @Override
  public void close() {
    delegate().close();
  }
}
