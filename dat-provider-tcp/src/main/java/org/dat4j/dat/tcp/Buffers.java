package org.dat4j.dat.tcp;

/**
 * The large buffers that the connections of one driver share. Where they are few each keeps what it
 * has; where they are many each gives back what holds nothing, so that what is used grows with the
 * connections that are in the middle of something and not with those that are there.
 */
final class Buffers {

  /** Connections that keep their buffers. */
  private static final int FEW = 8;

  private final Pool<Staging> stagings = new Pool<>(Staging::new);
  private final Pool<Batch> batches = new Pool<>(Batch::new);
  private volatile boolean many;

  /** Says how many connections there are. */
  void connections(int count) {
    many = count > FEW;
  }

  /** Whether what holds nothing is to be given back. */
  boolean areScarce() {
    return many;
  }

  Pool<Staging> stagings() {
    return stagings;
  }

  Pool<Batch> batches() {
    return batches;
  }
}
