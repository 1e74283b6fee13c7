package org.dat4j.dat.natives;

import java.util.Arrays;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.EpSpec;

/**
 * The receives posted on an endpoint that was not connected yet, so that they can be posted again
 * on another endpoint of the library. Guarded by the lock of receives; grows before the connection
 * and is not touched after it.
 */
final class EarlyReceives {

  private static final int COOKIE = 0;
  private static final int FLAGS = 1;
  private static final int SEGMENTS = 2;
  private static final int HEADER = 3;
  private static final int PER_SEGMENT = 3;

  private long[] words = {};
  private int used;
  private int count;
  private int mostSegments;

  /** Remembers one. */
  void add(long cookie, int flags, TripletMemory segments, int number) {
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

  /** Nothing of what was posted is there any more. */
  void forget() {
    used = 0;
    count = 0;
    mostSegments = 0;
  }

  /** Throws when an endpoint with these attributes has no room for them. */
  void checkFit(NativeEp ep, EpAttr attr, EpSpec spec) {
    if (count > 0
        && (spec.recvEvd() == null
            || count > attr.maxRecvDtos()
            || mostSegments > Math.max(1, attr.maxRecvIov()))) {
      throw ep.noRoomFor(count);
    }
  }

  /** Takes what posts one again. */
  interface Poster {
    void post(long cookie, int flags, int segments);
  }

  /** Writes one after the other where the poster reads its segments. */
  void each(TripletMemory segments, Poster poster) {
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
