package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
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
final class NativeEp extends AbstractEp implements Endings.Connected {

  private static final System.Logger LOG = System.getLogger(NativeEp.class.getName());
  private static final long FIELDS = Masks.ep(EpField.ALL);

  private final NativeIa adapter;

  private final ReentrantLock control = new ReentrantLock();
  private final EpQueues queues;
  private final EpPosts posts;
  private final EpBody body;
  private final EpConnection connection = new EpConnection();

  private final EpStates states;
  private final EpEnding ending;
  private final Out endStatus = new Out();

  /** Counts the connects that have a limit; under control. */
  private int attempt;

  private NativeEp(
      NativeIa adapter, EpSpec spec, EpAttr attr, int number, long handle, SrqShare share) {
    super(adapter, spec, attr);
    this.adapter = adapter;
    this.queues = new EpQueues(this, spec, attr, number, share);
    this.posts = new EpPosts(this, adapter, queues);
    this.body = new EpBody(this, adapter, queues, posts, number, handle);
    this.states = new EpStates(this, connection);
    this.ending = new EpEnding(this, adapter, queues, body, states);
  }

  static NativeEp create(NativeIa adapter, EpSpec spec, EpAttr attr) {
    SrqShare share = spec.srq() instanceof NativeSrq srq ? SrqShare.create(adapter, srq) : null;
    long handle;
    try {
      String where = adapter.where(share == null ? "createEp" : "createEpWithSrq");
      handle = LibraryEp.create(adapter, spec, attr, where, share);
    } catch (DatException e) {
      if (share != null) {
        share.end();
      }
      throw e;
    }
    NativeEp ep = new NativeEp(adapter, spec, attr, adapter.nextNumber(), handle, share);
    adapter.enter(ep.body.number(), handle, ep);
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
        && evd.own().flushAll(this, queues.of(true))) {
      body.hasStrays();
    }
  }

  @Override
  public boolean isThroughAt(long now) {
    if (!control.tryLock()) {
      return false;
    }
    try {
      long ep = body.handle();
      if (ep == 0) {
        return true;
      }
      if (!LibraryEp.isDisconnected(ep, endStatus)
          || connection.endedFor(now) < Endings.PATIENCE_NANOS) {
        return false;
      }
      NativeEvd evd = connectEvd();
      if (evd != null) {
        evd.own().failed(this);
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
    if (queues.isMissing(receive) && queues.evd(receive).own().flushAll(this, queues.of(receive))) {
      body.hasStrays();
    }
  }

  /**
   * Completes a transfer that nobody takes any more, behind all that was posted before; under the
   * lock of its direction.
   */
  void flush(boolean receive, long cookie) {
    queues.awaitMissing(receive, Endings.PATIENCE_NANOS);
    flushLost(receive);
    queues.evd(receive).own().flush(this, cookie);
  }

  /** What is known of the connection beside the library's state. */
  EpConnection connection() {
    return connection;
  }

  /** Whether the library's thread may be with its connection. */
  CmQuiet quiet() {
    return body.quiet();
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
      states.set(next == EpState.UNCONNECTED ? null : next);
    } finally {
      control.unlock();
    }
  }

  /** The state, for a call; throws for a freed endpoint. */
  EpState state(String call) {
    return states.current(call);
  }

  /** The library's handle, for a call; throws for a freed endpoint. */
  long live(String call) {
    long ep = body.handle();
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
      boolean accepted = connection.answers();
      int ret = LibDat.dat_ep_query(live("query"), FIELDS, m.address());
      int state = m.getInt(ParamLayout.EpParam.EP_STATE);
      NativeErrors.check(ret, where("query"), "dat_ep_query");
      EpState known = states.combined(EpState.of(Codes.epState(state)), accepted);
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
      LibraryEp.ownPeerAddress(body.handle());
      connection.ask(remoteAddress);
      body.quiet().begins();
      ByteBuffer address = SocketAddresses.write(remoteAddress);
      ByteBuffer data = PrivateData.write(privateData);
      int ret =
          LibDat.dat_ep_connect(
              body.handle(),
              NativeMemory.addressOf(address),
              remoteConnQual,
              (int) DatConstants.TIMEOUT_INFINITE,
              privateData.length,
              data == null ? 0 : NativeMemory.addressOf(data),
              qos,
              flags);
      Reference.reachabilityFence(address);
      Reference.reachabilityFence(data);
      if (!Ret.isSuccess(ret)) {
        body.quiet().forget();
      }
      NativeErrors.check(ret, where("connect"), "dat_ep_connect");
      if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
        int now = ++attempt;
        connection.limit(ConnectLimits.set(() -> timeOut(now), timeoutMicros));
      }
    } finally {
      control.unlock();
    }
  }

  /** The limit of a connect is over. */
  private void timeOut(int which) {
    control.lock();
    try {
      if (which == attempt
          && body.handle() != 0
          && state("connect") == EpState.ACTIVE_CONNECTION_PENDING) {
        ending.timeOut();
      }
    } catch (DatException e) {
      LOG.log(System.Logger.Level.WARNING, this + ": a connect did not end in time", e);
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
      states.set(null);
      connection.answer();
      body.quiet().begins();
      int ret = new CrAnswer(adapter, cr).accept(body.handle(), size, data);
      if (Ret.isSuccess(ret)) {
        return ret;
      }
      body.quiet().forget();
      if (Ret.rawType(ret) == DatReturn.INVALID_HANDLE) {
        states.set(own ? state : null);
        return ret;
      }
      // Mostly the requester is gone. libdapl has destroyed what the endpoint still points to
      // (dapls_ib_accept_connection): the next connect, accept or free would end the process.
      adapter.lose();
      ending.endEstablishment(
          EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, EpBody.Waits.NOTHING);
      return Ret.SUCCESS;
    } finally {
      control.unlock();
    }
  }

  /**
   * The library's call changes what it answers to queries, but neither queues nor dispatchers of
   * the device; so another endpoint of the library takes the place of this one.
   */
  @Override
  protected void implDisconnect(CloseFlags flags) {
    control.lock();
    try {
      ending.disconnect(flags);
    } finally {
      control.unlock();
    }
  }

  /** Goes on with a graceful disconnect: see {@link EpEnding#disconnectIfDrained}. */
  boolean disconnectIfDrained(long waitedNanos) {
    EpQueues.settleUnlessWaiting(spec().requestEvd());
    control.lock();
    try {
      return ending.disconnectIfDrained(waitedNanos);
    } finally {
      control.unlock();
    }
  }

  /**
   * A completion was taken, with which the library has ended the connection unless it was flushed.
   *
   * @param status not SUCCESS
   */
  void transferFailed(DtoStatus status) {
    if (status != DtoStatus.ERR_FLUSHED && !adapter.tellsOfBroken()) {
      BrokenConnection.start(this);
    }
  }

  /** Has the peer told: see {@link BrokenConnection}. */
  void tellPeer() {
    control.lock();
    try {
      ending.tellPeer();
    } finally {
      control.unlock();
    }
  }

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
      if (state == EpState.TENTATIVE_CONNECTION_PENDING) {
        throw wrongState("modify", state, "modify it before its request or after its answer");
      }
      if ((mask & EpField.EP_ATTR_RECV_COMPLETION_FLAGS) != 0
          && queues.of(true).outstanding() > 0) {
        throw wrongState("modify", state, "change receive flags before receives are posted");
      }
      body.modify(next, nextAttr);
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
      if (states.ours() == null) {
        body.awaitQuiet();
        body.renew();
      }
      states.set(null);
      queues.forget();
      body.reset();
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
      ending.free(false);
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
      ending.free(true);
    } finally {
      // Refused or not, the adapter's close ends it: nobody may post any more.
      body.gone();
      queues.unlockBoth();
      control.unlock();
    }
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
    return states.ours() == EpState.DISCONNECTED;
  }

  /** Refuses requests while those before a graceful disconnect complete. */
  void checkNotDraining(String call) {
    EpState known = states.ours();
    if (known == EpState.DISCONNECT_PENDING && state(call) == known) {
      throw wrongState(call, known, "the endpoint is being disconnected");
    }
  }

  /** The refusal of a change that leaves no room for what is posted. */
  DatException noRoomFor(int receives) {
    return Errors.state(
        where("modify"),
        DatSubtype.NO_SUBTYPE,
        "receives posted",
        receives,
        "leave room for them, or modify it before receives are posted");
  }

  /** The refusal of a call that wants a connection. */
  DatException notConnected(String call) {
    return wrongState(call, state(call), "connect the endpoint first");
  }

  /** The refusal of a call in this state. */
  DatException refusal(String call, EpState state, String remedy) {
    return wrongState(call, state, remedy);
  }
}
