package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.natives.abi.Codes;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Masks;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpInput;
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
  private static final long FIELDS = Masks.ep(EpField.ALL);

  private final NativeIa adapter;

  /** By which events name this endpoint; changes with the library's endpoint that it stands for. */
  private volatile int number;

  private final ReentrantLock control = new ReentrantLock();
  private final EpQueues queues;
  private final EpPosts posts;
  private volatile long handle;
  private final EpConnection connection = new EpConnection();

  /**
   * A state that the library does not know of, else null: RESERVED, PASSIVE_CONNECTION_PENDING,
   * DISCONNECT_PENDING while requests complete, or DISCONNECTED after a connect that was given up.
   */
  private volatile EpState ours;

  private final Out endStatus = new Out();
  private volatile boolean strays;
  private volatile boolean lost;

  private NativeEp(NativeIa adapter, EpSpec spec, EpAttr attr, int number, long handle) {
    super(adapter, spec, attr);
    this.adapter = adapter;
    this.number = number;
    this.handle = handle;
    this.queues = new EpQueues(this, spec, attr, number);
    this.posts = new EpPosts(this, adapter, queues);
  }

  static NativeEp create(NativeIa adapter, EpSpec spec, EpAttr attr) {
    long handle = LibraryEp.create(adapter, spec, attr, adapter.where("createEp"));
    NativeEp ep = new NativeEp(adapter, spec, attr, adapter.nextNumber(), handle);
    adapter.enter(ep.number, handle, ep);
    ep.queues.feed(spec);
    return ep;
  }

  /** What is posted in one direction. */
  PostedQueue queue(boolean receive) {
    return queues.of(receive);
  }

  /**
   * Follows the connection. When one was not made, the device keeps the receives that were posted
   * for it; the contract has them flushed.
   *
   * @param event a connection event of this endpoint that was just taken from the library
   */
  void happened(EventNumber event) {
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      adapter.endings().add(this);
    }
    if (connection.fails(event)
        && spec().recvEvd() instanceof NativeEvd evd
        && queues.of(true).outstanding() > 0
        && evd.flushAll(this, queues.of(true))) {
      strays = true;
    }
  }

  /**
   * Makes up for what the library should have told since the connection ended.
   *
   * @param now by {@link System#nanoTime}
   * @return whether nothing is left to be told of the connection
   */
  boolean isThroughAt(long now) {
    if (!control.tryLock()) {
      return false;
    }
    try {
      long ep = handle;
      if (ep == 0) {
        return true;
      }
      if (!LibraryEp.isDisconnected(ep, endStatus)
          || connection.endedFor(now) < Endings.PATIENCE_NANOS) {
        return false;
      }
      NativeEvd evd = connectEvd();
      if (evd != null) {
        evd.failed(this);
      }
      flushLost(false);
      flushLost(true);
      return true;
    } finally {
      control.unlock();
    }
  }

  /** What the device has not flushed by now it may flush later, or never. */
  private void flushLost(boolean receive) {
    if (queues.isMissing(receive) && queues.evd(receive).flushAll(this, queues.of(receive))) {
      strays = true;
    }
  }

  /**
   * Completes a transfer that nobody takes any more, behind all that was posted before; under the
   * lock of its direction.
   */
  void flush(boolean receive, long cookie) {
    queues.awaitMissing(receive, Endings.PATIENCE_NANOS);
    flushLost(receive);
    queues.evd(receive).flush(this, cookie);
  }

  /** What is known of the connection beside the library's state. */
  EpConnection connection() {
    return connection;
  }

  /** Where its connection events go, or null. */
  NativeEvd connectEvd() {
    return (NativeEvd) spec().connectEvd();
  }

  @Override
  protected EpState knownState() {
    return null;
  }

  /**
   * What happens between the endpoint and a reserved service point.
   *
   * @param input RESERVE, UNRESERVE, REQUESTED or LET_GO
   * @param call for the refusal
   */
  void serve(EpInput input, String call) {
    control.lock();
    try {
      EpState from = state(call);
      EpState next = input.next(from);
      if (next == null) {
        throw wrongState(call, from, "give an unconnected endpoint");
      }
      ours = next == EpState.UNCONNECTED ? null : next;
    } finally {
      control.unlock();
    }
  }

  /** The state, for a call; throws for a freed endpoint. */
  EpState state(String call) {
    EpState known = ours;
    if (known != null && known != EpState.DISCONNECT_PENDING) {
      live(call);
      return known;
    }
    Out out = new Out();
    int ret = LibDat.dat_ep_get_status(live(call), out.address(0), out.address(1), out.address(2));
    int state = out.getInt(0);
    NativeErrors.check(ret, where(call), "dat_ep_get_status");
    return combined(EpState.of(Codes.epState(state)));
  }

  /** The state, given the library's, which goes on when the peer ends what we let drain. */
  private EpState combined(EpState library) {
    EpState known = ours;
    return known == null || known == EpState.DISCONNECT_PENDING && library != EpState.CONNECTED
        ? library
        : known;
  }

  /** The library's handle, for a call; throws for a freed endpoint. */
  long live(String call) {
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
    EpQueues.settleUnlessWaiting(spec().requestEvd());
    EpQueues.settleUnlessWaiting(spec().recvEvd());
    control.lock();
    try {
      // Our own counts: the library answers whether there is something where it means whether not.
      return new EpStatus(
          state("getStatus"),
          queues.of(true).outstanding() == 0,
          queues.of(false).outstanding() == 0);
    } finally {
      control.unlock();
    }
  }

  @Override
  protected EpParam implQuery() {
    control.lock();
    try {
      NativeMemory m = NativeMemory.allocate(ParamLayout.EpParam.SIZE);
      int ret = LibDat.dat_ep_query(live("query"), FIELDS, m.address());
      int state = m.getInt(ParamLayout.EpParam.EP_STATE);
      NativeErrors.check(ret, where("query"), "dat_ep_query");
      EpState known = combined(EpState.of(Codes.epState(state)));
      return connection.param(this, known, m);
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
      connection.ask(remoteAddress);
      ByteBuffer address = SocketAddresses.write(remoteAddress);
      ByteBuffer data = PrivateData.write(privateData);
      int ret =
          LibDat.dat_ep_connect(
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
      boolean own = request.localEp() == this;
      EpState state = state("accept of " + request);
      if (!(own ? EpInput.ACCEPT_OWN : EpInput.ACCEPT).permits(state)) {
        throw wrongState("accept of " + request, state, "give an unconnected endpoint");
      }
      ours = null;
      int ret = LibDat.dat_cr_accept(cr, handle, size, data);
      if (Ret.rawType(ret) == DatReturn.INTERNAL_ERROR) {
        // The device refused, and libdapl has destroyed what the endpoint still points to.
        lost = true;
        adapter.lose();
      }
      if (own && !Ret.isSuccess(ret)) {
        ours = state;
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
        case ACTIVE_CONNECTION_PENDING -> {
          if (adapter.isIwarp()) {
            giveUp();
            return;
          }
        }
        case CONNECTED -> {
          if (flags == CloseFlags.GRACEFUL && queues.of(false).outstanding() > 0) {
            ours = EpState.DISCONNECT_PENDING;
            GracefulDisconnect.start(this);
            return;
          }
        }
        case COMPLETION_PENDING -> {}
        default -> throw wrongState("disconnect", state, "connect the endpoint first");
      }
      ours = null;
      disconnectNow(flags);
    } finally {
      control.unlock();
    }
  }

  /**
   * Goes on with a graceful disconnect, if what was posted before it has completed; waits for
   * nobody.
   *
   * @return whether the disconnect is over, or not ours any more
   */
  boolean disconnectIfDrained(long waitedNanos) {
    EpQueues.settleUnlessWaiting(spec().requestEvd());
    control.lock();
    try {
      if (handle == 0 || ours != EpState.DISCONNECT_PENDING) {
        return true;
      }
      if (state("disconnect") == EpState.DISCONNECT_PENDING) {
        boolean certain = queues.of(false).certainToComplete();
        if (queues.of(false).outstanding() > 0
            && (certain || waitedNanos < EpQueues.SILENT_NANOS)) {
          return false;
        }
        ours = null;
        disconnectNow(CloseFlags.GRACEFUL);
      }
      ours = null;
      return true;
    } finally {
      control.unlock();
    }
  }

  /**
   * Ends a connect that only its answer or the kernel's time limit could end: another endpoint of
   * the library takes the place of the one that waits.
   */
  private void giveUp() {
    queues.lockBoth();
    try {
      long replacement = LibraryEp.create(adapter, spec(), attr(), where("disconnect"));
      leaveWaiting();
      ours = EpState.DISCONNECTED;
      if (spec().connectEvd() instanceof NativeEvd evd) {
        evd.disconnected(this);
      }
      happened(EventNumber.CONNECTION_EVENT_DISCONNECTED);
      strays = false;
      queues.feedNoLonger(spec());
      queues.make(spec(), attr(), number);
      handle = replacement;
      adapter.enter(number, replacement, this);
      queues.feed(spec());
    } finally {
      queues.unlockBoth();
    }
  }

  /** Parts with an endpoint of the library that waits for the answer to a connect. */
  private void leaveWaiting() {
    adapter.unname(handle, this);
    adapter.leave(number);
    adapter.keep(spec());
    // The device may flush receives later, and the library then looks at their endpoint.
    adapter.abandoned().add(handle, queues.of(true).outstanding() == 0);
    number = adapter.nextNumber();
  }

  private void disconnectNow(CloseFlags flags) {
    if (lost) {
      return;
    }
    // The library does not return before the receives are flushed, for which there must be room.
    EpQueues.settle(spec().recvEvd());
    int ret = LibDat.dat_ep_disconnect(handle, flags.value());
    if (!Ret.isSuccess(ret) && state("disconnect") != EpState.DISCONNECTED) {
      throw NativeErrors.of(ret, where("disconnect"), "dat_ep_disconnect");
    }
  }

  /**
   * The library's call changes what it answers to queries, but neither queues nor dispatchers of
   * the device; so another endpoint of the library takes the place of this one.
   */
  @Override
  protected void implModify(long mask, EpSpec next, EpAttr nextAttr) {
    control.lock();
    queues.lockBoth();
    try {
      EpState state = state("modify");
      checkModifiable(mask, state);
      if (mask == 0) {
        return;
      }
      if (state == EpState.TENTATIVE_CONNECTION_PENDING || queues.of(true).outstanding() > 0) {
        throw wrongState("modify", state, "modify it before receives are posted");
      }
      long replacement = LibraryEp.create(adapter, next, nextAttr, where("modify"));
      long old = handle;
      EpQueues.settle(spec().connectEvd());
      adapter.unname(old, this);
      queues.feedNoLonger(spec());
      queues.make(next, nextAttr, number);
      handle = replacement;
      adapter.name(replacement, this);
      queues.feed(next);
      NativeErrors.check(LibDat.dat_ep_free(old), where("modify"), "dat_ep_free");
    } finally {
      queues.unlockBoth();
      control.unlock();
    }
  }

  @Override
  protected void implReset() {
    control.lock();
    queues.lockBoth();
    try {
      EpState state = state("reset");
      if (state == EpState.UNCONNECTED) {
        return;
      }
      if (state != EpState.DISCONNECTED) {
        throw wrongState("reset", state, "disconnect the endpoint first");
      }
      if (!queues.flushed()) {
        throw wrongState("reset", state, "transfers are still being flushed: try again");
      }
      EpQueues.settle(spec().connectEvd());
      if (ours == null) {
        NativeErrors.check(LibDat.dat_ep_reset(handle), where("reset"), "dat_ep_reset");
      }
      ours = null;
      queues.forget();
      strays = false;
      connection.reset();
    } finally {
      queues.unlockBoth();
      control.unlock();
    }
  }

  @Override
  protected void implFree() {
    control.lock();
    queues.lockBoth();
    try {
      end(false);
    } finally {
      queues.unlockBoth();
      control.unlock();
    }
  }

  @Override
  protected void implDestroy() {
    control.lock();
    queues.lockBoth();
    try {
      end(true);
    } finally {
      // Refused or not, the adapter's close ends it: nobody may post any more.
      handle = 0;
      queues.unlockBoth();
      control.unlock();
    }
  }

  private void end(boolean closing) {
    EpState state = state("free");
    if (!EpInput.FREE.permits(state) && !closing) {
      throw wrongState("free", state, "free its service point or answer its request first");
    }
    boolean unconnected =
        state == EpState.UNCONNECTED || ours != null && ours != EpState.DISCONNECT_PENDING;
    ours = null;
    // What has happened so far is read while the endpoint has a name; the rest is dropped.
    EpQueues.settle(spec().connectEvd());
    adapter.unname(handle, this);
    if (state == EpState.ACTIVE_CONNECTION_PENDING && adapter.isIwarp()) {
      leaveWaiting();
    } else if (unconnected ? neverUsed() : canBeFreed(state)) {
      int ret = LibDat.dat_ep_free(handle);
      if (!Ret.isSuccess(ret)) {
        adapter.name(handle, this);
        throw NativeErrors.of(ret, where("free"), "dat_ep_free");
      }
    } else {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0}: {1} requests and {2} receives cannot be flushed; the adapter's close ends it",
          this,
          queues.of(false).outstanding(),
          queues.of(true).outstanding());
      adapter.keep(spec());
    }
    handle = 0;
    EpQueues.settle(spec().connectEvd());
    EpQueues.settle(spec().requestEvd());
    EpQueues.settle(spec().recvEvd());
    adapter.leave(number);
    queues.feedNoLonger(spec());
  }

  /** Some devices flush the receives of an endpoint that never was connected when it is freed. */
  private boolean neverUsed() {
    return !strays && !lost && queues.of(true).outstanding() == 0;
  }

  /** Brings the endpoint to where nothing of it can complete any more. */
  private boolean canBeFreed(EpState state) {
    if (strays || lost) {
      return false;
    }
    if (state != EpState.DISCONNECTED) {
      disconnectNow(CloseFlags.ABRUPT);
    }
    return queues.flushed();
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
    return posts.post(
        op,
        iov,
        lmrContext,
        address,
        length,
        cookie,
        rmrContext,
        remoteAddress,
        remoteLength,
        flags);
  }

  /** Whether its last connect was given up, which the library does not know. */
  boolean isGivenUp() {
    return ours == EpState.DISCONNECTED;
  }

  /** Refuses requests while those before a graceful disconnect complete. */
  void checkNotDraining(String call) {
    EpState known = ours;
    if (known == EpState.DISCONNECT_PENDING && state(call) == known) {
      throw wrongState(call, known, "the endpoint is being disconnected");
    }
  }

  /** The refusal of a call that wants a connection. */
  DatException notConnected(String call) {
    return wrongState(call, state(call), "connect the endpoint first");
  }
}
