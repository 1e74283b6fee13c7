package org.dat4j.dat.udapl;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.dat4j.dat.SrqState;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.abi.TripletMemory;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;
import org.dat4j.dat.udapl.libdapl.SrqCapability;
import org.dat4j.dat.udapl.queue.CompletionSlots;
import org.dat4j.dat.udapl.queue.PostedMemory;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * A shared receive queue of the native backend, on an SRQ of libdapl whose cookies it keeps from
 * being overwritten.
 *
 * <p>libdapl keeps the cookies of a queue in a ring of one entry more than the queue holds. A post
 * takes the entry behind the last post's, and a completion makes everything free up to its own
 * entry, as if completions came in the order of posts (dapls_cb_get, dapls_cb_put). With several
 * endpoints they do not: the library would overwrite cookies of buffers that have not completed,
 * and find its ring full when it is empty.
 *
 * <p>So this class tracks the ring, which has more entries than buffers can be outstanding. A post
 * is made only if none of the next {@link #distance} entries is in use. Otherwise the completions
 * that have come are taken from the library first, before the program asks for them. The library's
 * resize is not called: it changes the queue of the device and not the ring. The queue is made for
 * the most buffers that the program can ask for, and only our own limit changes.
 *
 * <p>Posts are made under a lock, because the library's own are not safe; completions come under
 * the lock of their {@link SrqReceiveEvd}.
 */
final class NativeSrq extends AbstractSrq implements CompletionSlots {

  private final NativeIa adapter;
  private final long handle;
  private final SpinLock lock = new SpinLock();
  private final TripletMemory segments;
  private final long[] cookies;

  /** 1 for an entry of the library's ring whose buffer has not completed. */
  private final AtomicIntegerArray used;

  /** The memory that the posted Receives use, by entries, or null. */
  private final PostedMemory memory;

  /** The number of entries after the last post of which none may be in use. */
  private final int distance;

  private final AtomicInteger outstanding = new AtomicInteger();
  private final List<SrqReceiveEvd> shares = new CopyOnWriteArrayList<>();

  /** The entry of the last post; under the lock. */
  private int last;

  private volatile int limit;

  /** An endpoint of the library has outlived ours. */
  private volatile boolean stays;

  private NativeSrq(NativeIa adapter, NativePz pz, SrqAttr attr, long handle, int most) {
    super(pz, attr.maxRecvIov());
    this.adapter = adapter;
    this.handle = handle;
    this.limit = attr.maxRecvDtos();
    this.segments = new TripletMemory(attr.maxRecvIov());
    this.distance = most + 1;
    this.cookies = new long[SrqCapability.ringSize(most) + 1];
    this.memory = adapter.memoryOf(cookies.length, attr.maxRecvIov());
    this.used = new AtomicIntegerArray(cookies.length);
  }

  static NativeSrq create(NativeIa adapter, NativePz pz, SrqAttr attr) {
    int most = adapter.iaAttr().maxRecvPerSrq();
    OutParams out = new OutParams();
    int ret =
        SrqCapability.create(
            adapter.handle(), pz.handle(), SrqCapability.ringSize(most), attr.maxRecvIov(), out);
    NativeErrors.check(ret, adapter.where("createSrq"), "dat_srq_create");
    return new NativeSrq(adapter, pz, attr, out.getLong(0), most);
  }

  long handle() {
    return handle;
  }

  void add(SrqReceiveEvd share) {
    shares.add(share);
  }

  void remove(SrqReceiveEvd share) {
    shares.remove(share);
  }

  /** Keeps the queue in the library while completions that point into it may come. */
  void stays() {
    stays = true;
  }

  @Override
  protected int implPostRecv(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    lock.lock();
    try {
      if (isFreed()) {
        checkLive("postRecv");
      }
      int next = (last + 1) % used.length();
      if (!hasRoom()) {
        takeCompleted();
        if (!hasRoom()) {
          return DatReturn.INSUFFICIENT_RESOURCES;
        }
      }
      int number = EpPosts.fill(segments, iov, lmrContext, address, length, Long.MAX_VALUE);
      if (number == 0 && adapter.isIwarp()) {
        ((NativePz) pz()).writeEmptySegment(segments);
        number = 1;
      }
      if (memory != null) {
        memory.put(next, segments, number);
      }
      cookies[next] = cookie;
      used.set(next, 1);
      outstanding.getAndIncrement();
      // Refused or not, the library goes on to the next entry.
      last = next;
      int ret = LibDat.dat_srq_post_recv(handle, number, segments.address(), next);
      if (ReturnCodes.isSuccess(ret)) {
        return DatReturn.SUCCESS;
      }
      used.set(next, 0);
      outstanding.getAndDecrement();
      if (ReturnCodes.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      throw NativeErrors.of(ret, where("postRecv"), "dat_srq_post_recv");
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom() {
    return outstanding.get() < limit && used.get((last + distance) % used.length()) == 0;
  }

  private void takeCompleted() {
    for (SrqReceiveEvd share : shares) {
      share.settle();
    }
  }

  /** Tells whether an entry's buffer has not completed. */
  boolean isOutstanding(long entry) {
    return entry >= 0 && entry < used.length() && used.get((int) entry) != 0;
  }

  /** Returns the DAT 1.2 status for the failure of an entry's Receive. */
  DtoStatus failure(long entry, DtoStatus said) {
    return memory == null ? said : memory.failure((int) entry, said, adapter.lmrs());
  }

  /**
   * Releases an entry; its buffer is outstanding until one of {@link CompletionSlots} is called.
   *
   * @return the program's cookie
   */
  long complete(long entry) {
    long cookie = cookies[(int) entry];
    used.set((int) entry, 0);
    return cookie;
  }

  @Override
  public void release() {
    outstanding.getAndDecrement();
  }

  @Override
  public int keepQueued() {
    return 0;
  }

  @Override
  public void releaseQueued(int epoch) {
    release();
  }

  @Override
  protected SrqParam implQuery() {
    NativeMemory m = NativeMemory.allocate(ParamLayout.SrqParam.SIZE);
    int ret;
    lock.lock();
    try {
      checkLive("query");
      ret = LibDat.dat_srq_query(handle, SrqField.ALL, m.address());
    } finally {
      lock.unlock();
    }
    int state = m.getInt(ParamLayout.SrqParam.SRQ_STATE);
    NativeErrors.check(ret, where("query"), "dat_srq_query");
    return new SrqParam(
        ia(),
        SrqState.of(CodeTranslation.srqState(state)),
        pz(),
        limit,
        maxRecvIov(),
        DatConstants.SRQ_LW_DEFAULT,
        DatConstants.VALUE_UNKNOWN,
        DatConstants.VALUE_UNKNOWN);
  }

  /** Raises the limit of outstanding Receives; a smaller size that holds them changes nothing. */
  @Override
  protected void implResize(int maxRecvDtos) {
    lock.lock();
    try {
      checkLive("resize");
      int now = outstanding.get();
      if (maxRecvDtos < now) {
        throw Errors.state(
            where("resize"),
            DatSubtype.NO_SUBTYPE,
            "outstanding buffers",
            now + ", more than " + maxRecvDtos,
            "give a larger size, or take completions first");
      }
      limit = Math.max(limit, maxRecvDtos);
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void implFree() {
    lock.lock();
    try {
      if (stays) {
        adapter.deferredSrqFrees().add(() -> ReturnCodes.isSuccess(LibDat.dat_srq_free(handle)));
      } else {
        NativeErrors.check(LibDat.dat_srq_free(handle), where("free"), "dat_srq_free");
      }
    } finally {
      lock.unlock();
    }
  }
}
