package org.dat4j.rsm.spi.forward;

import org.dat4j.rsm.LocalMemoryHandle;

/**
 * A wrapper of an RSM local memory handle that passes every call on; subclasses change single
 * calls, for example to trace them or add faults.
 */
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
