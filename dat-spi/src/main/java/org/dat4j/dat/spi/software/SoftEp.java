package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpSpec;

/**
 * An endpoint: its state, its two queues, and the work of its two turns. Ending a connection marks
 * first, then flushes each queue under its own turn; the connection event follows both flushes.
 */
final class SoftEp extends AbstractEp implements WireUpcalls {

  private static final int BUDGET = 64;
  private static final System.Logger LOG = System.getLogger(SoftEp.class.getName());
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(SoftEp.class, "state", EpState.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final SoftIa ia;
  private final RequestQueue requests;
  private final ReceiveQueue receives;
  private final SoftEvd requestEvd;
  private final SoftEvd recvEvd;
  private final SoftEvd connectEvd;
  private final int requestFeed;
  private final int recvFeed;
  private final Grace grace;
  private final Turn.Work transmitWork = new TransmitWork();
  private final Turn.Work receiveWork = new ReceiveWork();
  private final AtomicInteger flushesLeft = new AtomicInteger();

  private volatile EpState state = EpState.UNCONNECTED;
  private volatile Turn transmitTurn = new Turn(transmitWork);
  private volatile Turn receiveTurn = new Turn(receiveWork);
  private volatile Wire wire;
  private volatile Attempt attempt;
  private volatile boolean ended;
  private volatile boolean endPending;
  private volatile boolean muted;
  private volatile EventNumber endEvent;
  private volatile Object endDetail;
  private volatile long failedRequest = Long.MAX_VALUE;
  private volatile DtoStatus failedStatus;
  private volatile InetAddress remoteAddress;
  private volatile long localPort;
  private volatile long remotePort;

  /** Under the transmit turn. */
  private boolean requestsFlushed;

  /** Under the transmit turn: the wire was told to end gracefully. */
  private boolean shutDown;

  /** Under the transmit turn: the wire was told to drop everything. */
  private boolean dropped;

  /** Written under the receive turn: nothing is placed any more. */
  private volatile boolean receivesFlushed;

  SoftEp(SoftIa ia, EpSpec spec, EpAttr attr) {
    super(ia, spec, attr);
    this.ia = ia;
    int requestIov =
        Math.max(attr.maxRequestIov(), Math.max(attr.maxRdmaReadIov(), attr.maxRdmaWriteIov()));
    this.requests =
        new RequestQueue(
            ia.regions(), spec.pz(), attr.maxRequestDtos(), requestIov, attr.maxRdmaReadOut());
    this.receives = new ReceiveQueue(ia.regions(), attr.maxRecvDtos(), attr.maxRecvIov());
    this.requestEvd = (SoftEvd) spec.requestEvd();
    this.recvEvd = (SoftEvd) spec.recvEvd();
    this.connectEvd = (SoftEvd) spec.connectEvd();
    this.requestFeed = requestEvd == null ? 0 : requestEvd.attach(this);
    this.recvFeed = recvEvd == null ? 0 : recvEvd.attach(this);
    this.grace = new Grace(ia.timers(), () -> receiveTurn.kick());
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
      if (!receives.post(iov, lmrContext, address, length, cookie)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      VarHandle.fullFence();
      if (grace.isStalled() || ended) {
        receiveTurn.kick();
      }
      return DatReturn.SUCCESS;
    }
    long octets = op == DtoOp.RDMA_READ ? remoteLength : length;
    boolean posted =
        requests.post(
            op, iov, lmrContext, address, octets, cookie, rmrContext, remoteAddress, flags);
    if (!posted) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    transmitTurn.kick();
    return DatReturn.SUCCESS;
  }

  // --- the transmit turn

  private final class TransmitWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      Wire now = wire;
      if (turn != transmitTurn) {
        return;
      }
      if (ended) {
        endTransmit(now);
      } else if (now != null) {
        transmit(now);
      }
    }

    @Override
    public void afterwards() {
      if (requestEvd != null) {
        requestEvd.signal();
      }
      if (endPending) {
        finishEnd();
      }
    }
  }

  private void transmit(Wire now) {
    EpState seen = state;
    if (seen != EpState.CONNECTED && seen != EpState.DISCONNECT_PENDING) {
      return;
    }
    try {
      boolean again;
      do {
        again = now.transmit(requests, BUDGET);
        completeRequests();
      } while (again && !ended);
      if (seen == EpState.DISCONNECT_PENDING && requests.isIdle() && !shutDown && !ended) {
        shutDown = true;
        now.shutdown(true);
      }
    } catch (RuntimeException e) {
      broken(e);
    }
  }

  private void endTransmit(Wire now) {
    try {
      if (now != null && !dropped) {
        dropped = true;
        now.shutdown(false);
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, this + ": shutdown failed", e);
    }
    completeRequests();
    if (!receivesFlushed) {
      // The receive turn may still place data of an RDMA Read; it kicks this turn when it is done.
      return;
    }
    for (long oldest = requests.oldest(); oldest >= 0; oldest = requests.oldest()) {
      boolean cause = failedStatus != null && failedRequest <= oldest;
      DtoStatus status = cause ? failedStatus : DtoStatus.ERR_FLUSHED;
      if (cause) {
        failedStatus = null;
      }
      long cookie = requests.cookie(oldest);
      requests.complete();
      if (requestEvd != null && !muted) {
        requestEvd.offer(requestFeed, status.value(), cookie, 0);
      }
    }
    if (!requestsFlushed) {
      requestsFlushed = true;
      flushed();
    }
  }

  private void completeRequests() {
    for (long done = requests.completable(); done >= 0; done = requests.completable()) {
      long cookie = requests.cookie(done);
      long length = requests.length(done);
      boolean silent = (requests.flags(done) & CompletionFlags.SUPPRESS) != 0;
      requests.complete();
      if (!silent && requestEvd != null && !muted) {
        int success = DtoStatus.SUCCESS.value();
        if (!requestEvd.offer(requestFeed, success, cookie, length)) {
          ended(EventNumber.CONNECTION_EVENT_BROKEN, "a completion found its EVD full");
        }
      }
    }
  }

  // --- the receive turn

  private final class ReceiveWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      Wire now = wire;
      if (turn != receiveTurn) {
        return;
      }
      if (ended) {
        flushReceives();
      } else if (now != null) {
        try {
          now.progress(BUDGET);
        } catch (RuntimeException e) {
          broken(e);
        }
      }
    }

    @Override
    public void afterwards() {
      if (recvEvd != null) {
        recvEvd.signal();
      }
      if (transmitWanted) {
        transmitWanted = false;
        transmitTurn.kick();
      }
      if (endPending) {
        finishEnd();
      }
    }
  }

  private volatile boolean transmitWanted;

  private void flushReceives() {
    for (long oldest = receives.oldest(); oldest >= 0; oldest = receives.oldest()) {
      long cookie = receives.cookie(oldest);
      receives.complete();
      if (recvEvd != null && !muted) {
        recvEvd.offer(recvFeed, DtoStatus.ERR_FLUSHED.value(), cookie, 0);
      }
    }
    if (!receivesFlushed) {
      receivesFlushed = true;
      transmitWanted = true;
      flushed();
    }
  }

  @Override
  public long claimReceive() {
    long claimed = receives.claim();
    if (claimed < 0) {
      grace.stall();
      VarHandle.fullFence();
      claimed = receives.claim();
      if (claimed < 0) {
        return grace.isOver() ? NEVER_READY : NOT_READY;
      }
    }
    grace.clear();
    return claimed;
  }

  @Override
  public Access locateReceive(
      long receive, long offset, long length, Hazard hazard, int slot, Span out) {
    return receives.locate(receive, offset, length, spec().pz(), hazard, slot, out);
  }

  @Override
  public void received(long receive, long length, DtoStatus status, boolean solicited) {
    long cookie = receives.cookie(receive);
    receives.complete();
    if (recvEvd != null && !recvEvd.offer(recvFeed, status.value(), cookie, length)) {
      ended(EventNumber.CONNECTION_EVENT_BROKEN, "a completion found its EVD full");
    }
  }

  @Override
  public boolean receivedCopy(long receive, Span to, Span from, int length, boolean solicited) {
    long cookie = receives.cookie(receive);
    long place = recvEvd == null ? -1 : recvEvd.claim();
    boolean copied = to.copyFrom(from, length);
    receives.complete();
    DtoStatus status = copied ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION;
    if (place >= 0) {
      recvEvd.publish(place, recvFeed, status.value(), cookie, length);
    } else if (recvEvd != null) {
      ended(EventNumber.CONNECTION_EVENT_BROKEN, "a completion found its EVD full");
    }
    return copied;
  }

  @Override
  public Access locateRemote(
      int stag, long address, long length, int right, Hazard hazard, int slot, Span out) {
    Region region = ia.regions().get(stag);
    return region == null
        ? Access.UNKNOWN
        : region.locate(spec().pz(), right, address, length, hazard, slot, out);
  }

  @Override
  public void readDone() {
    requests.readDone();
    transmitWanted = true;
  }

  @Override
  public void moreToTransmit() {
    transmitWanted = true;
  }

  @Override
  public Hazard hazard() {
    return ia.hazards().mine();
  }

  @Override
  public Turn.Work transmitWork() {
    return transmitWork;
  }

  @Override
  public Turn.Work receiveWork() {
    return receiveWork;
  }

  // --- the end

  @Override
  public void failed(long request, DtoStatus status) {
    if (!ended && failedStatus == null) {
      failedRequest = request;
      failedStatus = status;
    }
  }

  private void broken(RuntimeException e) {
    LOG.log(System.Logger.Level.ERROR, this + ": the transport failed; connection broken", e);
    ended(EventNumber.CONNECTION_EVENT_BROKEN, e);
  }

  @Override
  public void ended(EventNumber event, Object detail) {
    for (; ; ) {
      EpState now = state;
      if (now != EpState.CONNECTED
          && now != EpState.DISCONNECT_PENDING
          && now != EpState.COMPLETION_PENDING
          && now != EpState.ACTIVE_CONNECTION_PENDING) {
        return;
      }
      if (STATE.compareAndSet(this, now, EpState.DISCONNECTED)) {
        break;
      }
    }
    endEvent = event;
    endDetail = detail;
    flushesLeft.set(2);
    ended = true;
    endPending = true;
  }

  /** Flushes after an end; by a thread that holds no turn. */
  void finishEnd() {
    endPending = false;
    transmitTurn.kick();
    receiveTurn.kick();
  }

  private void flushed() {
    if (flushesLeft.decrementAndGet() == 0 && connectEvd != null && !muted) {
      EventNumber event = endEvent;
      Object detail = endDetail;
      connectEvd.offer((out, evd) -> out.setConnection(event, evd, this, null).setDetail(detail));
    }
  }

  /** Whether the endpoint left the pending states by another way than its attempt. */
  boolean wasGivenUp() {
    return state == EpState.DISCONNECTED || isFreed();
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
    move(EpState.UNCONNECTED, EpState.ACTIVE_CONNECTION_PENDING, "connect");
    remoteAddress = remote;
    remotePort = remoteConnQual;
    Attempt mine = new Attempt(this, privateData);
    attempt = mine;
    try {
      if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
        mine.timer(ia.timers().schedule(timeoutMicros * 1000, mine::expire));
      }
      mine.started(ia.fabric().connect(mine, remote, remoteConnQual));
    } catch (RuntimeException e) {
      if (mine.claim()) {
        STATE.compareAndSet(this, EpState.ACTIVE_CONNECTION_PENDING, EpState.UNCONNECTED);
      }
      throw e;
    }
  }

  /** Starts to accept a request on this endpoint. */
  void accept(Incoming incoming, byte[] privateData) {
    move(EpState.UNCONNECTED, EpState.COMPLETION_PENDING, "accept");
    remoteAddress = incoming.remoteAddress();
    remotePort = incoming.remotePort();
    Attempt mine = new Attempt(this, privateData);
    attempt = mine;
    incoming.accept(mine);
  }

  private void move(EpState from, EpState to, String call) {
    EpState now = (EpState) STATE.compareAndExchange(this, from, to);
    if (now != from) {
      throw wrongState(call, now, "use an endpoint in state " + from);
    }
  }

  void establish(Wire stands, Turn transmit, Turn receive, long local, long remote, byte[] data) {
    localPort = local;
    remotePort = remote;
    transmitTurn = transmit;
    receiveTurn = receive;
    wire = stands;
    attempt = null;
    EpState from = state;
    STATE.compareAndSet(this, from, EpState.CONNECTED);
    connectEvd.offer(
        (out, evd) -> out.setConnection(EventNumber.CONNECTION_EVENT_ESTABLISHED, evd, this, data));
  }

  @Override
  protected void implDisconnect(CloseFlags flags) {
    for (; ; ) {
      EpState now = state;
      switch (now) {
        case DISCONNECTED -> {
          return;
        }
        case CONNECTED, DISCONNECT_PENDING -> {
          if (flags == CloseFlags.ABRUPT) {
            ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
            finishEnd();
            return;
          }
          if (now == EpState.DISCONNECT_PENDING) {
            return;
          }
          if (STATE.compareAndSet(this, now, EpState.DISCONNECT_PENDING)) {
            transmitTurn.kick();
            return;
          }
        }
        case ACTIVE_CONNECTION_PENDING, COMPLETION_PENDING -> {
          if (abandon()) {
            return;
          }
        }
        default -> throw wrongState("disconnect", now, "there is nothing to disconnect");
      }
      Thread.onSpinWait();
    }
  }

  private boolean abandon() {
    Attempt mine = attempt;
    if (mine == null || !mine.abandon()) {
      return false;
    }
    ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, "given up by disconnect");
    finishEnd();
    return true;
  }

  @Override
  protected void implFree() {
    EpState now = state;
    if (now == EpState.RESERVED
        || now == EpState.PASSIVE_CONNECTION_PENDING
        || now == EpState.TENTATIVE_CONNECTION_PENDING) {
      throw wrongState("free", now, "free its service point or answer its request first");
    }
    implDestroy();
  }

  @Override
  protected void implDestroy() {
    muted = true;
    EpState now = state;
    if (now != EpState.UNCONNECTED && now != EpState.DISCONNECTED) {
      implDisconnect(CloseFlags.ABRUPT);
    }
    grace.clear();
    if (requestEvd != null) {
      requestEvd.detach(requestFeed);
    }
    if (recvEvd != null) {
      recvEvd.detach(recvFeed);
    }
  }

  // --- queries

  @Override
  protected EpState knownState() {
    return state;
  }

  @Override
  protected EpStatus implGetStatus() {
    return new EpStatus(state, receives.isIdle(), requests.isIdle());
  }

  @Override
  protected EpParam implQuery() {
    EpSpec parts = spec();
    return new EpParam(
        ia,
        state,
        ia.fabric().address(),
        localPort,
        remoteAddress,
        remotePort,
        parts.pz(),
        parts.recvEvd(),
        parts.requestEvd(),
        parts.connectEvd(),
        parts.srq(),
        attr());
  }
}
