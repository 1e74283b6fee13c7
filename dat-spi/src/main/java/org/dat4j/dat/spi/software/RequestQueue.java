package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.util.stream.LongStream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The queue of the requests posted to one endpoint of a software backend: Sends, RDMA Reads and
 * Writes, and binds. Under its transmit turn they are first sent, then completed, both in posting
 * order; a request behind an RDMA Read may be sent before the read is done, but completes after it.
 * RDMA Reads beyond the connection's depth and fenced requests are held back here, so a wire never
 * sees them too early. Binds take effect here when they are reached, so what is behind one starts
 * after it, and a wire never sees them at all.
 *
 * <p>A connection has the same queue from its first {@link Wire#transmit} to the end of its abrupt
 * {@link Wire#shutdown}. A wire may keep it, and uses it under its turns only: {@link #locate} and
 * {@link #findWrites} as they say, all else under the transmit turn.
 */
public final class RequestQueue extends WorkRequestRing {

  /** Slots made at once. */
  private static final int INITIAL_SLOTS = 4;

  /** Slots side by side: one core works on them. */
  private static final int SHIFT = 3;

  private static final DtoOp[] OPS = DtoOp.values();

  /** Kind of a request that no wire sees. */
  private static final int BIND = OPS.length;

  /** Kind of a slot whose post an Error has cut off after the claim: completes without an event. */
  private static final int NOTHING = BIND + 1;

  private static final long NOTHING_INFO = NOTHING | (long) CompletionFlags.SUPPRESS << 8;

  private static final int READ = DtoOp.RDMA_READ.ordinal();

  private final PostedBinds binds = new PostedBinds(mask);
  private final AbstractPz pz;
  private long taken;
  private long sent;
  private long current = -1;

  /** The info word of the current request. */
  private long info;

  private int readDepth;
  private long readsSent;
  private long readsCompleted;
  private volatile long readsDone;

  /** Written between the words of a slot that holds nothing, so that they are seen in order. */
  private volatile boolean spoiled;

  /**
   * The padding between the words of the turn's holder and the next object. It has no class of its
   * own, as the words before it are private here; {@code PaddingTest} checks their places.
   */
  long p031, p032, p033, p034, p035, p036, p037;

  RequestQueue(
      ContextTable<MemoryRegion> regions,
      AbstractPz pz,
      int limit,
      int maxSegments,
      int readDepth) {
    super(regions, limit, maxSegments, INITIAL_SLOTS, SHIFT);
    this.pz = pz;
    this.readDepth = readDepth;
  }

  boolean post(
      DtoOp op,
      LmrIov iov,
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags) {
    long claim = claimSlot();
    if (claim < 0) {
      return false;
    }
    // As position() and slots() say, and without a call: an Error here would lose the slot.
    long position = claim >>> 1;
    long[] slots = (claim & 1) != 0 && initialSlots < limit ? allSlots : firstSlots;
    try {
      long count = putSegments(slots, position, iov, lmrContext, address);
      put(slots, position, INFO, op.ordinal() | (long) flags << 8 | count << 32);
      put(slots, position, COOKIE, cookie);
      put(slots, position, LENGTH, length);
      put(slots, position, REMOTE_CONTEXT, rmrContext);
      put(slots, position, REMOTE_ADDRESS, remoteAddress);
      publish(slots, position);
    } catch (Error e) {
      // Without a call: there may be no stack left for one.
      int at = (int) position << shift & slots.length - 1;
      slots[at + INFO] = NOTHING_INFO;
      spoiled = true;
      slots[at + SEQUENCE] = position + 1;
      throw e;
    }
    return true;
  }

  /** Puts a bind in; false when there is no room. */
  boolean post(RmrBind binding, long cookie, int flags) {
    long claim = claimSlot();
    if (claim < 0) {
      return false;
    }
    // As in the other post.
    long position = claim >>> 1;
    long[] slots = (claim & 1) != 0 && initialSlots < limit ? allSlots : firstSlots;
    try {
      binds.put(position, binding);
      put(slots, position, INFO, BIND | (long) flags << 8);
      put(slots, position, COOKIE, cookie);
      put(slots, position, LENGTH, 0);
      publish(slots, position);
    } catch (Error e) {
      // As in the other post.
      int at = (int) position << shift & slots.length - 1;
      slots[at + INFO] = NOTHING_INFO;
      spoiled = true;
      slots[at + SEQUENCE] = position + 1;
      throw e;
    }
    return true;
  }

  /**
   * Moves to the next request that may be sent now; binds on the way are done. Until {@link
   * #take()} it gives the same request each time.
   *
   * @return false when there is none; the transmit turn runs again when there is one
   */
  public boolean next() {
    for (; ; ) {
      long position = taken;
      if (!isPublished(position)) {
        return false;
      }
      long word = get(position, INFO);
      int kind = kindOf(word);
      long waiting = readsSent - readsDone;
      if (waiting > 0) {
        boolean fenced = (flagsOf(word) & CompletionFlags.BARRIER_FENCE) != 0;
        boolean deep = kind == READ && waiting >= readDepth;
        if (fenced || deep) {
          return false;
        }
      }
      if (kind < BIND) {
        current = position;
        info = word;
        return true;
      }
      if (kind == BIND && !binds.get(position).reached(position)) {
        return false;
      }
      taken = position + 1;
      if (sent == position) {
        sent = taken;
      }
    }
  }

  /**
   * Limits the RDMA Reads outstanding to what the peer accepts. Under the transmit turn. The layer
   * holds further Reads back. The limit is never raised: not by a later call, and not above {@link
   * org.dat4j.dat.EpAttr#maxRdmaReadOut()} of the endpoint.
   *
   * @param depth the peer's {@link org.dat4j.dat.EpAttr#maxRdmaReadIn()}. The values 0 and 1 are
   *     the same here: with 0 the wire lets a Read that has bytes fail with ERR_REMOTE_RESPONDER,
   *     or the peer serves it nevertheless
   */
  public void limitReads(int depth) {
    readDepth = Math.min(readDepth, depth);
  }

  /**
   * Number of the current request. Sends, Writes and Reads of a connection have ascending numbers
   * from 0 on; binds leave gaps.
   *
   * @return for {@link #locate} and {@link WireUpcalls#failed}: 0 or more, so that -1 stands for
   *     none
   */
  public long number() {
    return current;
  }

  /**
   * Kind of the current request.
   *
   * @return SEND, RDMA_WRITE or RDMA_READ
   */
  public DtoOp op() {
    return OPS[kindOf(info)];
  }

  /**
   * Completion flags of the current request. A wire needs one of them, SOLICITED_WAIT of a Send: it
   * takes the bit to the peer, which gives it to {@link WireUpcalls#received}. Suppressed and
   * unsignalled completions and fences are the layer's.
   *
   * @return bits of {@link CompletionFlags}
   */
  public int flags() {
    return flagsOf(info);
  }

  /** The info word of a request that is not complete. */
  long info(long position) {
    return get(position, INFO);
  }

  /** Completion flags that count for a request that did not succeed. */
  static int failureFlags(long word) {
    return kindOf(word) == NOTHING ? CompletionFlags.SUPPRESS : 0;
  }

  static int flagsOf(long word) {
    return (int) (word >> 8) & 0xFF;
  }

  private static int kindOf(long word) {
    return (int) word & 0xFF;
  }

  /**
   * Length of the current request.
   *
   * @return bytes
   */
  public long length() {
    return get(current, LENGTH);
  }

  long length(long position) {
    return get(position, LENGTH);
  }

  long cookie(long position) {
    return get(position, COOKIE);
  }

  /**
   * Remote memory of the current RDMA.
   *
   * @return the peer's context
   */
  public int remoteContext() {
    return (int) get(current, REMOTE_CONTEXT);
  }

  /**
   * Remote memory of the current RDMA.
   *
   * @return first byte
   */
  public long remoteAddress() {
    return get(current, REMOTE_ADDRESS);
  }

  /**
   * Finds local memory of a request that is not complete, under either turn: the receive turn finds
   * where the data of an RDMA Read goes. Publishes in the hazard, see {@link MemoryRegion}. The
   * request need not be taken. Unless OK, the wire calls {@link WireUpcalls#failed} with its number
   * and ERR_LOCAL_PROTECTION, and breaks the connection.
   *
   * @param request its number
   * @param offset in the request
   * @param length bytes wanted, positive
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out a contiguous piece, possibly shorter than wanted
   * @return {@link AccessResult#OK} or why not
   */
  public AccessResult locate(
      long request, long offset, long length, HazardPointers hazard, int slot, RegionSlice out) {
    long word = get(request, INFO);
    return locate(
        request,
        (int) (word >>> 32),
        get(request, LENGTH),
        offset,
        length,
        pz,
        OPS[kindOf(word)].localPrivilege(),
        hazard,
        slot,
        out);
  }

  /**
   * Marks the current request as on its way, so that the next one may follow. Its buffers are still
   * needed until {@link #sent}.
   */
  public void take() {
    if (kindOf(info) == READ) {
      readsSent++;
    }
    taken = current + 1;
  }

  /**
   * Reports that the transport no longer needs the buffers of taken requests; for a Read, that its
   * request was sent. Called under the transmit turn, also inside of an abrupt {@link
   * Wire#shutdown}. One call covers all requests up to the number, of each kind, so one
   * acknowledgement may stand for many.
   *
   * @param through number of the last such request, at least that of the previous call
   * @throws IllegalStateException if that request was not taken yet
   */
  public void sent(long through) {
    if (through >= taken) {
      throw tooFar(through);
    }
    long end = through + 1;
    while (end < taken && kind(end) >= BIND) {
      end++;
    }
    sent = end;
  }

  private IllegalStateException tooFar(long through) {
    String bound =
        taken == 0 ? "none is taken yet" : "requests are taken only up to " + (taken - 1);
    return new IllegalStateException(
        "RequestQueue: sent(" + through + "), but " + bound + ": name a request after its take()");
  }

  /**
   * Takes the present request and completes it at once, of whatever kind it is: its bytes are
   * placed. A Read needs neither {@link #sent} nor {@link WireUpcalls#readDone} after it. Under the
   * transmit turn alone.
   *
   * <p>All requests that were taken before count as sent, too. So a wire completes all its requests
   * by this, or all by {@link #sent} and {@link WireUpcalls#readDone}: never some by each.
   */
  public void done() {
    if (kindOf(info) == READ) {
      readsSent++;
      readsDone = readsDone + 1;
    }
    taken = current + 1;
    sent = taken;
  }

  private boolean isRead(long position) {
    return kind(position) == READ;
  }

  private int kind(long position) {
    return kindOf(get(position, INFO));
  }

  /** The bind that a request with an info word is, or null. */
  RmrBind binding(long position, long word) {
    return kindOf(word) == BIND ? binds.get(position) : null;
  }

  /** A condition for the remote memory of an RDMA Write. */
  @FunctionalInterface
  public interface RemoteRange {
    /**
     * Tests an RDMA Write.
     *
     * @param stag the peer's context
     * @param address first byte
     * @param length bytes
     * @return whether the Write is wanted
     */
    boolean matches(int stag, long address, long length);
  }

  /**
   * Receive side: finds the RDMA Writes of which a peer may have refused one, for {@link
   * WireUpcalls#oneFailed}. Only for a transport whose peer names no request in its refusal.
   *
   * @param through number of the last request that may be meant
   * @param range the condition for their remote memory
   * @return numbers of the matching Writes that are not complete, the oldest first
   */
  public long[] findWrites(long through, RemoteRange range) {
    LongStream.Builder found = LongStream.builder();
    for (long position = completed(); position <= through; position++) {
      if (!isPublished(position)) {
        if (position < completed()) {
          // Given back meanwhile, and taken by a later one.
          continue;
        }
        break;
      }
      int stag = (int) get(position, REMOTE_CONTEXT);
      if (kind(position) == DtoOp.RDMA_WRITE.ordinal()
          && range.matches(stag, get(position, REMOTE_ADDRESS), get(position, LENGTH))
          && isStillThere(position)) {
        found.add(position);
      }
    }
    return found.build().toArray();
  }

  /** Whether what was read of an entry until now was that entry's. */
  private boolean isStillThere(long position) {
    VarHandle.loadLoadFence();
    return position >= completed();
  }

  /** Receive side: counts one more RDMA Read that is placed. */
  void readDone() {
    readsDone = readsDone + 1;
  }

  /** The oldest request, when it is complete by success; -1 otherwise. */
  long completable() {
    long position = completed();
    if (position == sent || isRead(position) && readsCompleted == readsDone) {
      return -1;
    }
    return position;
  }

  /** The oldest request that is not complete, sent or not; -1 when there is none. */
  long oldest() {
    long position = completed();
    return isPublished(position) ? position : -1;
  }

  /** Forgets a bind whose completion was offered. */
  void forget(long position, RmrBind binding) {
    binds.clear(position, binding);
  }

  /** Completes the oldest request, which has this info word; its slot is released apart. */
  void complete(long word) {
    int kind = kindOf(word);
    long next = completed() + 1;
    advance();
    // Without a call from here on: an Error leaves all of this done, or nothing.
    if (kind == READ) {
      readsCompleted++;
    }
    if (sent < next) {
      sent = next;
    }
    if (taken < sent) {
      taken = sent;
    }
  }
}
