package org.dat4j.dat.ipc.ring;

import java.nio.ByteBuffer;

/**
 * The part of an {@link Area} that one ipc connection uses, as one end sees it: a ring for each
 * direction, and control words. Each control word has a cache line of its own.
 */
public final class Slot {

  private static final int LINE = 64;

  /** The position up to which the writer of a ring waits to be read. */
  private static final int WANTED = 0;

  /** The position up to which a ring has been read. */
  private static final int HEAD = LINE;

  /** Whether the reader of a ring looks at the slot by itself. */
  private static final int WATCHED = 2 * LINE;

  /** Whether the reader of a ring takes no more, and waits for room in its own one. */
  private static final int STUCK = 3 * LINE;

  private static final int DIRECTION = 4 * LINE;

  private final ByteBuffer memory;
  private final int base;
  private final int ringBytes;
  private final int outgoing;
  private final int incoming;

  Slot(ByteBuffer memory, int base, int ringBytes, boolean initiator) {
    this.memory = memory;
    this.base = base;
    this.ringBytes = ringBytes;
    this.outgoing = initiator ? 0 : 1;
    this.incoming = 1 - outgoing;
  }

  static int bytes(int ringBytes) {
    return 2 * (DIRECTION + ringBytes);
  }

  /** Makes both rings empty, for a new connection. */
  public void reset() {
    for (int direction = 0; direction < 2; direction++) {
      for (int word : new int[] {WANTED, HEAD, WATCHED, STUCK}) {
        SharedWords.set(memory, control(direction) + word, 0);
      }
      SharedWords.setRelease(memory, ring(direction), 0);
    }
  }

  private int control(int direction) {
    return base + direction * DIRECTION;
  }

  private int ring(int direction) {
    return base + 2 * DIRECTION + direction * ringBytes;
  }

  /**
   * Returns the writer of this end's ring.
   *
   * @return one that begins with an empty ring
   */
  public RingWriter writer() {
    int control = control(outgoing);
    return new RingWriter(memory, ring(outgoing), ringBytes, control + HEAD, control + WANTED);
  }

  /**
   * Returns the reader of the peer's ring.
   *
   * @return one that begins with an empty ring
   */
  public RingReader reader() {
    int control = control(incoming);
    return new RingReader(memory, ring(incoming), ringBytes, control + HEAD, control + WANTED);
  }

  /**
   * Tells the peer whether this end looks at the slot by itself, so that it needs no doorbell.
   *
   * @param watched whether it does; unless it does any longer, a fence and a last look follow
   */
  public void setWatched(boolean watched) {
    SharedWords.setOpaque(memory, control(incoming) + WATCHED, watched ? 1 : 0);
  }

  /**
   * Whether the peer looks at the slot by itself; asked after a full fence.
   *
   * @return whether it needs no doorbell
   */
  public boolean isWatchedByPeer() {
    return SharedWords.getOpaque(memory, control(outgoing) + WATCHED) != 0;
  }

  /** Tells the peer that this end takes no more, and waits for room. A full fence follows. */
  public void setStuck() {
    SharedWords.setOpaque(memory, control(incoming) + STUCK, 1);
  }

  /**
   * Whether the peer takes no more, and waits for room.
   *
   * @return true if a wait for the peer would have no end
   */
  public boolean isPeerStuck() {
    return SharedWords.getOpaque(memory, control(outgoing) + STUCK) != 0;
  }
}
