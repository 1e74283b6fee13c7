package org.dat4j.dat.natives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;

/**
 * What one endpoint has posted in one direction and not yet seen completed: the user's cookies, how
 * many there are, and completions that came too early. The library forgets what is outstanding when
 * the verbs below it refuse a post, so a post that has no room is refused here.
 *
 * <p>The library's own cookie of a post is {@link #key}: number of the endpoint, direction and
 * place in this queue. One thread at a time posts (the lock of the direction), one at a time
 * completes (the lock of the dispatcher).
 */
final class PostedQueue {

  private static final VarHandle COMPLETED =
      FieldHandles.find(MethodHandles.lookup(), PostedQueue.class, "completed", long.class);
  private static final long PLACE_MASK = 0x7fff_ffffL;
  private static final long RECEIVE_BIT = 0x8000_0000L;
  private static final byte EXPECTED = 0;
  private static final byte QUIET = 1;
  private static final byte LATE = 2;
  private static final byte HELD = 3;
  private static final byte FOREIGN = 4;

  private final int limit;
  private final int mask;
  private final long[] cookies;
  private final boolean[] silent;
  private final byte[] marks;
  private final int[] heldStatus;
  private final long[] heldLength;
  private final int longestSilence;

  /** What receives use, or null. */
  private final PostedMemory memory;

  private final long keyBase;
  private volatile long posted;
  private volatile long completed;
  private int silence;
  private volatile long lastSignalled;
  private int held;

  /**
   * Makes an empty queue.
   *
   * @param limit most posts outstanding
   * @param endpoint number of the endpoint
   * @param receive direction
   */
  PostedQueue(int limit, int endpoint, boolean receive) {
    this(limit, endpoint, receive, size -> null);
  }

  /**
   * Makes an empty queue of receives.
   *
   * @param limit most posts outstanding
   * @param endpoint number of the endpoint
   * @param memory makes what notes what they use, for so many places, or answers null
   */
  PostedQueue(int limit, int endpoint, IntFunction<PostedMemory> memory) {
    this(limit, endpoint, true, memory);
  }

  private PostedQueue(int limit, int endpoint, boolean receive, IntFunction<PostedMemory> memory) {
    this.limit = limit;
    int size = Integer.highestOneBit(Math.max(1, limit - 1)) << 1;
    mask = size - 1;
    cookies = new long[size];
    silent = new boolean[size];
    marks = new byte[size];
    heldStatus = new int[size];
    heldLength = new long[size];
    this.memory = memory.apply(size);
    longestSilence = Math.max(1, limit / 2);
    keyBase = (long) endpoint << 32 | (receive ? RECEIVE_BIT : 0);
  }

  static int endpointOf(long key) {
    return (int) (key >>> 32);
  }

  static boolean isReceive(long key) {
    return (key & RECEIVE_BIT) != 0;
  }

  int limit() {
    return limit;
  }

  int outstanding() {
    return (int) (posted - completed);
  }

  /** Outstanding posts that will certainly show up as events, unlike silent ones that succeeded. */
  boolean certainToComplete() {
    return lastSignalled > completed;
  }

  boolean isFull() {
    return posted - (long) COMPLETED.getAcquire(this) >= limit;
  }

  /**
   * Takes a place.
   *
   * @param cookie the user's
   * @param suppress whether a success is to be silent
   * @param late whether the device may complete later posts before this one
   * @return whether the library is to be asked for silence: not always, since it gives places back
   *     only with an event
   */
  boolean claim(long cookie, boolean suppress, boolean late) {
    int index = (int) posted & mask;
    cookies[index] = cookie;
    silent[index] = suppress;
    boolean quiet = suppress && !late && ++silence < longestSilence;
    marks[index] = late ? LATE : quiet ? QUIET : EXPECTED;
    if (!quiet) {
      silence = 0;
      lastSignalled = posted + 1;
    }
    posted = posted + 1;
    return quiet;
  }

  /** The receive that was claimed last names memory of another zone than its endpoint's. */
  void markForeign() {
    marks[(int) (posted - 1) & mask] = FOREIGN;
  }

  /** Notes what the post uses that is claimed next. */
  void willUse(TripletMemory segments, int count) {
    if (memory != null) {
      memory.put((int) posted & mask, segments, count);
    }
  }

  /**
   * Gives the contract's name for the failure of a post.
   *
   * @param key its key
   * @param said what the device said of it, which has several names for some
   * @param lmrs what is registered
   */
  DtoStatus failure(long key, DtoStatus said, ContextTable<AbstractLmr> lmrs) {
    int index = (int) key & mask;
    if (marks[index] == FOREIGN && said != DtoStatus.ERR_FLUSHED) {
      return DtoStatus.ERR_LOCAL_PROTECTION;
    }
    return memory == null ? said : memory.failure(index, said, lmrs);
  }

  /** The library's cookie of the post that was claimed last. */
  long key() {
    return keyBase | (posted - 1) & PLACE_MASK;
  }

  /** The library's cookie of the oldest outstanding post. */
  long oldestKey() {
    return keyBase | completed & PLACE_MASK;
  }

  /** Gives the place back that was claimed last: the library refused the post. */
  void undo() {
    posted = posted - 1;
    lastSignalled = Math.min(lastSignalled, posted);
  }

  private long sequence(long key) {
    return completed + ((key & PLACE_MASK) - completed & PLACE_MASK);
  }

  /** Whether a key belongs to an outstanding post; others are of before a reset. */
  boolean isOutstanding(long key) {
    return sequence(key) < posted;
  }

  long cookie(long key) {
    return cookies[(int) key & mask];
  }

  boolean isSilent(long key) {
    return silent[(int) key & mask];
  }

  /** Whether a post before this one is late: the completion is to be held until that one's. */
  boolean isEarly(long key) {
    long sequence = sequence(key);
    for (long i = completed; i < sequence; i++) {
      if (marks[(int) i & mask] == LATE) {
        return true;
      }
    }
    return false;
  }

  /** Keeps a completion that {@link #isEarly}. */
  void hold(long key, int status, long length) {
    int index = (int) key & mask;
    marks[index] = HELD;
    heldStatus[index] = status;
    heldLength[index] = length;
    held++;
  }

  /** Whether a completion is held for which nothing is missing any more. */
  boolean hasHeld() {
    return held > 0 && firstHeld() >= 0;
  }

  private long firstHeld() {
    for (long i = completed; i < posted; i++) {
      byte mark = marks[(int) i & mask];
      if (mark == HELD) {
        return i;
      }
      if (mark != QUIET) {
        return -1;
      }
    }
    return -1;
  }

  /**
   * Stops holding the oldest completion of {@link #hasHeld}.
   *
   * @return the library's cookie of the post
   */
  long unhold() {
    long key = keyBase | firstHeld() & PLACE_MASK;
    marks[(int) key & mask] = EXPECTED;
    held--;
    return key;
  }

  int heldStatus(long key) {
    return heldStatus[(int) key & mask];
  }

  long heldLength(long key) {
    return heldLength[(int) key & mask];
  }

  /** Gives back the place of this post and of all before it: they complete in order. */
  void complete(long key) {
    COMPLETED.setRelease(this, sequence(key) + 1);
  }

  /** After a reset of the endpoint nothing is outstanding. */
  void forget() {
    COMPLETED.setRelease(this, posted);
    silence = 0;
    held = 0;
  }
}
