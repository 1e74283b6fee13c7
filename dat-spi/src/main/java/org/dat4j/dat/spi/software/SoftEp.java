package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;
import org.dat4j.dat.spi.software.concurrent.FailureLog;

/**
 * The endpoint of software backends (loopback, tcp): its state, its queues, and its present or last
 * {@link Connection}. The state follows {@link EpInput}.
 */
final class SoftEp extends AbstractEp {

  private static final System.Logger LOG = System.getLogger(SoftEp.class.getName());
  private static final VarHandle STATE =
      FieldHandles.find(MethodHandles.lookup(), SoftEp.class, "state", EpState.class);

  private final SoftIa ia;
  private volatile EpState state = EpState.UNCONNECTED;

  /** The endpoint's queues; changed in UNCONNECTED and by calls that the program serialises. */
  private EndpointQueues queues;

  /** The present connection or the last one; null in UNCONNECTED. */
  private volatile Connection connection;

  private volatile Attempt attempt;

  /** The ends of the connection request, in PASSIVE_CONNECTION_PENDING. */
  private volatile ConnectionEnds requester = ConnectionEnds.NONE;

  private volatile boolean completionsSuppressed;

  SoftEp(SoftIa ia, EpSpec spec, EpAttr attr) {
    super(ia, spec, attr);
    this.ia = ia;
    this.queues = EndpointQueues.create(ia, this, spec, attr);
  }

  /** Makes an endpoint for a request, in state TENTATIVE_CONNECTION_PENDING, without parts. */
  static SoftEp tentative(SoftIa ia, EpAttr attr, ConnectionEnds requester) {
    SoftEp ep = new SoftEp(ia, new EpSpec(null, null, null, null, null), attr);
    ep.requester = requester;
    ep.state = EpState.TENTATIVE_CONNECTION_PENDING;
    return ep;
  }

  SoftIa softIa() {
    return ia;
  }

  // --- posts

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
    Connection connected = connection;
    if (op == DtoOp.RECEIVE) {
      return postReceive(connected, iov, lmrContext, address, length, cookie, flags);
    }
    long bytes = op == DtoOp.RDMA_READ ? remoteLength : length;
    RequestQueue requests = connected == null ? queues.requests() : connected.requests();
    boolean posted = false;
    try {
      posted =
          requests.post(
              op, iov, lmrContext, address, bytes, cookie, rmrContext, remoteAddress, flags);
      if (!posted) {
        Connection full = ownerOf(connected);
        if (full == null) {
          return DatReturn.INSUFFICIENT_RESOURCES;
        }
        // Some may only wait to be sent together.
        full.requestPosted();
        posted =
            requests.post(
                op, iov, lmrContext, address, bytes, cookie, rmrContext, remoteAddress, flags);
        if (!posted) {
          return DatReturn.INSUFFICIENT_RESOURCES;
        }
      }
      Connection present = ownerOf(connected);
      if (present != null) {
        present.requestPosted(bytes);
      }
    } catch (RuntimeException | Error e) {
      // Without a call: there may be no stack left for one.
      if (posted && connected != null) {
        // Its poster takes it for not posted, so the connection ends.
        connected.failure = e;
      }
      ia.repairFlag.raised = true;
      throw e;
    }
    return DatReturn.SUCCESS;
  }

  private int postReceive(
      Connection connected,
      LmrIov iov,
      int lmrContext,
      long address,
      long length,
      long cookie,
      int flags) {
    ReceiveQueue receives = connected == null ? queues.receives() : connected.receives();
    try {
      if (!receives.post(iov, lmrContext, address, length, cookie, flags)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      VarHandle.fullFence();
      Connection present = ownerOf(connected);
      if (present != null) {
        present.receivePosted();
      }
    } catch (RuntimeException | Error e) {
      // Without a call, as in implPost: a message may wait for it.
      ia.repairFlag.raised = true;
      throw e;
    }
    return DatReturn.SUCCESS;
  }

  /**
   * The connection that works on what was just posted: the one whose queue it was posted to, also
   * where another thread has reset the endpoint meanwhile, or the one that was made meanwhile.
   */
  private Connection ownerOf(Connection connected) {
    return connected != null ? connected : connection;
  }

  /** Does what an Error has left undone. */
  void repair() {
    Connection present = connection;
    if (present != null) {
      present.repair();
    }
  }

  /**
   * The connection for a request that the state permitted.
   *
   * @throws org.dat4j.dat.DatException DAT_INVALID_STATE when it was reset meanwhile
   */
  Connection connectionFor(String call) {
    Connection present = connection;
    if (present == null) {
      throw wrongState(call, state, "connect the endpoint first");
    }
    return present;
  }

  // --- state

  /** Moves as the state table says; answers the state before, or null where it does not permit. */
  private EpState move(EpInput input) {
    for (; ; ) {
      EpState now = state;
      EpState next = input.next(now);
      if (next == null || next == now || STATE.compareAndSet(this, now, next)) {
        return next == null ? null : now;
      }
    }
  }

  /** Makes a step that an endpoint without connection can make. */
  private void require(EpInput input, String call) {
    if (move(input) == null) {
      throw notUnconnected(call, state);
    }
  }

  /** Moves to the state after the establishment and reports its event. */
  void established(SoftEvd.Rare event) {
    attempt = null;
    move(EpInput.ESTABLISHED);
    tell(event);
  }

  /** Moves to the state after the end of the connection. */
  void ended() {
    attempt = null;
    move(EpInput.ENDED);
  }

  /** Reports how the connection ended, when everything is flushed. */
  void report(SoftEvd.Rare event) {
    if (completionsSuppressed) {
      queues.detach();
      return;
    }
    tell(event);
  }

  private void tell(SoftEvd.Rare event) {
    SoftEvd evd = (SoftEvd) spec().connectEvd();
    if (evd != null && !completionsSuppressed) {
      evd.offer(event);
    }
  }

  // --- connections

  @Override
  protected void implConnect(
      InetAddress remote,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    Attempt mine = prepare(new ConnectionEnds(remote, remoteConnQual, 0), privateData);
    require(EpInput.CONNECT, "connect");
    begin(mine);
    try {
      if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
        mine.timer(ia.timers().schedule(timeoutMicros * 1000, mine::expire));
      }
      mine.started(ia.fabric().connect(mine, remote, remoteConnQual));
    } catch (RuntimeException | Error e) {
      undo(mine, EpState.ACTIVE_CONNECTION_PENDING, EpState.UNCONNECTED);
      throw e;
    }
  }

  /** Becomes the endpoint of a reserved service point. */
  void reserve() {
    require(EpInput.RESERVE, "createRsp");
    if (isFreed()) {
      passive(EpInput.UNRESERVE);
      checkLive("createRsp");
    }
  }

  /**
   * Notes that a request has arrived at its service point; without effect while the adapter is
   * closed.
   */
  void requested(ConnectionEnds peer) {
    requester = peer;
    move(EpInput.REQUESTED);
  }

  /** A step of its service point or request; false where the state does not permit it. */
  boolean passive(EpInput input) {
    return move(input) != null;
  }

  /** Starts to accept a request: a stranger's, or the one this endpoint was reserved for. */
  void accept(Incoming incoming, ConnectionEnds peer, boolean own, byte[] privateData) {
    EpInput input = own ? EpInput.ACCEPT_OWN : EpInput.ACCEPT;
    Attempt mine = prepare(peer, privateData);
    require(input, "accept");
    begin(mine);
    try {
      incoming.accept(mine);
    } catch (RuntimeException | Error e) {
      if (!mine.claim()) {
        throw e;
      }
      // The request is answered: what became of the answer is told by the event of the accept.
      FailureLog.log(LOG, System.Logger.Level.ERROR, this, "an accept failed", e);
      mine.refused(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, e);
    }
  }

  /** Makes what an attempt needs before the state says that there is one. */
  private Attempt prepare(ConnectionEnds peer, byte[] privateData) {
    return new Attempt(new Connection(this, queues, peer), privateData);
  }

  private void begin(Attempt mine) {
    connection = mine.connection();
    attempt = mine;
    connection.begin();
  }

  private void undo(Attempt mine, EpState from, EpState to) {
    if (mine.claim()) {
      attempt = null;
      connection = null;
      STATE.compareAndSet(this, from, to);
    }
  }

  @Override
  protected void implDisconnect(CloseFlags flags) {
    EpState refusing = disconnect(flags == CloseFlags.ABRUPT);
    if (refusing != null) {
      throw wrongState("disconnect", refusing, "there is nothing to disconnect");
    }
  }

  /** Ends what there is to end; answers the state that has nothing, or null when it is done. */
  private EpState disconnect(boolean abrupt) {
    EpInput input = abrupt ? EpInput.DISCONNECT_ABRUPT : EpInput.DISCONNECT_GRACEFUL;
    ia.repair();
    BoundedWait soon = new BoundedWait();
    for (; ; ) {
      EpState now = state;
      EpState next = input.next(now);
      if (next == null) {
        return now;
      }
      if (next == now || now == EpState.CONNECTED && !abrupt && drain()) {
        return null;
      }
      if (next == EpState.DISCONNECTED && end(now)) {
        return null;
      }
      // Another thread has decided the attempt and is about to tell the outcome.
      soon.orThrow(where("disconnect"), "state", now);
    }
  }

  private boolean drain() {
    if (!STATE.compareAndSet(this, EpState.CONNECTED, EpState.DISCONNECT_PENDING)) {
      return false;
    }
    Connection present = connection;
    if (present != null) {
      present.drain();
    }
    return true;
  }

  private boolean end(EpState now) {
    if (now == EpState.CONNECTED || now == EpState.DISCONNECT_PENDING) {
      Connection present = connection;
      if (present == null) {
        // Ended and reset by another thread since.
        return false;
      }
      present.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
      present.flush();
      return true;
    }
    Attempt mine = attempt;
    return mine != null && mine.giveUp();
  }

  @Override
  protected void implReset() {
    EpState now = state;
    if (!EpInput.RESET.permits(now)) {
      throw wrongState("reset", now, "disconnect the endpoint first");
    }
    if (now == EpState.DISCONNECTED) {
      awaitSilence(connection);
      queues = queues.renewed(ia, this, spec(), attr());
      connection = null;
      move(EpInput.RESET);
    }
  }

  /**
   * Lets another thread that is flushing come to its end: no completion of this connection follows
   * one of the next.
   */
  private void awaitSilence(Connection last) {
    BoundedWait soon = new BoundedWait();
    while (last != null && !last.isSilent() && !isFreed()) {
      ia.repair();
      soon.orThrow(where("reset"), "flushed", last.isFlushed());
    }
  }

  @Override
  protected void implModify(long mask, EpSpec next, EpAttr nextAttr) {
    if ((mask & EpField.EP_ATTR_RECV_COMPLETION_FLAGS) != 0 && queues.receives().wasUsed()) {
      throw wrongState(
          "modify", state, "change receive completion flags before any receive is posted");
    }
    queues = queues.modified(ia, this, mask, next, nextAttr);
  }

  @Override
  protected void implFree() {
    EpState now = state;
    if (!EpInput.FREE.permits(now)) {
      throw wrongState("free", now, "free its service point or answer its request first");
    }
    implDestroy();
  }

  @Override
  protected void implDestroy() {
    completionsSuppressed = true;
    queues.mute();
    // Another thread may reset it meanwhile: then there is nothing to disconnect any more.
    disconnect(true);
    Connection last = connection;
    if (last == null || last.isFlushed()) {
      queues.detach();
    }
  }

  // --- queries

  @Override
  protected EpState knownState() {
    return state;
  }

  @Override
  protected EpStatus implGetStatus() {
    ia.repair();
    EndpointQueues now = queues;
    return new EpStatus(state, now.receives().isIdle(), now.requests().isIdle());
  }

  @Override
  protected EpRecvInfo implRecvQuery() {
    // Messages arrive in order: the span holds no buffer that is still to be taken.
    int held = queues.receives().incomplete();
    return new EpRecvInfo(held, held);
  }

  private ConnectionEnds peer(EpState now) {
    Connection present = connection;
    Attempt running = attempt;
    return switch (now) {
      case PASSIVE_CONNECTION_PENDING, TENTATIVE_CONNECTION_PENDING -> requester;
      case UNCONNECTED, RESERVED, DISCONNECTED -> ConnectionEnds.NONE;
      default -> {
        ConnectionEnds known = present == null ? ConnectionEnds.NONE : present.peer();
        yield known.localPort() == 0 && running != null
            ? known.at(running.localPort(), known.remotePort())
            : known;
      }
    };
  }

  @Override
  protected EpParam implQuery() {
    EpSpec parts = spec();
    EpState now = state;
    ConnectionEnds peer = peer(now);
    return new EpParam(
        ia,
        now,
        ia.fabric().address(),
        peer.localPort(),
        peer.remoteAddress(),
        peer.remotePort(),
        parts.pz(),
        parts.recvEvd(),
        parts.requestEvd(),
        parts.connectEvd(),
        parts.srq(),
        attr());
  }
}
