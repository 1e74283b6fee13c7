package org.dat4j.dat.tcp;

import java.nio.ByteBuffer;

/**
 * The large buffers that the connections of one driver share. Where they are few each keeps what it
 * has; where they are many each gives back what holds nothing, so that what is used grows with the
 * connections that are in the middle of something and not with those that are there.
 */
final class Buffers {

  /** Connections that keep their buffers. */
  private static final int FEW = 8;

  private static final int SCRATCH = 16384;

  private final Pool<Staging> stagings = new Pool<>(Staging::new);
  private final Pool<Batch> batches = new Pool<>(Batch::new);
  private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH);
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

  /** For what nobody looks at; by who has the selector of the driver. */
  ByteBuffer scratch() {
    return scratch;
  }
}
