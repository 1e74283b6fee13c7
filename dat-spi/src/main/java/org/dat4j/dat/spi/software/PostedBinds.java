package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The RMR binds among the posted requests of one endpoint of a software backend, found by the
 * position of their request. Written by posters before the request is published, read and cleared
 * by the transmit turn's holder.
 */
final class PostedBinds {

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(RmrBind[].class);

  private final int mask;
  private volatile RmrBind[] slots;

  /**
   * Makes an empty set; it takes memory from the first bind on.
   *
   * @param mask of places
   */
  PostedBinds(int mask) {
    this.mask = mask;
  }

  void put(long position, RmrBind binding) {
    RmrBind[] array = slots;
    (array == null ? make() : array)[(int) position & mask] = binding;
  }

  private synchronized RmrBind[] make() {
    if (slots == null) {
      slots = new RmrBind[mask + 1];
    }
    return slots;
  }

  RmrBind get(long position) {
    return slots[(int) position & mask];
  }

  /** Forgets a bind, unless a later one has its place. */
  void clear(long position, RmrBind binding) {
    SLOT.compareAndSet(slots, (int) position & mask, binding, (RmrBind) null);
  }
}
