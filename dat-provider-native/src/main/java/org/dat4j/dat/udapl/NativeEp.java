package org.dat4j.dat.udapl;

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
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.MaskTranslation;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;
import org.dat4j.dat.udapl.libdapl.ConnectTimeouts;
import org.dat4j.dat.udapl.libdapl.CrReply;
import org.dat4j.dat.udapl.libdapl.EndedConnectionScanner;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;
import org.dat4j.dat.udapl.libdapl.PrivateData;
import org.dat4j.dat.udapl.libdapl.SocketAddresses;
import org.dat4j.dat.udapl.queue.PostedQueue;

/**
 * An endpoint of the native backend, which does its transfers on a libdapl endpoint that may be
 * replaced.
 *
 * <p>Three locks, taken in this order: control (calls that may last), requests, receives. The
 * library takes posts in the two directions at the same time, but not two in one direction, and
 * nothing while the endpoint is freed.
 */
final class NativeEp extends AbstractEp implements EndedConnectionScanner.Connected {

  private static final System.Logger LOG = System.getLogger(NativeEp.class.getName());
  private static final long FIELDS = MaskTranslation.ep(EpField.ALL);

  /** When the end of a connect is tried again that has met another call. */
  private static final long LIMIT_RETRY_MICROS = 10_000;

  private final NativeIa adapter;

  private final ReentrantLock control = new ReentrantLock();
  private final EpQueues queues;
  private final EpPosts posts;
  private final DaplEndpoint dapl;
  private final EpConnection connection = new EpConnection();

  private final EpStateTracker states;
  private final EpTeardown teardown;
  private final OutParams endStatus = new OutParams();

  /** Counts the connects; under control. */
  private int attempt;

  private NativeEp(
      NativeIa adapter, EpSpec spec, EpAttr attr, int number, long handle, SrqReceiveEvd share) {
    super(adapter, spec, attr);
    this.adapter = adapter;
    this.queues = new EpQueues(this, spec, attr, number, share);
    this.posts = new EpPosts(this, adapter, queues);
    this.dapl = new DaplEndpoint(this, adapter, queues, posts, number, handle);
    this.states = new EpStateTracker(this, connection);
    this.teardown = new EpTeardown(this, adapter, queues, dapl, states);
  }

  static NativeEp create(NativeIa adapter, EpSpec spec, EpAttr attr) {
    SrqReceiveEvd share =
        spec.srq() instanceof NativeSrq srq ? SrqReceiveEvd.create(adapter, srq) : null;
    long handle;
    try {
      String where = adapter.where(share == null ? "createEp" : "createEpWithSrq");
      handle = DaplEpFactory.create(adapter, spec, attr, where, share);
    } catch (DatException e) {
      if (share != null) {
        share.end();
      }
      throw e;
    }
    NativeEp ep = new NativeEp(adapter, spec, attr, adapter.nextNumber(), handle, share);
    adapter.register(ep.dapl.number(), handle, ep);
    ep.queues.feed(spec);
    return ep;
  }

  /** Returns the queue of the DTOs posted in one direction. */
  PostedQueue queue(boolean receive) {
    return queues.of(receive);
  }

  /**
   * Follows the connection. When one was not made, the device keeps the receives that were posted
   * for it; the contract has them flushed.
   *
   * @param event a connection event of this endpoint that was just taken from the library
   */
  void onConnectionEvent(EventNumber event) {
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      adapter.endedConnections().add(this);
    }
    if (connection.onEvent(event)
        && spec().recvEvd() instanceof NativeEvd evd
        && queues.of(true).outstanding() > 0
        && evd.synthetic().flushAll(this, queues.of(true))) {
      dapl.expectStrayCompletions();
    }
  }

  @Override
  public boolean isOverAt(long now) {
    if (!control.tryLock()) {
      return false;
    }
    try {
      long ep = dapl.handle();
      if (ep == 0) {
        return true;
      }
      if (!DaplEpFactory.isDisconnected(ep, endStatus)
          || connection.endedFor(now) < EndedConnectionScanner.PATIENCE_NANOS) {
        return false;
      }
      NativeEvd evd = connectEvd();
      if (evd != null) {
        evd.synthetic().failed(this);
      }
      flushLost(false);
      flushLost(true);
      return true;
    } finally {
      control.unlock();
    }
  }

  /** Flushes here the DTOs that the device has not flushed yet: it may do so later, or never. */
  void flushLost(boolean receive) {
    if (queues.isMissing(receive)
        && queues.evd(receive).synthetic().flushAll(this, queues.of(receive))) {
      dapl.expectStrayCompletions();
    }
  }

  /**
   * Completes as flushed a DTO that the library no longer takes, behind all that were posted
   * before; called under the lock of its direction.
   */
  void flush(boolean receive, long cookie) {
    queues.awaitMissing(receive, EndedConnectionScanner.PATIENCE_NANOS);
    flushLost(receive);
    queues.evd(receive).synthetic().flush(this, queues.of(receive), cookie);
    queues.of(receive).recount();
  }

  /** Returns the connection data beyond the library's state. */
  EpConnection connection() {
    return connection;
  }

  /** Returns the tracker of whether libdapl's CM thread may use the connection. */
  CmThreadTracker tracker() {
    return dapl.tracker();
  }

  /** Returns the EVD of its connection events, or null. */
  NativeEvd connectEvd() {
    return (NativeEvd) spec().connectEvd();
  }

  @Override
  protected EpState knownState() {
    return null;
  }

  /**
   * Handles an input from the endpoint's reserved service point; not under the lock of an EVD.
   *
   * @param input RESERVE or UNRESERVE
   * @param call for the refusal
   */
  void serve(EpInput input, String call) {
    control.lock();
    try {
      EpState from = state(call);
      EpState next = input.next(from);
      if (next == null) {
        throw notUnconnected(call, from);
      }
      states.set(next == EpState.UNCONNECTED ? null : next);
    } finally {
      control.unlock();
    }
  }

  /**
   * Notes that a request has arrived at the endpoint's reserved service point. Without effect while
   * the adapter is being closed, which ends the reservation.
   */
  void requested() {
    states.replace(EpState.RESERVED, EpState.PASSIVE_CONNECTION_PENDING);
  }

  /** Notes that the request of the endpoint's service point was rejected or handed on. */
  void requestGone() {
    states.replace(EpState.PASSIVE_CONNECTION_PENDING, null);
  }

  /** Returns the state for a call; throws for a freed endpoint. */
  EpState state(String call) {
    return states.current(call);
  }

  /** Returns the library's handle for a call; throws for a freed endpoint. */
  long live(String call) {
    long ep = dapl.handle();
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
      return new EpStatus(state("getStatus"), queues.of(true).isIdle(), queues.of(false).isIdle());
    } finally {
      control.unlock();
    }
  }

  @Override
  protected EpParam implQuery() {
    control.lock();
    try {
      NativeMemory m = NativeMemory.allocate(ParamLayout.EpParam.SIZE);
      boolean accepted = connection.isAccepting();
      int ret = LibDat.dat_ep_query(live("query"), FIELDS, m.address());
      int state = m.getInt(ParamLayout.EpParam.EP_STATE);
      NativeErrors.check(ret, where("query"), "dat_ep_query");
      EpState known = states.combined(EpState.of(CodeTranslation.epState(state)), accepted);
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
      CrReply.restorePeerAddress(dapl.handle());
      connection.startConnect(remoteAddress);
      dapl.tracker().start();
      ByteBuffer address = SocketAddresses.write(remoteAddress);
      ByteBuffer data = PrivateData.write(privateData);
      int ret =
          LibDat.dat_ep_connect(
              dapl.handle(),
              NativeMemory.addressOf(address),
              remoteConnQual,
              (int) DatConstants.TIMEOUT_INFINITE,
              privateData.length,
              data == null ? 0 : NativeMemory.addressOf(data),
              qos,
              flags);
      Reference.reachabilityFence(address);
      Reference.reachabilityFence(data);
      if (!ReturnCodes.isSuccess(ret)) {
        dapl.tracker().forget();
      }
      NativeErrors.check(ret, where("connect"), "dat_ep_connect");
      int now = ++attempt;
      if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
        connection.setTimeout(ConnectTimeouts.start(() -> timeOut(now), timeoutMicros));
      }
    } finally {
      control.unlock();
    }
  }

  /**
   * Ends a connect whose time limit is over.
   *
   * @param which the number of that connect; a later one goes on
   */
  void timeOut(int which) {
    if (!control.tryLock()) {
      // One thread keeps the limits of all connects: it must not wait for a call on one endpoint.
      ConnectTimeouts.start(() -> timeOut(which), LIMIT_RETRY_MICROS);
      return;
    }
    try {
      if (which == attempt
          && dapl.handle() != 0
          && state("connect") == EpState.ACTIVE_CONNECTION_PENDING) {
        teardown.timeOut();
      }
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, this + ": a connect did not end in time", e);
    } finally {
      control.unlock();
    }
  }

  private void checkUnconnected(String call) {
    EpState state = state(call);
    if (state != EpState.UNCONNECTED) {
      throw notUnconnected(call, state);
    }
  }

  /** Accepts a request on this endpoint; the caller checks the result. */
  int accept(NativeCr request, long cr, int size, long data) {
    control.lock();
    try {
      boolean own = request.localEp() == this;
      EpState state = state("accept of " + request);
      if (!(own ? EpInput.ACCEPT_OWN : EpInput.ACCEPT).permits(state)) {
        throw notUnconnected("accept of " + request, state);
      }
      states.set(null);
      connection.startAccept();
      dapl.tracker().start();
      int ret;
      try {
        ret = new CrReply(adapter, cr).accept(dapl.handle(), size, data);
      } catch (RuntimeException | Error e) {
        // The request stays pending, and with it the endpoint's state.
        dapl.tracker().forget();
        states.set(own ? state : null);
        throw e;
      }
      if (ReturnCodes.isSuccess(ret)) {
        return ret;
      }
      dapl.tracker().forget();
      if (ReturnCodes.rawType(ret) == DatReturn.INVALID_HANDLE) {
        states.set(own ? state : null);
        return ret;
      }
      // Mostly the requester is gone. libdapl has destroyed what the endpoint still points to
      // (dapls_ib_accept_connection): the next connect, accept or free would end the process.
      adapter.poison();
      // With the request: dat_cr_reject would use what is freed, should this accept be refused
      // below.
      request.markUnknown();
      teardown.endEstablishment(
          EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, DaplEndpoint.PendingAnswer.NOTHING);
      return ReturnCodes.SUCCESS;
    } finally {
      control.unlock();
    }
  }

  @Override
  protected void implDisconnect(CloseFlags flags) {
    control.lock();
    try {
      teardown.disconnect(flags);
    } finally {
      control.unlock();
    }
  }

  /** Continues a graceful disconnect: see {@link EpTeardown#disconnectIfDrained}. */
  boolean disconnectIfDrained(int which, long waitedNanos) {
    EpQueues.settleUnlessWaiting(spec().requestEvd());
    control.lock();
    try {
      return teardown.disconnectIfDrained(which, waitedNanos);
    } finally {
      control.unlock();
    }
  }

  /**
   * Notes a failed completion: with it the library has ended the connection, unless it was flushed.
   *
   * @param status not SUCCESS
   */
  void transferFailed(DtoStatus status) {
    if (status != DtoStatus.ERR_FLUSHED && !adapter.reportsBrokenConnections()) {
      PeerBreakNotifier.start(this);
    }
  }

  /** Informs the peer of a broken connection: see {@link PeerBreakNotifier}. */
  void informPeer() {
    control.lock();
    try {
      teardown.informPeer();
    } finally {
      control.unlock();
    }
  }

  /**
   * Changes the endpoint. The library's call changes what it answers to queries, but neither queues
   * nor EVDs of the device; so another endpoint of the library takes the place of this one.
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
      if (state == EpState.TENTATIVE_CONNECTION_PENDING) {
        throw wrongState("modify", state, "modify it before its request or after its answer");
      }
      if ((mask & EpField.EP_ATTR_RECV_COMPLETION_FLAGS) != 0
          && queues.of(true).outstanding() > 0) {
        throw wrongState("modify", state, "change receive flags before receives are posted");
      }
      dapl.modify(next, nextAttr);
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
        dapl.awaitQuiet();
        dapl.resetOrRecreate();
      }
      states.set(null);
      queues.forget();
      dapl.reset();
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
      teardown.free(false);
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
      teardown.free(true);
    } finally {
      // Refused or not, the adapter's close ends it: no further post is taken.
      dapl.clearHandle();
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

  /** Tells whether its last connect was given up, which the library does not know. */
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

  /** Makes the refusal of a change that leaves no room for the posted Receives. */
  DatException noRoomFor(int receives) {
    return Errors.state(
        where("modify"),
        DatSubtype.NO_SUBTYPE,
        "receives posted",
        receives,
        "leave room for them, or modify it before receives are posted");
  }

  /** Makes the refusal of a call that needs a connection. */
  DatException notConnected(String call) {
    return wrongState(call, state(call), "connect the endpoint first");
  }

  /** Makes the refusal of a call in this state. */
  DatException refusal(String call, EpState state, String remedy) {
    return wrongState(call, state, remedy);
  }
}
