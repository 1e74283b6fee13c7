package org.dat4j.dat.ipc;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ipc.ring.RingFaultException;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.spi.software.memory.AccessResult;

/**
 * One end of an ipc connection: sends and receives through two rings in shared memory, one for each
 * direction.
 */
final class IpcWire implements Wire {

  private final Link link;
  private final int index;
  private final Slot slot;
  private final WireUpcalls upcalls;
  private final Turn transmitTurn;
  private final Turn receiveTurn;
  private final TurnHandover exchange = new TurnHandover();
  private final Sender sender;
  private final Receiver receiver;

  /** Set when the endpoint is established, and the program was told so. */
  private volatile boolean isStarted;

  /** The message of the peer that it has let go of the connection; null until it comes. */
  private volatile PeerEnd peerEnd;

  /** Set when this side has broken the connection: it ends without a good-bye. */
  private volatile boolean isBroken;

  /** The request of the peer that has ended the connection; used as {@link #isLetGo}. */
  private TurnHandover.Refusal refusal;

  /** Set when this side touches the slot no longer, but for a receive turn that is held. */
  private volatile boolean isClosed;

  /**
   * Set when the slot is let go of, or the loop does it; until then an Error has kept this side
   * from it. Used under the transmit turn.
   */
  private boolean isLetGo;

  /** Whether this side looks at the slot by itself; changed by the holder of the link's lock. */
  private volatile boolean isWatched;

  /**
   * Makes the end of a connection that is being established.
   *
   * @param index of the connection in the link
   */
  IpcWire(Link link, int index, Slot slot, WireUpcalls upcalls) {
    this.link = link;
    this.index = index;
    this.slot = slot;
    this.upcalls = upcalls;
    this.transmitTurn = new Turn(upcalls.transmitWork());
    this.receiveTurn = new Turn(upcalls.receiveWork());
    Runnable notify = this::notifyPeer;
    this.sender = new Sender(slot.writer(), link.ringBytes(), upcalls, exchange, notify);
    this.receiver = new Receiver(slot.reader(), upcalls, exchange, this::freed);
  }

  Turn transmitTurn() {
    return transmitTurn;
  }

  Turn receiveTurn() {
    return receiveTurn;
  }

  int index() {
    return index;
  }

  /** Begins to look for records, once the endpoint is established. */
  void start() {
    isStarted = true;
    link.watch(this);
    receiveTurn.runOrHandOff();
  }

  /** Marks the slot as watched or not; by the link, which guards this. False when it is closed. */
  boolean setWatched(boolean watched) {
    if (isClosed) {
      return false;
    }
    if (isWatched != watched) {
      isWatched = watched;
      slot.setWatched(watched);
    }
    return true;
  }

  /** Works on what is in the rings, unless a thread does already; says how much was done. */
  int poll() {
    if (isClosed) {
      // The slot may have records, which are nobody's.
      return 0;
    }
    int done = 0;
    if (receiver.hasInput() && receiveTurn.runOrHandOff()) {
      done++;
    }
    if (sender.isReached() && transmitTurn.runOrHandOff()) {
      done++;
    }
    return done;
  }

  /** Tells the peer that records were put, if it does not look by itself. */
  private void notifyPeer() {
    VarHandle.fullFence();
    link.notifyPeer(index, slot);
  }

  /** Tells the peer that its records were taken, if it waits for that. */
  private void freed() {
    VarHandle.fullFence();
    if (receiver.isWantedByPeer()) {
      link.notifyPeer(index, slot);
    }
  }

  /** The peer has let go of the connection, or is gone; by a thread that holds no turn. */
  void peerEnded(PeerEnd how) {
    if (peerEnd == null) {
      peerEnd = how;
    }
    receiveTurn.runOrHandOff();
    transmitTurn.runOrHandOff();
  }

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    exchange.requests = requests;
    if (peerEnd != null) {
      if (exchange.refusal != null) {
        end(exchange.refusal.reason());
      }
      sender.report(requests);
      return false;
    }
    Sender.Result result;
    try {
      result = sender.send(requests, budget);
    } catch (RingFaultException e) {
      breakOff(-1, DtoStatus.ERR_TRANSPORT, e);
      return false;
    }
    if (result == Sender.Result.NO_ACCESS && sender.isAnswer()) {
      // No request of this side has failed.
      DtoStatus status = DtoStatus.ERR_REMOTE_ACCESS;
      refuse(new TurnHandover.Refusal(sender.number(), status, AccessResult.REVOKED));
    } else if (result == Sender.Result.NO_ACCESS) {
      breakOff(sender.number(), DtoStatus.ERR_LOCAL_PROTECTION, "the memory of a request is gone");
    } else if (result == Sender.Result.REFUSED
        || result == Sender.Result.BLOCKED && exchange.refusal != null && isStuck()) {
      refuse(exchange.refusal);
    }
    return result == Sender.Result.BUDGET;
  }

  /**
   * Whether this side, which takes no more, need not wait for room in its own ring. The data of the
   * peer's Reads is worth the wait, unless the peer waits in the same way. Of two ends that do so,
   * the later one sees the other.
   */
  private boolean isStuck() {
    if (!sender.hasAnswer()) {
      return true;
    }
    slot.setStuck();
    VarHandle.fullFence();
    return slot.isPeerStuck();
  }

  /** Ends the connection for a request of the peer, which it is told with the end. */
  private void refuse(TurnHandover.Refusal refused) {
    refusal = refused;
    end(refused.reason());
  }

  private void end(Object reason) {
    isBroken = true;
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, reason);
  }

  @Override
  public int progress(int budget) {
    if (isClosed || !isStarted) {
      // A message would complete before the event of the establishment. The start comes back.
      return 0;
    }
    // Looked at first: what the peer has put before its end is taken.
    PeerEnd ended = peerEnd;
    try {
      // No doorbell is answered after the peer's end; it has put a ring of records at most.
      boolean hasMore = receiver.receive(ended == null ? budget : link.ringBytes());
      if (hasMore && ended == null) {
        link.lookAgain(index, isWatched);
        return 1;
      }
    } catch (RingFaultException e) {
      breakOff(-1, DtoStatus.ERR_TRANSPORT, e);
      return 1;
    }
    if (ended != null && !receiver.isOver()) {
      if (ended.byGoodBye()) {
        upcalls.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
      } else {
        breakOff(ended.request(), ended.status(), ended.reason());
      }
    }
    return 1;
  }

  private void breakOff(long request, DtoStatus status, Object reason) {
    upcalls.failed(request, status);
    end(reason);
  }

  @Override
  public void shutdown(boolean graceful) {
    if (graceful) {
      // The peer says good-bye, too: ended follows when that is read.
      sender.endWithBye();
      transmit(exchange.requests, 1);
      return;
    }
    if (isLetGo) {
      return;
    }
    try {
      if (!isClosed) {
        reportAndSayBye();
      }
    } finally {
      isClosed = true;
      letGo();
      isLetGo = true;
    }
  }

  private void reportAndSayBye() {
    if (exchange.requests != null) {
      sender.report(exchange.requests);
    }
    if (!isBroken) {
      sender.sendBye();
    }
  }

  /** Lets go of the slot, which may then serve another connection, once no turn touches it. */
  private void letGo() {
    if (receiveTurn.isHeld()) {
      // It has begun before the end.
      link.later(this::letGo);
      return;
    }
    link.unwatch(this);
    link.letGo(this, !isBroken, refusal);
  }
}
