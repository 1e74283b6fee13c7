package org.dat4j.dat.ipc.ring;

import java.nio.ByteBuffer;

/**
 * The doorbells between two ipc adapters, as one end sees them: a bit for each connection says that
 * its ring has news. A thread looks at one word, however many connections are idle. Another word
 * says that the peer's threads all sleep, so that it has to be woken through the socket.
 */
public final class Doorbells {

  /** Connections that two adapters have doorbells for. */
  public static final int CONNECTIONS = Long.SIZE * Long.SIZE;

  private static final int SLEEPING = 0;
  private static final int SUMMARY = 64;
  private static final int WORDS = 128;

  /** Bytes of one direction. */
  private static final int DIRECTION = 1024;

  private final ByteBuffer memory;

  /** The doorbells that the peer rings. */
  private final int own;

  /** The doorbells that this end rings. */
  private final int peer;

  Doorbells(ByteBuffer memory, boolean initiator) {
    this.memory = memory;
    this.own = initiator ? DIRECTION : 0;
    this.peer = DIRECTION - own;
  }

  /**
   * Rings for a connection, which the peer does not watch.
   *
   * @param index of the connection
   */
  public void ring(int index) {
    int word = index / Long.SIZE;
    SharedWords.setBits(memory, peer + WORDS + word * Long.BYTES, 1L << index);
    SharedWords.setBits(memory, peer + SUMMARY, 1L << word);
  }

  /**
   * Whether the peer sleeps and this thread is to wake it; asked after a full fence.
   *
   * @return true once for each time that it sleeps
   */
  public boolean mustWakePeer() {
    return SharedWords.getOpaque(memory, peer + SLEEPING) != 0
        && SharedWords.replace(memory, peer + SLEEPING, 1, 0);
  }

  /**
   * Tells the peer whether the threads of this end all sleep.
   *
   * @param sleeping whether they do; a full fence and a look at all that is watched follow
   */
  public void setSleeping(boolean sleeping) {
    SharedWords.setOpaque(memory, own + SLEEPING, sleeping ? 1 : 0);
  }

  /**
   * Whether any doorbell was rung.
   *
   * @return whether {@link #takeSummary()} has bits
   */
  public boolean isRung() {
    return SharedWords.getOpaque(memory, own + SUMMARY) != 0;
  }

  /**
   * Takes the words in which doorbells were rung.
   *
   * @return a bit for each word
   */
  public long takeSummary() {
    return SharedWords.takeBits(memory, own + SUMMARY);
  }

  /**
   * Takes the doorbells of one word.
   *
   * @param word its index
   * @return a bit for each connection
   */
  public long takeWord(int word) {
    return SharedWords.takeBits(memory, own + WORDS + word * Long.BYTES);
  }

  /**
   * Rings for a connection at this end: its ring has news that one poll did not take.
   *
   * @param index of the connection
   */
  public void ringOwn(int index) {
    int word = index / Long.SIZE;
    putBack(1L << word, word, 1L << index);
  }

  /**
   * Rings doorbells again that were taken, and that an Error has kept from being answered.
   *
   * @param summary a bit for each word
   * @param word the index of the word that was taken
   * @param bits its doorbells
   */
  public void putBack(long summary, int word, long bits) {
    SharedWords.setBits(memory, own + WORDS + word * Long.BYTES, bits);
    SharedWords.setBits(memory, own + SUMMARY, summary);
  }
}
