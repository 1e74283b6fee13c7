package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.software.concurrent.FailureLog;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.spi.software.memory.WindowBind;

/**
 * One connection of a software backend's endpoint: drives its {@link Wire} in two turns, transmit
 * and receive, and takes the wire's upcalls. It lives from the attempt to connect to the last
 * flush. Ending marks first, then flushes each queue under its own turn; the connection event
 * follows both flushes. An endpoint that is reset leaves its connection alone with its queues, so
 * what comes late from an earlier connection cannot touch the next one.
 */
final class Connection implements WireUpcalls {

  private static final int BUDGET = 64;
  private static final long[] NO_SUSPECTS = {};
  private static final System.Logger LOG = System.getLogger(Connection.class.getName());

  private final SoftEp ep;
  private final SoftIa ia;
  private final AbstractPz pz;
  private final EpAttr attr;
  private final RequestQueue requests;
  private final ReceiveQueue receives;
  private final RequestCompleter requestCompleter;
  private final CompletionStream receiveCompletions;
  private final boolean solicitedOnly;
  private final boolean unsignalled;
  private final Runnable retryReceive;
  private final RnrTimer rnrTimer;
  private final Turn.Work transmitWork = new TransmitWork();
  private final Turn.Work receiveWork = new ReceiveWork();

  /**
   * The events of the connection, made before they are due, so that they are reported also when no
   * memory is left then.
   */
  private final SoftEvd.Rare beginning;

  private final SoftEvd.Rare ending;

  private volatile Turn transmitTurn = new Turn(transmitWork);
  private volatile Turn receiveTurn = new Turn(receiveWork);
  private volatile Wire wire;
  private volatile ConnectionEnds peer;

  /** The event that says how the connection ended; once it is set nothing is moved. */
  private volatile EventNumber end;

  /** The cause of the end; written before {@link #end}. */
  private Object endDetail;

  /** The private data of the peer's accept; written before the establishment is reported. */
  private byte[] peerData;

  /**
   * The exception or Error of a failed turn, or null; once it is set nothing is moved, and {@link
   * #repair()} ends the connection.
   */
  volatile Throwable failure;

  /**
   * Set when a turn has failed at the end of its thread's stack. A thread with so little stack
   * would fail again and again, so the work is left to {@link #repair()}.
   */
  private volatile boolean isCut;

  /** Set when the flush may begin: the state is DISCONNECTED. */
  private volatile boolean over;

  private volatile boolean endPending;
  private volatile boolean transmitWanted;
  private volatile boolean draining;

  /**
   * Number of the request that has failed, -1 for the oldest; no request's number where there are
   * suspects.
   */
  private volatile long failedRequest = Long.MAX_VALUE;

  /** The requests of which one failed, in ascending order; empty where the failed one is known. */
  private volatile long[] suspects = NO_SUSPECTS;

  private volatile DtoStatus failedStatus;

  /**
   * The hazard pointers of the thread that moved data last, which nearly always moves the next,
   * too.
   */
  private HazardPointers lastHazard;

  /** Set when the attempt was decided and reported; guarded by this. */
  private boolean settled;

  /**
   * Set when nothing is left and the end of the connection is reported; written under the transmit
   * turn.
   */
  private volatile boolean flushed;

  /**
   * Whether the endpoint was detached if it was freed by then. A turn that fails before that leaves
   * it to the next turn. Used by the transmit turn.
   */
  private boolean detachTried;

  /** Set when the wire was asked to end gracefully; used under the transmit turn. */
  private boolean shutDown;

  /** Set when the wire was asked to drop everything; used under the transmit turn. */
  private boolean dropped;

  /** Set when nothing is placed from now on; written under the receive turn. */
  private volatile boolean receivesFlushed;

  /**
   * Makes the connection of a new attempt.
   *
   * @param ep the endpoint of this connection
   * @param queues what was and will be posted, and where completions go
   * @param peer with whom, as far as known
   */
  Connection(SoftEp ep, EndpointQueues queues, ConnectionEnds peer) {
    this.ep = ep;
    this.ia = ep.softIa();
    this.pz = ep.spec().pz();
    this.attr = ep.attr();
    this.requests = queues.requests();
    this.receives = queues.receives();
    this.requestCompleter = new RequestCompleter(queues.requests(), queues.requestsDone());
    this.receiveCompletions = queues.receivesDone();
    this.solicitedOnly = (attr.recvCompletionFlags() & CompletionFlags.SOLICITED_WAIT) != 0;
    this.unsignalled = (attr.recvCompletionFlags() & CompletionFlags.UNSIGNALLED) != 0;
    this.peer = peer;
    Runnable retryReceive = () -> receiveTurn.runOrHandOff();
    this.retryReceive = retryReceive;
    this.rnrTimer = new RnrTimer(ia.timers(), retryReceive);
    this.beginning =
        (out, evd) ->
            out.setConnection(EventNumber.CONNECTION_EVENT_ESTABLISHED, evd, ep, peerData);
    transmitTurn.ownedBy(ia.repairFlag);
    receiveTurn.ownedBy(ia.repairFlag);
    this.ending = (out, evd) -> out.setConnection(end, evd, ep, null).setDetail(endDetail);
  }

  /** The attempt begins: the endpoint has won the right to make this connection. */
  void begin() {
    receives.connect(retryReceive);
  }

  ConnectionEnds peer() {
    return peer;
  }

  // --- posts

  /** The requests posted for this connection: the endpoint's own queue until that is reset. */
  RequestQueue requests() {
    return requests;
  }

  /** The Receives posted for this connection, as {@link #requests()}. */
  ReceiveQueue receives() {
    return receives;
  }

  /**
   * Whether requests may be posted: the connection is established, or has ended and flushes them.
   * Nothing sends what is posted before.
   */
  boolean takesRequests() {
    return wire != null || end != null;
  }

  /** Works on a request that was just posted, or hands it off. */
  void requestPosted() {
    transmitTurn.runOrHandOff();
  }

  /**
   * Works on a transfer that was just posted, or hands it off, unless the wire postpones transfers
   * of this length.
   */
  void requestPosted(long bytes) {
    Wire now = wire;
    if (now == null || !now.postpones(bytes)) {
      transmitTurn.runOrHandOff();
    }
  }

  /** Works on input that may have waited for a Receive that was just posted; after a full fence. */
  void receivePosted() {
    if (rnrTimer.isRunning() || over) {
      receiveTurn.runOrHandOff();
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
    transmitTurn.runOrHandOff();
  }

  // --- the transmit turn

  private final class TransmitWork implements Turn.Work {
    @Override
    public void work(Turn turn) {
      // Looked at before the turn: a thread that sees one of them set sees the turn that is in
      // force then.
      Wire now = wire;
      boolean flushes = over;
      if (turn != transmitTurn) {
        return;
      }
      if (flushes) {
        if (!isCut) {
          endTransmit(now);
        }
      } else if (now != null && end == null) {
        transmit(now);
      }
    }

    @Override
    public void afterRelease() {
      try {
        requestCompleter.reports().signal();
      } catch (RuntimeException | Error e) {
        ia.repairFlag.raised = true;
        logMissedWake(e);
      }
      if (endPending) {
        flush();
      }
    }
  }

  private void transmit(Wire now) {
    try {
      if (failure != null) {
        fail();
        return;
      }
      boolean again;
      do {
        again = now.transmit(requests, BUDGET);
        completeRequests();
      } while (again && end == null);
      if (draining && requests.isComplete() && !shutDown && end == null) {
        shutDown = true;
        now.shutdown(true);
      }
    } catch (RuntimeException | Error e) {
      // Without a call first: there may be no stack left for one.
      failure = e;
      isCut = e instanceof StackOverflowError;
      ia.repairFlag.raised = true;
      fail();
    }
  }

  private void endTransmit(Wire now) {
    try {
      if (now != null && !dropped) {
        dropped = true;
        now.shutdown(false);
      }
    } catch (StackOverflowError e) {
      // It may have let go of nothing yet; it is told again.
      dropped = false;
      isCut = true;
      throw e;
    } catch (RuntimeException | Error e) {
      FailureLog.log(LOG, System.Logger.Level.WARNING, ep, "shutdown failed", e);
    }
    try {
      flushRequests();
    } catch (RuntimeException | Error e) {
      isCut = e instanceof StackOverflowError;
      ia.repairFlag.raised = true;
      logStoppedFlush(e);
    }
  }

  private void flushRequests() {
    requestCompleter.reportLate();
    completeRequests();
    if (!receivesFlushed) {
      // The receive turn may still place data of an RDMA Read; it runs this turn when it is done.
      return;
    }
    for (long oldest = requests.oldest(); oldest >= 0; oldest = requests.oldest()) {
      requestCompleter.complete(oldest, chooseEndStatus(oldest));
    }
    if (!flushed) {
      rnrTimer.cancel();
      ep.report(ending);
      // No request that is posted from now on is to blame.
      failedStatus = null;
      flushed = true;
    }
    if (!detachTried) {
      // A free by the thread that has taken the event sees the mark, or is seen here.
      ep.detachIfFreed();
      detachTried = true;
    }
  }

  /** Chooses the status of the oldest request when the connection has ended. */
  private DtoStatus chooseEndStatus(long oldest) {
    DtoStatus status = failedStatus;
    if (status == null) {
      return DtoStatus.ERR_FLUSHED;
    }
    if (Arrays.binarySearch(suspects, oldest) >= 0) {
      return status;
    }
    if (failedRequest >= 0 && failedRequest != oldest) {
      // Not the one that was named; where that one is complete already, no other one is blamed.
      return DtoStatus.ERR_FLUSHED;
    }
    failedStatus = null;
    return status;
  }

  private void completeRequests() {
    for (long done = requests.completable(); done >= 0; done = requests.completable()) {
      if (!requestCompleter.complete(done, DtoStatus.SUCCESS)) {
        lost();
      }
    }
  }

  private void lost() {
    // Without the name of the EVD, which would need memory. The asynchronous event has it.
    ended(
        EventNumber.CONNECTION_EVENT_BROKEN,
        "a completion found its EVD full: make the EVD longer, or take its events sooner, all of"
            + " them before the endpoint is reset");
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
      try {
        if (flushes) {
          if (!isCut) {
            flushReceives();
          }
        } else if (now != null && end == null) {
          if (failure != null) {
            fail();
            return;
          }
          now.progress(BUDGET);
        }
      } catch (RuntimeException | Error e) {
        // As in the transmit turn.
        isCut = e instanceof StackOverflowError;
        ia.repairFlag.raised = true;
        if (flushes) {
          logStoppedFlush(e);
        } else {
          failure = e;
          fail();
        }
      }
    }

    @Override
    public void afterRelease() {
      try {
        receiveCompletions.signal();
      } catch (RuntimeException | Error e) {
        ia.repairFlag.raised = true;
        logMissedWake(e);
      }
      if (transmitWanted) {
        transmitWanted = false;
        transmitTurn.runOrHandOff();
      }
      if (endPending) {
        flush();
      }
    }
  }

  private void flushReceives() {
    receiveCompletions.fill();
    long late = receives.reported;
    if (late < receives.completed() && !receives.passOverLate(late)) {
      reportFlushed(late);
    }
    for (long oldest = receives.oldest(); oldest >= 0; oldest = receives.oldest()) {
      receives.complete();
      reportFlushed(oldest);
    }
    if (!receivesFlushed) {
      receives.disconnect();
      receivesFlushed = true;
      transmitWanted = true;
    }
  }

  private void reportFlushed(long receive) {
    receiveCompletions.offer(DtoStatus.ERR_FLUSHED.value(), receives.cookie(receive), 0, true);
    receives.reported = receive + 1;
  }

  @Override
  public long claimReceive() {
    long claimed = receives.claim();
    if (claimed < 0) {
      rnrTimer.start();
      VarHandle.fullFence();
      claimed = receives.claim();
      if (claimed < 0) {
        return rnrTimer.hasExpired() ? NEVER_READY : NOT_READY;
      }
    }
    rnrTimer.cancel();
    return claimed;
  }

  @Override
  public AccessResult locateReceive(
      long receive, long offset, long length, HazardPointers hazard, int slot, RegionSlice out) {
    return receives.locate(receive, offset, length, pz, hazard, slot, out);
  }

  @Override
  public void received(long receive, long length, DtoStatus status, boolean solicited) {
    long cookie = receives.cookie(receive);
    boolean notifies =
        status != DtoStatus.SUCCESS
            || (solicitedOnly ? solicited : !unsignalled || !receives.isUnsignalled(receive));
    receives.complete();
    boolean told = receiveCompletions.offer(status.value(), cookie, length, notifies);
    receives.reported = receive + 1;
    if (!told) {
      lost();
    }
    receives.prefetchNext();
  }

  @Override
  public boolean receivedCopy(
      long receive, RegionSlice to, RegionSlice from, int length, boolean solicited) {
    if (!receiveCompletions.canClaim()) {
      boolean copied = to.copyFrom(from, length);
      received(
          receive, length, copied ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION, solicited);
      return copied;
    }
    long cookie = receives.cookie(receive);
    long place = receiveCompletions.claim();
    boolean copied;
    try {
      copied = to.copyFrom(from, length);
      receives.complete();
      if (place >= 0) {
        DtoStatus status = copied ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION;
        receiveCompletions.publish(place, status.value(), cookie, length);
      } else {
        receives.release();
      }
    } catch (RuntimeException | Error e) {
      // Without a call: there may be no stack left for one.
      receiveCompletions.unfilled = place;
      throw e;
    }
    receives.reported = receive + 1;
    if (place < 0 && !receiveCompletions.completionsSuppressed) {
      lost();
    }
    receives.prefetchNext();
    return copied;
  }

  // --- what else a wire may ask

  @Override
  public EpAttr attr() {
    return attr;
  }

  @Override
  public AccessResult locateRemote(
      int stag,
      long address,
      long length,
      int right,
      HazardPointers hazard,
      int slot,
      RegionSlice out) {
    MemoryRegion region = ia.regions().get(stag);
    return region == null
        ? AccessResult.UNKNOWN
        : region.locate(pz, right, address, length, hazard, slot, out);
  }

  @Override
  public AccessResult invalidate(int stag) {
    MemoryRegion region = ia.regions().get(stag);
    if (region == null) {
      return AccessResult.UNKNOWN;
    }
    WindowBind bind = region.binding();
    return bind == null ? AccessResult.NO_RIGHT : bind.invalidate(this);
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
  public HazardPointers hazard() {
    HazardPointers last = lastHazard;
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
    transmit.ownedBy(ia.repairFlag);
    receive.ownedBy(ia.repairFlag);
    transmitTurn = transmit;
    receiveTurn = receive;
    wire = stands;
    peerData = data;
    try {
      peer = peer.at(local, remote);
      ep.established(beginning);
    } catch (RuntimeException | Error e) {
      broken(e);
    } finally {
      // Also where an Error leaves this: a disconnect waits for it.
      settle();
    }
  }

  /** The attempt was won and has failed; by a thread that holds no turn. */
  void refuse(EventNumber event, Object detail) {
    synchronized (this) {
      if (end == null) {
        endDetail = detail;
        end = event;
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
      noteEnd();
      flush();
    }
  }

  @Override
  public void failed(long request, DtoStatus status) {
    setFailure(request, NO_SUSPECTS, status);
  }

  @Override
  public void oneFailed(long[] requests, DtoStatus status) {
    setFailure(Long.MAX_VALUE, requests, status);
  }

  private synchronized void setFailure(long from, long[] either, DtoStatus status) {
    if (end == null && failedStatus == null) {
      failedRequest = from;
      suspects = either;
      failedStatus = status;
    }
  }

  /** The work of a turn has failed. */
  private void fail() {
    if (!isCut) {
      broken(failure);
    }
  }

  private void broken(Throwable e) {
    boolean first = end == null;
    ended(EventNumber.CONNECTION_EVENT_BROKEN, e);
    if (first) {
      FailureLog.log(
          LOG, System.Logger.Level.ERROR, ep, "the transport failed; connection broken", e);
    }
  }

  /** Logs that a flush has failed in the middle; the next turn goes on with it. */
  private void logStoppedFlush(Throwable e) {
    FailureLog.log(LOG, System.Logger.Level.ERROR, ep, "the flush stopped; it goes on later", e);
  }

  private void logMissedWake(Throwable e) {
    FailureLog.log(LOG, System.Logger.Level.ERROR, ep, "a waiter was not woken", e);
  }

  /** Does what an Error has left undone; by a thread that holds no turn. */
  void repair() {
    isCut = false;
    Throwable e = failure;
    if (e == null) {
      e = transmitTurn.roundFailure();
    }
    if (e == null) {
      e = receiveTurn.roundFailure();
    }
    if (e != null) {
      broken(e);
    }
    noteEnd();
    // Also where it goes on: an Error may have kept a thread from looking at what was posted.
    flush();
  }

  @Override
  public void ended(EventNumber event, Object detail) {
    synchronized (this) {
      if (end != null) {
        return;
      }
      endDetail = detail;
      end = event;
      if (!settled) {
        // The peer was faster than our own establishment, which is told first.
        return;
      }
    }
    try {
      noteEnd();
    } catch (RuntimeException | Error e) {
      ia.repairFlag.raised = true;
      throw e;
    }
  }

  /** Notes an end that is known and settled, where that is not done yet. */
  private void noteEnd() {
    synchronized (this) {
      if (!settled || end == null) {
        return;
      }
      if (!over) {
        // By one of two threads: a second time would end the next connection of the endpoint.
        ep.ended();
        over = true;
      }
    }
    endPending = true;
  }

  /** Flushes after an end; by a thread that holds no turn. */
  void flush() {
    endPending = false;
    transmitTurn.runOrHandOff();
    receiveTurn.runOrHandOff();
  }

  /** Whether nothing that was posted before the end is left. */
  boolean isFlushed() {
    return flushed;
  }

  /**
   * Whether it is flushed and nobody works on it, so that everything posted until now has been
   * reported, and how the connection ended.
   */
  boolean isSilent() {
    return isFlushed()
        && requests.isComplete()
        && receives.isComplete()
        && !transmitTurn.isHeld()
        && !receiveTurn.isHeld();
  }

  /**
   * Takes no more posts, if it is silent.
   *
   * @return false when something is left to do, or was posted meanwhile
   */
  boolean close() {
    return isSilent() && requests.close() && receives.close() && isSilent();
  }

  /** Whether the state of the endpoint says that it has ended. */
  boolean isOver() {
    return over;
  }

  /** Whether it ended, even if not everything is flushed yet. */
  boolean hasEnded() {
    return end != null;
  }
}
