package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DtoOp;

/**
 * Requests posted to one endpoint. Under its transmit turn they are first sent, then completed,
 * both in posting order; a request behind an RDMA Read may be sent before the read is done, but
 * completes after it. RDMA Reads beyond the connection's depth and fenced requests are held back
 * here, so a wire never sees them too early. Binds take effect here when they are reached, so what
 * is behind one starts after it, and a wire never sees them at all.
 */
public final class RequestQueue extends Iovs {

  /** Slots made at once. */
  private static final int FEW = 4;

  /** Slots side by side: one core works on them. */
  private static final int SHIFT = 3;

  private static final DtoOp[] OPS = DtoOp.values();

  /** Kind of a request that no wire sees. */
  private static final int BIND = OPS.length;

  private static final int READ = DtoOp.RDMA_READ.ordinal();

  private final Binds binds = new Binds(mask);
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

  /** Keep what follows this object off the lines written here. */
  long p21;

  long p22;
  long p23;
  long p24;
  long p25;
  long p26;
  long p27;

  RequestQueue(
      ContextTable<Region> regions, AbstractPz pz, int limit, int maxSegments, int readDepth) {
    super(regions, limit, maxSegments, FEW, SHIFT);
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
    long position = position(claim);
    long[] slots = slots(claim);
    long count = putSegments(slots, position, iov, lmrContext, address);
    put(slots, position, INFO, op.ordinal() | (long) flags << 8 | count << 32);
    put(slots, position, COOKIE, cookie);
    put(slots, position, LENGTH, length);
    put(slots, position, REMOTE_CONTEXT, rmrContext);
    put(slots, position, REMOTE_ADDRESS, remoteAddress);
    publish(slots, position);
    return true;
  }

  /** Puts a bind in; false when there is no room. */
  boolean post(Binding binding, long cookie, int flags) {
    long claim = claimSlot();
    if (claim < 0) {
      return false;
    }
    long position = position(claim);
    long[] slots = slots(claim);
    binds.put(position, binding);
    put(slots, position, INFO, BIND | (long) flags << 8);
    put(slots, position, COOKIE, cookie);
    put(slots, position, LENGTH, 0);
    publish(slots, position);
    return true;
  }

  /**
   * Moves to the next request that may be sent now; binds on the way are done.
   *
   * @return false when there is none; the transmit turn is kicked when there is one
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
      if (kind != BIND) {
        current = position;
        info = word;
        return true;
      }
      if (!binds.get(position).reached(position)) {
        return false;
      }
      taken = position + 1;
      if (sent == position) {
        sent = taken;
      }
    }
  }

  /**
   * Limits the RDMA Reads outstanding to what the peer accepts.
   *
   * @param depth at least 1, at most what the endpoint was created with
   */
  public void limitReads(int depth) {
    readDepth = Math.min(readDepth, depth);
  }

  /**
   * Number of the current request.
   *
   * @return for {@link #locate} and {@link WireUpcalls#failed}
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
   * Completion flags of the current request.
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

  static int flagsOf(long word) {
    return (int) (word >> 8) & 0xFF;
  }

  private static int kindOf(long word) {
    return (int) word & 0xFF;
  }

  /**
   * Length of the current request.
   *
   * @return octets
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
   * @return first octet
   */
  public long remoteAddress() {
    return get(current, REMOTE_ADDRESS);
  }

  /**
   * Finds local memory of a request that is not complete. Publishes in the hazard, see {@link
   * Region}.
   *
   * @param request its number
   * @param offset in the request
   * @param length octets wanted, positive
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out a contiguous piece, possibly shorter than wanted
   * @return {@link Access#OK} or why not
   */
  public Access locate(long request, long offset, long length, Hazard hazard, int slot, Span out) {
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
   * The current request is on its way, the next one may follow. Its buffers are still needed until
   * {@link #sent}.
   */
  public void take() {
    if (kindOf(info) == READ) {
      readsSent++;
    }
    taken = current + 1;
  }

  /**
   * The transport needs the buffers of taken requests no longer; of a read: its request is out.
   *
   * @param through number of the last of them, taken before
   */
  public void sent(long through) {
    long end = through + 1;
    while (end < taken && kind(end) == BIND) {
      end++;
    }
    sent = end;
  }

  /** As {@link #take()} and {@link #sent}, and a read is placed already. */
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
  Binding binding(long position, long word) {
    return kindOf(word) == BIND ? binds.get(position) : null;
  }

  /**
   * Receive side: finds an RDMA Write that a peer has refused.
   *
   * @param stag the peer's context
   * @param address in the Write's remote memory
   * @return number of the oldest such Write that is not complete, -1 if there is none
   */
  public long findWrite(int stag, long address) {
    for (long position = completed(); ; position++) {
      if (!isPublished(position)) {
        if (position < completed()) {
          // Given back meanwhile, and taken by a later one.
          continue;
        }
        return -1;
      }
      long inside = address - get(position, REMOTE_ADDRESS);
      if (kind(position) == DtoOp.RDMA_WRITE.ordinal()
          && (int) get(position, REMOTE_CONTEXT) == stag
          && inside >= 0
          && inside <= get(position, LENGTH)
          && isStillThere(position)) {
        return position;
      }
    }
  }

  /** Whether what was read of an entry until now was that entry's. */
  private boolean isStillThere(long position) {
    VarHandle.loadLoadFence();
    return position >= completed();
  }

  /** Receive side: one more read is placed. */
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

  /** Gives the oldest slot back, whose request has this info word. */
  void complete(long word) {
    int kind = kindOf(word);
    long next = completed() + 1;
    if (kind == READ) {
      readsCompleted++;
    } else if (kind == BIND) {
      binds.clear(next - 1);
    }
    advance();
    if (sent < next) {
      sent = next;
    }
    if (taken < sent) {
      taken = sent;
    }
  }
}
