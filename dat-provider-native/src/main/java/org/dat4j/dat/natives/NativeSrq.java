package org.dat4j.dat.natives;

import java.lang.ref.Reference;
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
import org.dat4j.dat.natives.abi.AttrLayout;
import org.dat4j.dat.natives.abi.Codes;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.Errors;

/**
 * A shared receive queue of the library.
 *
 * <p>libdapl keeps the cookies of a queue in a ring of one entry more than the queue holds. A post
 * takes the entry behind the last post's, and a completion makes everything free up to its own
 * entry, as if completions came in the order of posts (dapls_cb_get, dapls_cb_put). With several
 * endpoints they do not: the library would overwrite cookies of buffers that have not completed,
 * and find its ring full when it is empty. So the ring is followed here, and is longer than what
 * can be outstanding: the next entry in use stays ahead of the posts by as many, for which
 * completions are taken from the library that nobody has asked for yet. For the same reason the
 * library's resize is not called, which changes the queue of the device and not the ring: the queue
 * is made for the most that can be asked for, and only our own limit changes.
 *
 * <p>Posts are made under a lock, because the library's own are not safe; completions come under
 * the lock of their {@link SrqShare}.
 */
final class NativeSrq extends AbstractSrq {

  /**
   * Entries for each buffer that may be outstanding. One is what is outstanding, one the distance;
   * by the others a message under way may be overtaken before posts have to wait for it.
   */
  private static final int ENTRIES = 4;

  private final NativeIa adapter;
  private final long handle;
  private final SpinLock lock = new SpinLock();
  private final TripletMemory segments;
  private final long[] cookies;

  /** 1 for an entry of the library's ring whose buffer has not completed. */
  private final AtomicIntegerArray used;

  /** What the receives use, by entries, or null. */
  private final PostedMemory memory;

  /** How far ahead of the last post no entry may be in use. */
  private final int distance;

  private final AtomicInteger outstanding = new AtomicInteger();
  private final List<SrqShare> shares = new CopyOnWriteArrayList<>();

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
    this.cookies = new long[size(most) + 1];
    this.memory = adapter.memoryOf(cookies.length, attr.maxRecvIov());
    this.used = new AtomicIntegerArray(cookies.length);
  }

  static NativeSrq create(NativeIa adapter, NativePz pz, SrqAttr attr) {
    int most = adapter.iaAttr().maxRecvPerSrq();
    Out out = new Out();
    int ret = create(adapter.handle(), pz.handle(), size(most), attr.maxRecvIov(), out);
    NativeErrors.check(ret, adapter.where("createSrq"), "dat_srq_create");
    return new NativeSrq(adapter, pz, attr, out.getLong(0), most);
  }

  /**
   * Has the library make a queue.
   *
   * @param ia the library's adapter
   * @param pz the library's zone
   * @param out where the handle is written
   * @return what the library answers
   */
  static int create(long ia, long pz, int size, int segments, Out out) {
    NativeMemory attr = NativeMemory.allocate(AttrLayout.SrqAttr.SIZE);
    attr.setInt(AttrLayout.SrqAttr.MAX_RECV_DTOS, size);
    attr.setInt(AttrLayout.SrqAttr.MAX_RECV_IOV, segments);
    attr.setInt(AttrLayout.SrqAttr.LOW_WATERMARK, DatConstants.SRQ_LW_DEFAULT);
    int ret = LibDat.dat_srq_create(ia, pz, attr.address(), out.address(0));
    Reference.reachabilityFence(attr);
    return ret;
  }

  /** How large the library's queue is for a most of outstanding buffers. */
  static int size(int most) {
    return ENTRIES * most;
  }

  long handle() {
    return handle;
  }

  void add(SrqShare share) {
    shares.add(share);
  }

  void remove(SrqShare share) {
    shares.remove(share);
  }

  /** Keeps it in the library as long as completions may come that point into it. */
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
      if (Ret.isSuccess(ret)) {
        return DatReturn.SUCCESS;
      }
      used.set(next, 0);
      outstanding.getAndDecrement();
      if (Ret.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
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
    for (SrqShare share : shares) {
      share.settle();
    }
  }

  /** Whether an entry's buffer has not completed. */
  boolean isOutstanding(long entry) {
    return entry >= 0 && entry < used.length() && used.get((int) entry) != 0;
  }

  /** The contract's name for the failure of an entry's receive. */
  DtoStatus failure(long entry, DtoStatus said) {
    return memory == null ? said : memory.failure((int) entry, said, adapter.lmrs());
  }

  /**
   * Gives an entry back.
   *
   * @return the program's cookie
   */
  long complete(long entry) {
    long cookie = cookies[(int) entry];
    used.set((int) entry, 0);
    outstanding.getAndDecrement();
    return cookie;
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
        SrqState.of(Codes.srqState(state)),
        pz(),
        limit,
        maxRecvIov(),
        DatConstants.SRQ_LW_DEFAULT,
        DatConstants.VALUE_UNKNOWN,
        DatConstants.VALUE_UNKNOWN);
  }

  /** Grows; a smaller size that holds what is outstanding changes nothing. */
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
        adapter.leftOfSrqs().add(() -> Ret.isSuccess(LibDat.dat_srq_free(handle)));
      } else {
        NativeErrors.check(LibDat.dat_srq_free(handle), where("free"), "dat_srq_free");
      }
    } finally {
      lock.unlock();
    }
  }
}
