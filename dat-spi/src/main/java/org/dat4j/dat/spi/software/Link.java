package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractPz;

/**
 * One connection of an endpoint, from the attempt to the last flush: the work of its two turns and
 * what a wire may ask for. Ending marks first, then flushes each queue under its own turn; the
 * connection event follows both flushes. An endpoint that is reset leaves its link alone with its
 * queues, so what comes late from an earlier connection cannot touch the next one.
 */
final class Link implements WireUpcalls {

  private static final int BUDGET = 64;
  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  /** How it ended. */
  private record End(EventNumber event, Object detail) {}

  private final SoftEp ep;
  private final SoftIa ia;
  private final AbstractPz pz;
  private final EpAttr attr;
  private final RequestQueue requests;
  private final ReceiveQueue receives;
  private final RequestEnds requestEnds;
  private final Completions receivesDone;
  private final boolean solicitedOnly;
  private final boolean unsignalled;
  private final Grace grace;
  private final Turn.Work transmitWork = new TransmitWork();
  private final Turn.Work receiveWork = new ReceiveWork();
  private final AtomicInteger flushesLeft = new AtomicInteger(2);

  private volatile Turn transmitTurn = new Turn(transmitWork);
  private volatile Turn receiveTurn = new Turn(receiveWork);
  private volatile Wire wire;
  private volatile Peer peer;

  /** Nothing is moved any more. */
  private volatile End end;

  /** The flush may begin, the state is DISCONNECTED. */
  private volatile boolean over;

  private volatile boolean endPending;
  private volatile boolean transmitWanted;
  private volatile boolean draining;
  private volatile long failedRequest = Long.MAX_VALUE;
  private volatile DtoStatus failedStatus;

  /** Of the thread that moved data last, which nearly always moves the next, too. */
  private Hazard lastHazard;

  /** Guarded by this: the attempt was decided and told. */
  private boolean settled;

  /** Under the transmit turn. */
  private boolean requestsFlushed;

  /** Under the transmit turn: the wire was told to end gracefully. */
  private boolean shutDown;

  /** Under the transmit turn: the wire was told to drop everything. */
  private boolean dropped;

  /** Written under the receive turn: nothing is placed any more. */
  private volatile boolean receivesFlushed;

  /**
   * Makes the link of a new attempt.
   *
   * @param ep whose
   * @param queues what was and will be posted, and where completions go
   * @param peer with whom, as far as known
   */
  Link(SoftEp ep, Queues queues, Peer peer) {
    this.ep = ep;
    this.ia = ep.softIa();
    this.pz = ep.spec().pz();
    this.attr = ep.attr();
    this.requests = queues.requests();
    this.receives = queues.receives();
    this.requestEnds = new RequestEnds(queues.requests(), queues.requestsDone());
    this.receivesDone = queues.receivesDone();
    this.solicitedOnly = (attr.recvCompletionFlags() & CompletionFlags.SOLICITED_WAIT) != 0;
    this.unsignalled = (attr.recvCompletionFlags() & CompletionFlags.UNSIGNALLED) != 0;
    this.peer = peer;
    Runnable kick = () -> receiveTurn.kick();
    this.grace = new Grace(ia.timers(), kick);
    receives.connect(kick);
  }

  Peer peer() {
    return peer;
  }

  // --- posts

  /** What was posted for this connection: the endpoint's own until that is reset. */
  RequestQueue requests() {
    return requests;
  }

  /** As {@link #requests()}. */
  ReceiveQueue receives() {
    return receives;
  }

  /** A request was posted that is to be worked on at once. */
  void requestPosted() {
    transmitTurn.kick();
  }

  /** A transfer of so many octets was posted. */
  void requestPosted(long octets) {
    Wire now = wire;
    if (now == null || !now.postpones(octets)) {
      transmitTurn.kick();
    }
  }

  /** A receive was posted; after a full fence. */
  void receivePosted() {
    if (grace.isStalled() || over) {
      receiveTurn.kick();
      return;
    }
    Wire now = wire;
    if (now != null) {
      now.receivePosted();
    }
  }

  /** Ends gracefully as soon as all requests are done. */
  void drain() {
    draining = true;
    transmitTurn.kick();
  }

  // --- the transmit turn

  private final class TransmitWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      // Looked at before the turn: who sees one of them set sees the turn that is in force then.
      Wire now = wire;
      boolean flushes = over;
      if (turn != transmitTurn) {
        return;
      }
      if (flushes) {
        endTransmit(now);
      } else if (now != null && end == null) {
        transmit(now);
      }
    }

    @Override
    public void afterwards() {
      requestEnds.reports().signal();
      if (endPending) {
        flush();
      }
    }
  }

  private void transmit(Wire now) {
    try {
      boolean again;
      do {
        again = now.transmit(requests, BUDGET);
        completeRequests();
      } while (again && end == null);
      if (draining && requests.isIdle() && !shutDown && end == null) {
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
      LOG.log(System.Logger.Level.WARNING, ep + ": shutdown failed", e);
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
      requestEnds.complete(oldest, status);
    }
    if (!requestsFlushed) {
      requestsFlushed = true;
      flushed();
    }
  }

  private void completeRequests() {
    for (long done = requests.completable(); done >= 0; done = requests.completable()) {
      if (!requestEnds.complete(done, DtoStatus.SUCCESS)) {
        lost();
      }
    }
  }

  private void lost() {
    ended(EventNumber.CONNECTION_EVENT_BROKEN, "a completion found its EVD full");
  }

  // --- the receive turn

  private final class ReceiveWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      // As in the transmit turn.
      Wire now = wire;
      boolean flushes = over;
      if (turn != receiveTurn) {
        return;
      }
      if (flushes) {
        flushReceives();
      } else if (now != null && end == null) {
        try {
          now.progress(BUDGET);
        } catch (RuntimeException e) {
          broken(e);
        }
      }
    }

    @Override
    public void afterwards() {
      receivesDone.signal();
      if (transmitWanted) {
        transmitWanted = false;
        transmitTurn.kick();
      }
      if (endPending) {
        flush();
      }
    }
  }

  private void flushReceives() {
    for (long oldest = receives.oldest(); oldest >= 0; oldest = receives.oldest()) {
      long cookie = receives.cookie(oldest);
      receives.complete();
      receivesDone.offer(DtoStatus.ERR_FLUSHED.value(), cookie, 0, true);
    }
    if (!receivesFlushed) {
      receivesFlushed = true;
      receives.disconnect();
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
    return receives.locate(receive, offset, length, pz, hazard, slot, out);
  }

  @Override
  public void received(long receive, long length, DtoStatus status, boolean solicited) {
    long cookie = receives.cookie(receive);
    boolean notifies =
        status != DtoStatus.SUCCESS
            || (solicitedOnly ? solicited : !unsignalled || !receives.isUnsignalled(receive));
    receives.complete();
    if (!receivesDone.offer(status.value(), cookie, length, notifies)) {
      lost();
    }
    receives.fetchNext();
  }

  @Override
  public boolean receivedCopy(long receive, Span to, Span from, int length, boolean solicited) {
    if (!receivesDone.canClaim()) {
      boolean copied = to.copyFrom(from, length);
      received(
          receive, length, copied ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION, solicited);
      return copied;
    }
    long cookie = receives.cookie(receive);
    long place = receivesDone.claim();
    boolean copied = to.copyFrom(from, length);
    receives.complete();
    if (place >= 0) {
      DtoStatus status = copied ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION;
      receivesDone.publish(place, status.value(), cookie, length);
    } else {
      lost();
    }
    receives.fetchNext();
    return copied;
  }

  // --- what else a wire may ask

  @Override
  public EpAttr attr() {
    return attr;
  }

  @Override
  public Access locateRemote(
      int stag, long address, long length, int right, Hazard hazard, int slot, Span out) {
    Region region = ia.regions().get(stag);
    return region == null
        ? Access.UNKNOWN
        : region.locate(pz, right, address, length, hazard, slot, out);
  }

  @Override
  public Access invalidate(int stag) {
    Region region = ia.regions().get(stag);
    if (region == null) {
      return Access.UNKNOWN;
    }
    Binding binding = region.binding();
    return binding == null || binding.ep() != this ? Access.NO_RIGHT : binding.invalidate();
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
    Hazard last = lastHazard;
    if (last == null || !last.isMine()) {
      last = ia.hazards().mine();
      lastHazard = last;
    }
    return last;
  }

  @Override
  public Turn.Work transmitWork() {
    return transmitWork;
  }

  @Override
  public Turn.Work receiveWork() {
    return receiveWork;
  }

  // --- beginning and end

  /** The attempt was won and has made a connection; by a thread that holds no turn. */
  void establish(Wire stands, Turn transmit, Turn receive, long local, long remote, byte[] data) {
    peer = peer.at(local, remote);
    transmitTurn = transmit;
    receiveTurn = receive;
    wire = stands;
    ep.established(data);
    settle();
  }

  /** The attempt was won and has failed; by a thread that holds no turn. */
  void refuse(EventNumber event, Object detail) {
    synchronized (this) {
      if (end == null) {
        end = new End(event, detail);
      }
    }
    settle();
  }

  private void settle() {
    boolean ends;
    synchronized (this) {
      settled = true;
      ends = end != null;
    }
    if (ends) {
      mark();
      flush();
    }
  }

  @Override
  public void failed(long request, DtoStatus status) {
    if (end == null && failedStatus == null) {
      failedRequest = request;
      failedStatus = status;
    }
  }

  private void broken(RuntimeException e) {
    LOG.log(System.Logger.Level.ERROR, ep + ": the transport failed; connection broken", e);
    ended(EventNumber.CONNECTION_EVENT_BROKEN, e);
  }

  @Override
  public void ended(EventNumber event, Object detail) {
    synchronized (this) {
      if (end != null) {
        return;
      }
      end = new End(event, detail);
      if (!settled) {
        // The peer was faster than our own establishment, which is told first.
        return;
      }
    }
    mark();
  }

  private void mark() {
    ep.ended();
    over = true;
    endPending = true;
  }

  /** Flushes after an end; by a thread that holds no turn. */
  void flush() {
    endPending = false;
    transmitTurn.kick();
    receiveTurn.kick();
  }

  private void flushed() {
    if (flushesLeft.decrementAndGet() == 0) {
      ep.report(end.event, end.detail);
      grace.clear();
    }
  }

  /** Whether nothing that was posted before the end is left. */
  boolean isFlushed() {
    return flushesLeft.get() == 0;
  }

  /**
   * Whether it is flushed and nobody works on it, so that everything posted until now has been
   * reported, and how the connection ended.
   */
  boolean isSilent() {
    return isFlushed()
        && requests.isIdle()
        && receives.isIdle()
        && !transmitTurn.isHeld()
        && !receiveTurn.isHeld();
  }

  /** Whether it ended, even if not everything is flushed yet. */
  boolean hasEnded() {
    return end != null;
  }
}
