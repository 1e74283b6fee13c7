package org.dat4j.dat.udapl.queue;

import java.util.Arrays;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.udapl.abi.TripletMemory;

/**
 * A record of the Receives posted on a native endpoint before it connects, to post them again if
 * its libdapl endpoint is replaced. Guarded by the lock of Receives.
 */
public final class PreConnectReceives {

  private static final int COOKIE = 0;
  private static final int FLAGS = 1;
  private static final int SEGMENTS = 2;
  private static final int HEADER = 3;
  private static final int PER_SEGMENT = 3;

  private long[] words = {};
  private int used;
  private int count;
  private int mostSegments;

  /**
   * Adds a Receive.
   *
   * @param cookie the user's
   * @param flags of the post
   * @param segments its segments
   * @param number how many
   */
  public void add(long cookie, int flags, TripletMemory segments, int number) {
    int needed = used + HEADER + PER_SEGMENT * number;
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, needed));
    }
    words[used + COOKIE] = cookie;
    words[used + FLAGS] = flags;
    words[used + SEGMENTS] = number;
    used += HEADER;
    for (int i = 0; i < number; i++) {
      words[used++] = segments.context(i);
      words[used++] = segments.address(i);
      words[used++] = segments.length(i);
    }
    mostSegments = Math.max(mostSegments, number);
    count++;
  }

  /** Empties the record. */
  public void clear() {
    used = 0;
    count = 0;
    mostSegments = 0;
  }

  /**
   * Returns the number of Receives.
   *
   * @return 0 for none
   */
  public int size() {
    return count;
  }

  /**
   * Tells whether an endpoint has room for the Receives.
   *
   * @param attr its attributes
   * @param spec its EVDs
   * @return whether all can be posted
   */
  public boolean fits(EpAttr attr, EpSpec spec) {
    return count == 0
        || spec.recvEvd() != null
            && count <= attr.maxRecvDtos()
            && mostSegments <= Math.max(1, attr.maxRecvIov());
  }

  /** A function that posts one Receive again. */
  public interface Poster {
    /**
     * Posts it.
     *
     * @param cookie the user's
     * @param flags of the post
     * @param segments how many were written
     */
    void post(long cookie, int flags, int segments);
  }

  /**
   * Posts all again, in their order.
   *
   * @param segments where the poster reads the segments
   * @param poster posts one
   */
  public void forEach(TripletMemory segments, Poster poster) {
    int at = 0;
    while (at < used) {
      long cookie = words[at + COOKIE];
      int flags = (int) words[at + FLAGS];
      int number = (int) words[at + SEGMENTS];
      at += HEADER;
      for (int i = 0; i < number; i++) {
        segments.put(i, (int) words[at], words[at + 1], words[at + 2]);
        at += PER_SEGMENT;
      }
      poster.post(cookie, flags, number);
    }
  }
}
