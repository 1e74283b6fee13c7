package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
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
 * The endpoint of software backends (loopback, ipc, tcp): its state, its queues, and its present or
 * last {@link Connection}. The state follows {@link EpInput}.
 */
final class SoftEp extends AbstractEp {

  private static final System.Logger LOG = System.getLogger(SoftEp.class.getName());
  private static final VarHandle STATE =
      FieldHandles.find(MethodHandles.lookup(), SoftEp.class, "state", EpState.class);

  private final SoftIa ia;
  private volatile EpState state = EpState.UNCONNECTED;

  /**
   * Held for microseconds by a reset, and by calls that may run beside a reset or a free. Their
   * looks at the state, the connection and the handle belong together. A thread that holds it waits
   * for nothing.
   */
  private final Object changing = new Object();

  /**
   * The endpoint's queues. A modify changes them in UNCONNECTED; the program serialises that call.
   * A reset changes them in DISCONNECTED, under {@link #changing}: it may meet another reset.
   */
  private volatile EndpointQueues queues;

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
    if (op == DtoOp.RECEIVE) {
      return postReceive(iov, lmrContext, address, length, cookie, flags);
    }
    Connection connected = connectionFor(op.call());
    long bytes = op == DtoOp.RDMA_READ ? remoteLength : length;
    RequestQueue requests = connected.requests();
    boolean posted = false;
    try {
      posted =
          requests.post(
              op, iov, lmrContext, address, bytes, cookie, rmrContext, remoteAddress, flags);
      if (!posted && !requests.isClosed()) {
        // Some may only wait to be sent together.
        connected.requestPosted();
        posted =
            requests.post(
                op, iov, lmrContext, address, bytes, cookie, rmrContext, remoteAddress, flags);
      }
      if (posted) {
        connected.requestPosted(bytes);
      }
    } catch (RuntimeException | Error e) {
      // Without a call: there may be no stack left for one.
      if (posted) {
        // Its poster takes it for not posted, so the connection ends.
        connected.failure = e;
      }
      ia.repairFlag.raised = true;
      throw e;
    }
    if (posted) {
      return DatReturn.SUCCESS;
    }
    // Thrown out here: nothing is left to repair.
    if (requests.isClosed()) {
      throw wasReset(op.call());
    }
    return DatReturn.INSUFFICIENT_RESOURCES;
  }

  private int postReceive(
      LmrIov iov, int lmrContext, long address, long length, long cookie, int flags) {
    Connection connected = connection;
    ReceiveQueue receives = connected == null ? queues.receives() : connected.receives();
    try {
      if (receives.post(iov, lmrContext, address, length, cookie, flags)) {
        VarHandle.fullFence();
        // Where there was none, one that was made meanwhile works on it.
        Connection present = connected != null ? connected : connection;
        if (present != null) {
          present.receivePosted();
        }
        return DatReturn.SUCCESS;
      }
    } catch (RuntimeException | Error e) {
      // Without a call, as in implPost: a message may wait for it.
      ia.repairFlag.raised = true;
      throw e;
    }
    if (!receives.isClosed()) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    awaitReset(connected);
    return postReceive(iov, lmrContext, address, length, cookie, flags);
  }

  /** Lets another thread that is resetting the endpoint come to its end: it has closed a queue. */
  private void awaitReset(Connection last) {
    BoundedWait soon = new BoundedWait();
    while (last != null && connection == last) {
      // A free may have kept the reset from coming to its end.
      checkLive(DtoOp.RECEIVE.call());
      soon.orThrow(where(DtoOp.RECEIVE.call()), "state", state);
    }
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
   * @throws DatException DAT_INVALID_STATE when it was reset meanwhile
   */
  Connection connectionFor(String call) {
    Connection present = connection;
    if (present == null || !present.takesRequests()) {
      throw wasReset(call);
    }
    return present;
  }

  /** The refusal of a request that meets a reset by another thread. */
  DatException wasReset(String call) {
    return wrongState(call, EpState.UNCONNECTED, "connect the endpoint first");
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
    report(event);
  }

  /** Moves to the state after the end of the connection. */
  void ended() {
    attempt = null;
    move(EpInput.ENDED);
  }

  /**
   * Lets a freed endpoint leave its EVDs; called when no completion of its connection can follow.
   */
  void detachIfFreed() {
    if (completionsSuppressed) {
      queues.detach();
    }
  }

  /** Reports an event of the connection, unless the endpoint is freed. */
  void report(SoftEvd.Rare event) {
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
    ConnectionEnds peer = new ConnectionEnds(remote, remoteConnQual, 0);
    Attempt mine = begin(EpInput.CONNECT, "connect", peer, privateData);
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
    synchronized (changing) {
      checkLive("createRsp");
      require(EpInput.RESERVE, "createRsp");
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
    Attempt mine = begin(input, "accept", peer, privateData);
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

  /** Moves to the state of an attempt, and begins it with the queues that are in use then. */
  private Attempt begin(EpInput input, String call, ConnectionEnds peer, byte[] privateData) {
    EndpointQueues used = queues;
    // Made before the state says that there is one: nothing may fail after that.
    Attempt mine = prepare(used, peer, privateData);
    EpState from = move(input);
    if (from == null) {
      throw notUnconnected(call, state);
    }
    if (used != queues) {
      // Another thread has connected and reset the endpoint before the move.
      try {
        mine = prepare(queues, peer, privateData);
      } catch (RuntimeException | Error e) {
        STATE.compareAndSet(this, input.next(from), from);
        throw e;
      }
    }
    // Before other threads see it: they may end and reset it at once.
    mine.connection().begin();
    connection = mine.connection();
    attempt = mine;
    try {
      checkLive(call);
    } catch (DatException e) {
      // A free beside this call may have found nothing to end.
      undo(mine, input.next(from), from);
      throw e;
    }
    return mine;
  }

  private Attempt prepare(EndpointQueues used, ConnectionEnds peer, byte[] privateData) {
    return new Attempt(new Connection(this, used, peer), privateData);
  }

  private void undo(Attempt mine, EpState from, EpState to) {
    if (mine.claim()) {
      attempt = null;
      connection = null;
      STATE.compareAndSet(this, from, to);
      detachIfFreed();
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
    BoundedWait soon = BoundedWait.despiteInterrupts();
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
    Connection present;
    synchronized (changing) {
      if (!STATE.compareAndSet(this, EpState.CONNECTED, EpState.DISCONNECT_PENDING)) {
        return false;
      }
      present = connection;
    }
    present.drain();
    return true;
  }

  private boolean end(EpState now) {
    if (now == EpState.CONNECTED || now == EpState.DISCONNECT_PENDING) {
      Connection present;
      synchronized (changing) {
        if (state != now) {
          return false;
        }
        present = connection;
      }
      present.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
      present.flush();
      awaitEnd(present);
      return true;
    }
    Attempt mine = attempt;
    return mine != null && mine.giveUp();
  }

  /** Lets a thread that tells the establishment, or that has ended it before, change the state. */
  private void awaitEnd(Connection ending) {
    BoundedWait soon = BoundedWait.despiteInterrupts();
    while (!ending.isOver()) {
      ia.repair();
      if (!completionsSuppressed) {
        soon.orThrow(where("disconnect"), "state", state);
      } else if (!soon.goesOn()) {
        // A free that failed would leave an endpoint without events. The flush detaches it.
        return;
      }
    }
  }

  @Override
  protected void implReset() {
    Connection last;
    synchronized (changing) {
      checkLive("reset");
      EpState now = state;
      if (!EpInput.RESET.permits(now)) {
        throw wrongState("reset", now, "disconnect the endpoint first");
      }
      if (now != EpState.DISCONNECTED) {
        return;
      }
      last = connection;
    }
    EndpointQueues next = EndpointQueues.create(ia, this, spec(), attr());
    boolean taken = false;
    try {
      closeSilent(last);
      taken = leave(last, next);
    } finally {
      if (!taken) {
        next.detach();
      }
    }
  }

  /**
   * Lets other threads that post or flush come to their ends, and closes the queues. So no post is
   * lost, and completions of this connection come before those of the next.
   */
  private void closeSilent(Connection last) {
    BoundedWait soon = new BoundedWait();
    while (connection == last && !last.close()) {
      checkLive("reset");
      ia.repair();
      soon.orThrow(where("reset"), "flushed", last.isFlushed());
    }
  }

  /** Leaves a closed connection for new queues; false when another thread has done so before. */
  private boolean leave(Connection last, EndpointQueues next) {
    synchronized (changing) {
      checkLive("reset");
      if (connection != last) {
        return false;
      }
      queues.detach();
      queues = next;
      connection = null;
      move(EpInput.RESET);
      return true;
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
    synchronized (changing) {
      checkFree(state);
    }
    implDestroy();
  }

  @Override
  protected void implDestroy() {
    synchronized (changing) {
      // A reset beside this has set its new queues before, which end here, or is refused.
      completionsSuppressed = true;
      queues.suppressCompletions();
    }
    // Another thread may reset it meanwhile: then nothing is left to disconnect.
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
    EpState now;
    ConnectionEnds peer;
    synchronized (changing) {
      now = state;
      peer = peer(now);
    }
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
