package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.natives.abi.Codes;
import org.dat4j.dat.natives.abi.LibDat2;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout2;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.Errors;

/**
 * An endpoint of the library.
 *
 * <p>Three locks, taken in this order: control (calls that may last), requests, receives. The
 * library takes posts in the two directions at the same time, but not two in one direction, and
 * nothing while the endpoint is freed.
 */
final class NativeEp extends AbstractEp {

  private static final System.Logger LOG = System.getLogger(NativeEp.class.getName());
  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long STEP_NANOS = 100_000;
  private static final long FIELDS = 0x7fff_ffffL;

  private final NativeIa adapter;
  private final int number;
  private final PostedQueue requests;
  private final PostedQueue receives;
  private final TripletMemory requestIov;
  private final TripletMemory receiveIov;
  private final TripletMemory remote = new TripletMemory(1);
  private final ReentrantLock control = new ReentrantLock();
  private final SpinLock requestLock = new SpinLock();
  private final SpinLock receiveLock = new SpinLock();
  private final Out requestStatus = new Out();
  private final Out receiveStatus = new Out();
  private volatile long handle;
  private volatile boolean established;
  private volatile boolean strays;
  private volatile boolean lost;

  private NativeEp(NativeIa adapter, EpSpec spec, EpAttr attr, int number, long handle) {
    super(adapter, spec, attr);
    this.adapter = adapter;
    this.number = number;
    this.handle = handle;
    requests =
        new PostedQueue(spec.requestEvd() == null ? 0 : attr.maxRequestDtos(), number, false);
    receives = new PostedQueue(spec.recvEvd() == null ? 0 : attr.maxRecvDtos(), number, true);
    int rdma = Math.max(attr.maxRdmaReadIov(), attr.maxRdmaWriteIov());
    requestIov = new TripletMemory(Math.max(1, Math.max(attr.maxRequestIov(), rdma)));
    receiveIov = new TripletMemory(Math.max(1, attr.maxRecvIov()));
  }

  static NativeEp create(NativeIa adapter, EpSpec spec, EpAttr attr) {
    String where = adapter.where("createEp");
    int models = CompletionFlags.UNSIGNALLED | CompletionFlags.SOLICITED_WAIT;
    int flags = attr.recvCompletionFlags() | attr.requestCompletionFlags();
    if ((flags & models) != 0) {
      throw Errors.model(
          where,
          "completion flags",
          CompletionFlags.toString(flags),
          "the library does not honour these models: use EVD_THRESHOLD");
    }
    long recvEvd = transfers(adapter, spec.recvEvd());
    long requestEvd = transfers(adapter, spec.requestEvd());
    NativeMemory attributes = Attributes.endpoint(attr, recvEvd != 0, requestEvd != 0);
    Out out = new Out();
    int ret =
        LibDat2.dat_ep_create(
            adapter.handle(),
            spec.pz() == null ? 0 : ((NativePz) spec.pz()).handle(),
            recvEvd,
            requestEvd,
            handle(spec.connectEvd()),
            attributes.address(),
            out.address(0));
    long handle = out.getLong(0);
    Reference.reachabilityFence(attributes);
    NativeErrors.check(ret, where, "dat_ep_create");
    NativeEp ep = new NativeEp(adapter, spec, attr, adapter.nextNumber(), handle);
    adapter.enter(ep.number, handle, ep);
    ep.feed();
    return ep;
  }

  /** The dispatcher's handle; for none one that stays empty, where the device insists on it. */
  private static long transfers(NativeIa adapter, AbstractEvd evd) {
    return evd == null && adapter.readsAreLate() ? adapter.spareTransfers() : handle(evd);
  }

  private static long handle(AbstractEvd evd) {
    return evd == null ? 0 : ((NativeEvd) evd).handle();
  }

  private void feed() {
    if (spec().requestEvd() instanceof NativeEvd evd) {
      evd.feed(requests);
      watch(evd);
    }
    if (spec().recvEvd() instanceof NativeEvd evd) {
      evd.feed(receives);
      watch(evd);
    }
  }

  private void feedNoLonger() {
    if (spec().requestEvd() instanceof NativeEvd evd) {
      evd.feedNoLonger(requests);
      watchNoLonger(evd);
    }
    if (spec().recvEvd() instanceof NativeEvd evd) {
      evd.feedNoLonger(receives);
      watchNoLonger(evd);
    }
  }

  private void watch(NativeEvd transfers) {
    if (spec().connectEvd() instanceof NativeEvd evd && evd != transfers) {
      evd.watch(transfers);
    }
  }

  private void watchNoLonger(NativeEvd transfers) {
    if (spec().connectEvd() instanceof NativeEvd evd) {
      evd.watchNoLonger(transfers);
    }
  }

  /** What is posted in one direction. */
  PostedQueue queue(boolean receive) {
    return receive ? receives : requests;
  }

  /**
   * Follows the connection. When one was not made, the device keeps the receives that were posted
   * for it; the contract has them flushed.
   *
   * @param event a connection event of this endpoint that was just taken from the library
   */
  void happened(EventNumber event) {
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      established = true;
      return;
    }
    boolean made = established;
    established = false;
    if (!made
        && spec().recvEvd() instanceof NativeEvd evd
        && receives.outstanding() > 0
        && evd.flushAll(this, receives)) {
      strays = true;
    }
  }

  @Override
  protected EpState knownState() {
    return null;
  }

  private EpState state(String call) {
    Out out = new Out();
    int ret = LibDat2.dat_ep_get_status(live(call), out.address(0), out.address(1), out.address(2));
    int state = out.getInt(0);
    NativeErrors.check(ret, where(call), "dat_ep_get_status");
    return EpState.of(Codes.epState(state));
  }

  private long live(String call) {
    long ep = handle;
    if (ep == 0) {
      checkLive(call);
      throw Errors.handle(where(call), DatSubtype.INVALID_HANDLE_EP, "ep", this, "it was freed");
    }
    return ep;
  }

  @Override
  protected EpStatus implGetStatus() {
    // The library learns of a broken connection by taking the failed transfer.
    settleUnlessWaiting(spec().requestEvd());
    settleUnlessWaiting(spec().recvEvd());
    control.lock();
    try {
      // Our own counts: the library answers whether there is something where it means whether not.
      return new EpStatus(
          state("getStatus"), receives.outstanding() == 0, requests.outstanding() == 0);
    } finally {
      control.unlock();
    }
  }

  @Override
  protected EpParam implQuery() {
    control.lock();
    try {
      NativeMemory m = NativeMemory.allocate(ParamLayout2.EpParam.SIZE);
      int ret = LibDat2.dat_ep_query(live("query"), FIELDS, m.address());
      int state = m.getInt(ParamLayout2.EpParam.EP_STATE);
      NativeErrors.check(ret, where("query"), "dat_ep_query");
      EpState known = EpState.of(Codes.epState(state));
      boolean paired = known != EpState.UNCONNECTED && known != EpState.DISCONNECTED;
      return new EpParam(
          ia(),
          known,
          SocketAddresses.read(m.getLong(ParamLayout2.EpParam.LOCAL_IA_ADDRESS_PTR)),
          m.getLong(ParamLayout2.EpParam.LOCAL_PORT_QUAL),
          paired
              ? SocketAddresses.read(m.getLong(ParamLayout2.EpParam.REMOTE_IA_ADDRESS_PTR))
              : null,
          paired ? m.getLong(ParamLayout2.EpParam.REMOTE_PORT_QUAL) : 0,
          spec().pz(),
          spec().recvEvd(),
          spec().requestEvd(),
          spec().connectEvd(),
          spec().srq(),
          attr());
    } finally {
      control.unlock();
    }
  }

  @Override
  protected void implConnect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    control.lock();
    try {
      checkUnconnected("connect");
      ByteBuffer address = SocketAddresses.write(remoteAddress);
      ByteBuffer data = PrivateData.write(privateData);
      int ret =
          LibDat2.dat_ep_connect(
              handle,
              NativeMemory.addressOf(address),
              remoteConnQual,
              (int) timeoutMicros,
              privateData.length,
              data == null ? 0 : NativeMemory.addressOf(data),
              qos,
              flags);
      Reference.reachabilityFence(address);
      Reference.reachabilityFence(data);
      NativeErrors.check(ret, where("connect"), "dat_ep_connect");
    } finally {
      control.unlock();
    }
  }

  private void checkUnconnected(String call) {
    EpState state = state(call);
    if (state != EpState.UNCONNECTED) {
      throw wrongState(call, state, "give an unconnected endpoint: reset it or create another");
    }
  }

  /** Accepts a request on this endpoint; the caller checks the result. */
  int accept(NativeCr request, long cr, int size, long data) {
    control.lock();
    try {
      checkUnconnected("accept of " + request);
      int ret = LibDat2.dat_cr_accept(cr, handle, size, data);
      if (Ret.rawType(ret) == DatReturn.INTERNAL_ERROR) {
        // The device refused, and libdapl has destroyed what the endpoint still points to.
        lost = true;
        adapter.lose();
      }
      return ret;
    } finally {
      control.unlock();
    }
  }

  @Override
  protected void implDisconnect(CloseFlags flags) {
    control.lock();
    try {
      EpState state = state("disconnect");
      switch (state) {
        case DISCONNECTED -> {
          return;
        }
        case DISCONNECT_PENDING -> {
          if (flags == CloseFlags.GRACEFUL) {
            return;
          }
        }
        case CONNECTED, ACTIVE_CONNECTION_PENDING, COMPLETION_PENDING -> {}
        default -> throw wrongState("disconnect", state, "connect the endpoint first");
      }
      disconnectNow(flags);
    } finally {
      control.unlock();
    }
  }

  private void disconnectNow(CloseFlags flags) {
    if (lost) {
      return;
    }
    // The library does not return before the receives are flushed, for which there must be room.
    settle(spec().recvEvd());
    int ret = LibDat2.dat_ep_disconnect(handle, flags.value());
    if (!Ret.isSuccess(ret) && state("disconnect") != EpState.DISCONNECTED) {
      throw NativeErrors.of(ret, where("disconnect"), "dat_ep_disconnect");
    }
  }

  @Override
  protected void implReset() {
    control.lock();
    requestLock.lock();
    receiveLock.lock();
    try {
      EpState state = state("reset");
      if (state == EpState.UNCONNECTED) {
        return;
      }
      if (state != EpState.DISCONNECTED) {
        throw wrongState("reset", state, "disconnect the endpoint first");
      }
      if (!flushed()) {
        throw wrongState("reset", state, "transfers are still being flushed: try again");
      }
      settle(spec().connectEvd());
      NativeErrors.check(LibDat2.dat_ep_reset(handle), where("reset"), "dat_ep_reset");
      requests.forget();
      receives.forget();
      strays = false;
    } finally {
      receiveLock.unlock();
      requestLock.unlock();
      control.unlock();
    }
  }

  private static void settleUnlessWaiting(AbstractEvd evd) {
    if (evd instanceof NativeEvd dispatcher) {
      dispatcher.settleUnlessWaiting();
    }
  }

  private static void settle(AbstractEvd evd) {
    if (evd instanceof NativeEvd dispatcher) {
      dispatcher.settle();
    }
  }

  /**
   * Waits until everything posted has completed, because the library looks at the endpoint when it
   * takes a completion, freed or not. Silent transfers that succeeded never show up.
   *
   * @return false if some are missing
   */
  private boolean flushed() {
    long start = System.nanoTime();
    while (true) {
      settle(spec().requestEvd());
      settle(spec().recvEvd());
      if (requests.outstanding() == 0 && receives.outstanding() == 0) {
        return true;
      }
      long waited = System.nanoTime() - start;
      boolean certain = receives.outstanding() > 0 || requests.certainToComplete();
      if (waited > (certain ? FLUSH_NANOS : SILENT_NANOS)) {
        return !certain;
      }
      // Unlike a park this makes progress in a thread that was interrupted.
      pause();
    }
  }

  private void pause() {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(this, STEP_NANOS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected void implFree() {
    control.lock();
    requestLock.lock();
    receiveLock.lock();
    try {
      end();
    } finally {
      receiveLock.unlock();
      requestLock.unlock();
      control.unlock();
    }
  }

  @Override
  protected void implDestroy() {
    control.lock();
    requestLock.lock();
    receiveLock.lock();
    try {
      end();
    } finally {
      // Refused or not, the adapter's close ends it: nobody may post any more.
      handle = 0;
      receiveLock.unlock();
      requestLock.unlock();
      control.unlock();
    }
  }

  private void end() {
    EpState state = state("free");
    // What has happened so far is read while the endpoint has a name; the rest is dropped.
    settle(spec().connectEvd());
    adapter.unname(handle, this);
    if (canBeFreed(state)) {
      int ret = LibDat2.dat_ep_free(handle);
      if (!Ret.isSuccess(ret)) {
        adapter.name(handle, this);
        throw NativeErrors.of(ret, where("free"), "dat_ep_free");
      }
    } else {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0}: {1} requests and {2} receives cannot be flushed; the adapter's close ends it",
          this,
          requests.outstanding(),
          receives.outstanding());
      adapter.keep(spec());
    }
    handle = 0;
    settle(spec().connectEvd());
    settle(spec().requestEvd());
    settle(spec().recvEvd());
    adapter.leave(number);
    feedNoLonger();
  }

  /**
   * Brings the endpoint to where nothing of it can complete any more. An endpoint that never was
   * connected cannot be: some devices flush its receives when it is destroyed.
   */
  private boolean canBeFreed(EpState state) {
    if (strays || lost) {
      return false;
    }
    if (state == EpState.UNCONNECTED) {
      return receives.outstanding() == 0;
    }
    if (state != EpState.DISCONNECTED) {
      disconnectNow(CloseFlags.ABRUPT);
    }
    return flushed();
  }

  @Override
  protected int implPost(
      DtoOp op,
      LmrIov iov,
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      long remoteLength,
      int flags) {
    boolean receive = op == DtoOp.RECEIVE;
    SpinLock lock = receive ? receiveLock : requestLock;
    lock.lock();
    try {
      long ep = live(op.call());
      PostedQueue queue = receive ? receives : requests;
      if (!hasRoom(queue, receive)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      boolean suppress = (flags & CompletionFlags.SUPPRESS) != 0;
      if ((receive || suppress || !established)
          && isDisconnected(ep, receive ? receiveStatus : requestStatus)) {
        ((NativeEvd) (receive ? spec().recvEvd() : spec().requestEvd())).flush(this, cookie);
        return DatReturn.SUCCESS;
      }
      TripletMemory local = receive ? receiveIov : requestIov;
      boolean read = op == DtoOp.RDMA_READ;
      // The library reads as much as the segments hold, the contract as much as was asked for.
      long most = read ? remoteLength : Long.MAX_VALUE;
      int segments = fill(local, iov, lmrContext, address, length, most);
      boolean late = read && adapter.readsAreLate();
      if (late && segments == 0 && (iov == null || iov.count() > 0)) {
        // iWARP names the memory to be read into even when that is none.
        local.put(
            segments++,
            iov == null ? lmrContext : iov.lmrContext(0),
            iov == null ? address : iov.address(0),
            0);
      }
      boolean quiet = queue.claim(cookie, suppress, late);
      int passed = quiet ? flags : flags & ~CompletionFlags.SUPPRESS;
      if (late) {
        // Reads of one connection are answered in order anyway, and siw refuses fenced ones.
        passed &= ~CompletionFlags.BARRIER_FENCE;
      }
      long key = queue.key();
      int ret;
      switch (op) {
        case RECEIVE -> ret = LibDat2.dat_ep_post_recv(ep, segments, local.address(), key, passed);
        case SEND -> ret = LibDat2.dat_ep_post_send(ep, segments, local.address(), key, passed);
        case RDMA_WRITE -> {
          remote.put(0, rmrContext, remoteAddress, remoteLength);
          ret =
              LibDat2.dat_ep_post_rdma_write(
                  ep, segments, local.address(), key, remote.address(), passed);
        }
        default -> {
          remote.put(0, rmrContext, remoteAddress, remoteLength);
          ret =
              LibDat2.dat_ep_post_rdma_read(
                  ep, segments, local.address(), key, remote.address(), passed);
        }
      }
      return Ret.isSuccess(ret) ? DatReturn.SUCCESS : refused(op, queue, cookie, ret);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether the library is through with the connection. It takes posts even then, and some devices
   * never flush them.
   */
  private static boolean isDisconnected(long ep, Out status) {
    int ret =
        LibDat2.dat_ep_get_status(ep, status.address(0), status.address(1), status.address(2));
    return Ret.isSuccess(ret) && status.getInt(0) == EpState.DISCONNECTED.value();
  }

  private boolean hasRoom(PostedQueue queue, boolean receive) {
    AbstractEvd evd = receive ? spec().recvEvd() : spec().requestEvd();
    if (!queue.isFull() && ((NativeEvd) evd).hasRoom()) {
      return true;
    }
    if (queue.limit() == 0 || receive) {
      return false;
    }
    // Silent transfers may have completed with nobody to notice it.
    ((NativeEvd) evd).settleUnlessWaiting();
    return !queue.isFull() && ((NativeEvd) evd).hasRoom();
  }

  /**
   * Writes the segments that are not empty, up to a sum of octets, and answers their number.
   *
   * @param iov several segments, or null for the one of the next three arguments
   * @param most the sum
   */
  private static int fill(
      TripletMemory to, LmrIov iov, int lmrContext, long address, long length, long most) {
    if (iov == null) {
      long part = Math.min(length, most);
      if (part == 0) {
        return 0;
      }
      to.put(0, lmrContext, address, part);
      return 1;
    }
    int segments = 0;
    long left = most;
    for (int i = 0; i < iov.count(); i++) {
      long part = Math.min(iov.length(i), left);
      if (part != 0) {
        to.put(segments++, iov.lmrContext(i), iov.address(i), part);
        left -= part;
      }
    }
    return segments;
  }

  private int refused(DtoOp op, PostedQueue queue, long cookie, int ret) {
    queue.undo();
    if (Ret.rawType(ret) == DatReturn.INVALID_STATE) {
      throw wrongState(op.call(), state(op.call()), "connect the endpoint first");
    }
    if (state(op.call()) == EpState.DISCONNECTED) {
      // Some devices take no work in this state; the contract has it flushed at once.
      AbstractEvd evd = op == DtoOp.RECEIVE ? spec().recvEvd() : spec().requestEvd();
      ((NativeEvd) evd).flush(this, cookie);
      return DatReturn.SUCCESS;
    }
    if (Ret.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    throw NativeErrors.of(ret, where(op.call()), op.call());
  }
}
