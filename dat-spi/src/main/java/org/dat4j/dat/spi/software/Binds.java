package org.dat4j.dat.spi.software;

/**
 * The binds among the requests of one endpoint, by the place of their request. Written by posters
 * before the request is published, read and cleared by the transmit turn's holder.
 */
final class Binds {

  private final int mask;
  private volatile Binding[] slots;

  /**
   * Makes an empty set; it takes memory from the first bind on.
   *
   * @param mask of places
   */
  Binds(int mask) {
    this.mask = mask;
  }

  void put(long position, Binding binding) {
    Binding[] array = slots;
    (array == null ? make() : array)[(int) position & mask] = binding;
  }

  private synchronized Binding[] make() {
    if (slots == null) {
      slots = new Binding[mask + 1];
    }
    return slots;
  }

  Binding get(long position) {
    return slots[(int) position & mask];
  }

  void clear(long position) {
    slots[(int) position & mask] = null;
  }
}
