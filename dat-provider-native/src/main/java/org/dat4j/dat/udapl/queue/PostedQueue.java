package org.dat4j.dat.udapl.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.udapl.abi.TripletMemory;

/**
 * A queue of the outstanding DTOs of one native endpoint in one direction: their number, their
 * cookies, and completions that came out of order.
 *
 * <p>libdapl loses count when the verbs refuse a post, so a post without room is refused here. The
 * cookie that libdapl gets is {@link #key}: number of the endpoint, direction, place in this queue.
 * One thread at a time posts (lock of the direction); one at a time completes and takes (lock of
 * the EVD).
 */
public final class PostedQueue implements CompletionSlots {

  private static final VarHandle COMPLETED =
      FieldHandles.find(MethodHandles.lookup(), PostedQueue.class, "completed", long.class);
  private static final VarHandle RETURNED =
      FieldHandles.find(MethodHandles.lookup(), PostedQueue.class, "returned", long.class);
  private static final VarHandle POSTING =
      FieldHandles.find(MethodHandles.lookup(), PostedQueue.class, "posting", boolean.class);

  /** The library takes or refuses a post at once; longer than that it is not waited for. */
  private static final long POST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

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

  /** The LMRs of Receives, or null. */
  private final PostedMemory memory;

  private final long keyBase;
  private volatile long posted;

  /** Whether the library has yet to take the last post, which may be undone. */
  private volatile boolean posting;

  private volatile long completed;
  private int silence;
  private volatile long lastSignalled;
  private int held;

  /** Completions queued for the program. */
  private int queued;

  /** Posts whose slot was returned: the completed ones less the queued. */
  private volatile long returned;

  /** The poster's last reading of {@link #returned}. */
  private long seen;

  /** Counts resets: completions queued before one do not count for later posts. */
  private int epoch;

  /**
   * Makes an empty queue.
   *
   * @param limit most posts outstanding
   * @param endpoint number of the endpoint
   * @param receive direction
   */
  public PostedQueue(int limit, int endpoint, boolean receive) {
    this(limit, endpoint, receive, size -> null);
  }

  /**
   * Makes an empty queue of Receives.
   *
   * @param limit most posts outstanding
   * @param endpoint number of the endpoint
   * @param memory makes the record of their LMRs for a number of places, or returns null
   */
  public PostedQueue(int limit, int endpoint, IntFunction<PostedMemory> memory) {
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

  /**
   * Returns the endpoint's number in a key.
   *
   * @param key a cookie of the library
   * @return the number
   */
  public static int endpointOf(long key) {
    return (int) (key >>> 32);
  }

  /**
   * Returns the direction in a key.
   *
   * @param key a cookie of the library
   * @return true for Receives
   */
  public static boolean isReceive(long key) {
    return (key & RECEIVE_BIT) != 0;
  }

  /**
   * Returns the most posts outstanding.
   *
   * @return 0 where nothing can be posted
   */
  public int limit() {
    return limit;
  }

  /**
   * Returns the number of posts that have not completed.
   *
   * @return 0 for none
   */
  public int outstanding() {
    return (int) (posted - completed);
  }

  /**
   * Returns the number of posts that have not completed and that will not be undone. Waits for the
   * library's answer to one that is under way; not to be called between a claim and that answer.
   *
   * @return 0 for none
   */
  public int outstandingForGood() {
    long start = System.nanoTime();
    int now = outstanding();
    while (((boolean) POSTING.getAcquire(this) || now != outstanding())
        && System.nanoTime() - start < POST_NANOS) {
      LockSupport.parkNanos(this, STEP_NANOS);
      now = outstanding();
    }
    return now;
  }

  /**
   * Tells whether an outstanding post will certainly get an event, unlike silent ones that succeed.
   *
   * @return whether there is one
   */
  public boolean isCertainToComplete() {
    return lastSignalled > completed;
  }

  /**
   * Tells whether no slot is free: a post keeps its slot until the program takes its completion.
   *
   * @return whether a post has to be refused
   */
  public boolean isFull() {
    if (posted - seen < limit) {
      return false;
    }
    recount();
    return posted - seen >= limit;
  }

  /** Counts the returned slots again; by the poster. */
  public void recount() {
    seen = (long) RETURNED.getAcquire(this);
  }

  /**
   * Tells whether the program has taken all completions.
   *
   * @return whether nothing is outstanding
   */
  public boolean isIdle() {
    return posted == returned;
  }

  @Override
  public void release() {
    RETURNED.setRelease(this, completed - queued);
  }

  @Override
  public int keepQueued() {
    queued++;
    release();
    return epoch;
  }

  @Override
  public void releaseQueued(int then) {
    if (then == epoch) {
      queued--;
      release();
    }
  }

  /**
   * Takes a place for a post.
   *
   * @param cookie the user's
   * @param suppress whether a success is to be silent
   * @param late whether the device may complete later posts before this one
   * @param large whether it may last long: the end of a connection waits for its event, and only
   *     for a short time for what has none
   * @return whether the library is to be asked for silence: not always, since it gives places back
   *     only with an event
   */
  public boolean claim(long cookie, boolean suppress, boolean late, boolean large) {
    int index = (int) posted & mask;
    cookies[index] = cookie;
    silent[index] = suppress;
    boolean quiet = suppress && !late && !large && ++silence < longestSilence;
    marks[index] = late ? LATE : quiet ? QUIET : EXPECTED;
    if (!quiet) {
      silence = 0;
      lastSignalled = posted + 1;
    }
    POSTING.setOpaque(this, true);
    posted = posted + 1;
    return quiet;
  }

  /** Notes that the library has taken the post that was claimed last. */
  public void confirm() {
    POSTING.setRelease(this, false);
  }

  /** Marks the Receive that was claimed last: its memory is of another PZ than the endpoint. */
  public void markForeign() {
    marks[(int) (posted - 1) & mask] = FOREIGN;
  }

  /**
   * Notes the LMRs of the Receive that is claimed next.
   *
   * @param segments its segments
   * @param count how many
   */
  public void noteMemory(TripletMemory segments, int count) {
    if (memory != null) {
      memory.put((int) posted & mask, segments, count);
    }
  }

  /**
   * Returns the contract's status of a failed post.
   *
   * @param key its key
   * @param reported the device's status
   * @param lmrs registered memory
   * @return not SUCCESS
   */
  public DtoStatus failure(long key, DtoStatus reported, ContextTable<AbstractLmr> lmrs) {
    int index = (int) key & mask;
    if (marks[index] == FOREIGN && reported != DtoStatus.ERR_FLUSHED) {
      return DtoStatus.ERR_LOCAL_PROTECTION;
    }
    return memory == null ? reported : memory.failure(index, reported, lmrs);
  }

  /**
   * Returns the library's cookie of the post that was claimed last.
   *
   * @return its key
   */
  public long key() {
    return keyBase | (posted - 1) & PLACE_MASK;
  }

  /**
   * Returns the library's cookie of the oldest outstanding post.
   *
   * @return its key
   */
  public long oldestKey() {
    return keyBase | completed & PLACE_MASK;
  }

  /** Gives the last place back: the library refused the post. */
  public void undo() {
    posted = posted - 1;
    lastSignalled = Math.min(lastSignalled, posted);
    POSTING.setRelease(this, false);
  }

  private long sequence(long key) {
    return completed + ((key & PLACE_MASK) - completed & PLACE_MASK);
  }

  /**
   * Tells whether a key belongs to an outstanding post.
   *
   * @param key a cookie of the library
   * @return false for one of before a reset
   */
  public boolean isOutstanding(long key) {
    return sequence(key) < posted;
  }

  /**
   * Returns the user's cookie of a post.
   *
   * @param key its key
   * @return the cookie
   */
  public long cookie(long key) {
    return cookies[(int) key & mask];
  }

  /**
   * Tells whether the success of a post is to be silent.
   *
   * @param key its key
   * @return as the user asked for
   */
  public boolean isSilent(long key) {
    return silent[(int) key & mask];
  }

  /**
   * Tells whether an earlier post may still complete, so that this completion has to be held.
   *
   * @param key its key
   * @return whether it came out of order
   */
  public boolean isEarly(long key) {
    long sequence = sequence(key);
    for (long i = completed; i < sequence; i++) {
      if (marks[(int) i & mask] == LATE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Holds a completion that {@link #isEarly}.
   *
   * @param key its key
   * @param status of the completion
   * @param length bytes transferred
   */
  public void hold(long key, int status, long length) {
    int index = (int) key & mask;
    marks[index] = HELD;
    heldStatus[index] = status;
    heldLength[index] = length;
    held++;
  }

  /**
   * Tells whether a completion is held whose predecessors have completed.
   *
   * @return whether {@link #unhold} returns one
   */
  public boolean hasHeld() {
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
  public long unhold() {
    long key = keyBase | firstHeld() & PLACE_MASK;
    marks[(int) key & mask] = EXPECTED;
    held--;
    return key;
  }

  /**
   * Returns the status of a held completion.
   *
   * @param key its key
   * @return the status
   */
  public int heldStatus(long key) {
    return heldStatus[(int) key & mask];
  }

  /**
   * Returns the length of a held completion.
   *
   * @param key its key
   * @return bytes transferred
   */
  public long heldLength(long key) {
    return heldLength[(int) key & mask];
  }

  /**
   * Gives back the places of this post and of all before it: they complete in order. Their slots
   * are given back by {@link CompletionSlots}.
   *
   * @param key of the post
   */
  public void complete(long key) {
    COMPLETED.setRelease(this, sequence(key) + 1);
  }

  /** Forgets all posts, after a reset of the endpoint; not concurrently with a post. */
  public void forget() {
    COMPLETED.setRelease(this, posted);
    epoch++;
    queued = 0;
    release();
    silence = 0;
    held = 0;
  }
}
