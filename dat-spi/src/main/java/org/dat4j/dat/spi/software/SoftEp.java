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

/**
 * An endpoint: its state, which follows {@link EpInput}, its queues, and the {@link Link} of its
 * present or last connection.
 */
final class SoftEp extends AbstractEp {

  private static final VarHandle STATE =
      FieldHandles.find(MethodHandles.lookup(), SoftEp.class, "state", EpState.class);

  private final SoftIa ia;
  private volatile EpState state = EpState.UNCONNECTED;

  /** Changed in UNCONNECTED and by calls that the consumer serialises. */
  private Queues queues;

  /** Of the present connection or the last one; null in UNCONNECTED. */
  private volatile Link link;

  private volatile Attempt attempt;

  /** Who asks, in PASSIVE_CONNECTION_PENDING. */
  private volatile Peer asking = Peer.NONE;

  private volatile boolean muted;

  SoftEp(SoftIa ia, EpSpec spec, EpAttr attr) {
    super(ia, spec, attr);
    this.ia = ia;
    this.queues = Queues.create(ia, this, spec, attr);
  }

  /** Makes an endpoint for a request, in state TENTATIVE_CONNECTION_PENDING, without parts. */
  static SoftEp tentative(SoftIa ia, EpAttr attr, Peer asking) {
    SoftEp ep = new SoftEp(ia, new EpSpec(null, null, null, null, null), attr);
    ep.asking = asking;
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
    Link connected = link;
    if (op == DtoOp.RECEIVE) {
      ReceiveQueue receives = connected == null ? queues.receives() : connected.receives();
      if (!receives.post(iov, lmrContext, address, length, cookie, flags)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      VarHandle.fullFence();
      Link present = ownerOf(connected);
      if (present != null) {
        present.receivePosted();
      }
      return DatReturn.SUCCESS;
    }
    long octets = op == DtoOp.RDMA_READ ? remoteLength : length;
    RequestQueue requests = connected == null ? queues.requests() : connected.requests();
    boolean posted =
        requests.post(
            op, iov, lmrContext, address, octets, cookie, rmrContext, remoteAddress, flags);
    if (!posted) {
      Link full = ownerOf(connected);
      if (full == null) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      // Some may only wait to be sent together.
      full.requestPosted();
      if (!requests.post(
          op, iov, lmrContext, address, octets, cookie, rmrContext, remoteAddress, flags)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
    }
    Link present = ownerOf(connected);
    if (present != null) {
      present.requestPosted(octets);
    }
    return DatReturn.SUCCESS;
  }

  /**
   * The link that works on what was just posted: the one whose queue it was posted to, also where
   * another thread has reset the endpoint meanwhile, or the one that was made meanwhile.
   */
  private Link ownerOf(Link connected) {
    return connected != null ? connected : link;
  }

  /** Puts a bind behind the requests; {@link Link#requestPosted} follows. False without room. */
  boolean enqueue(Binding binding, long cookie, int flags) {
    return queues.requests().post(binding, cookie, flags);
  }

  /**
   * The connection for a request that the state permitted.
   *
   * @throws org.dat4j.dat.DatException DAT_INVALID_STATE when it was reset meanwhile
   */
  Link linkFor(String call) {
    Link present = link;
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

  private void require(EpInput input, String call, String remedy) {
    if (move(input) == null) {
      throw wrongState(call, state, remedy);
    }
  }

  /** The attempt has made a connection. */
  void established(byte[] peerData) {
    attempt = null;
    move(EpInput.ESTABLISHED);
    tell(
        (out, evd) ->
            out.setConnection(EventNumber.CONNECTION_EVENT_ESTABLISHED, evd, this, peerData));
  }

  /** The link is over. */
  void ended() {
    attempt = null;
    move(EpInput.ENDED);
  }

  /** Everything is flushed: tells how the connection ended. */
  void report(EventNumber event, Object detail) {
    if (muted) {
      queues.detach();
      return;
    }
    tell((out, evd) -> out.setConnection(event, evd, this, null).setDetail(detail));
  }

  private void tell(SoftEvd.Rare event) {
    SoftEvd evd = (SoftEvd) spec().connectEvd();
    if (evd != null && !muted) {
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
    require(EpInput.CONNECT, "connect", "use an endpoint in state UNCONNECTED");
    Attempt mine = begin(new Peer(remote, remoteConnQual, 0), privateData);
    try {
      if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
        mine.timer(ia.timers().schedule(timeoutMicros * 1000, mine::expire));
      }
      mine.started(ia.fabric().connect(mine, remote, remoteConnQual));
    } catch (RuntimeException e) {
      undo(mine, EpState.ACTIVE_CONNECTION_PENDING, EpState.UNCONNECTED);
      throw e;
    }
  }

  /** Becomes the endpoint of a reserved service point. */
  void reserve() {
    require(EpInput.RESERVE, "createRsp", "use an endpoint in state UNCONNECTED");
    if (isFreed()) {
      passive(EpInput.UNRESERVE);
      checkLive("createRsp");
    }
  }

  /** A request has arrived at its service point; without effect while the adapter is closed. */
  void requested(Peer peer) {
    asking = peer;
    move(EpInput.REQUESTED);
  }

  /** A step of its service point or request; false where the state does not permit it. */
  boolean passive(EpInput input) {
    return move(input) != null;
  }

  /** Starts to accept a request: a stranger's, or the one this endpoint was reserved for. */
  void accept(Incoming incoming, Peer peer, boolean own, byte[] privateData) {
    EpInput input = own ? EpInput.ACCEPT_OWN : EpInput.ACCEPT;
    require(input, "accept", "use an endpoint in state UNCONNECTED");
    incoming.accept(begin(peer, privateData));
  }

  private Attempt begin(Peer peer, byte[] privateData) {
    Link next = new Link(this, queues, peer);
    Attempt mine = new Attempt(next, privateData);
    link = next;
    attempt = mine;
    return mine;
  }

  private void undo(Attempt mine, EpState from, EpState to) {
    if (mine.claim()) {
      attempt = null;
      link = null;
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
      Thread.onSpinWait();
    }
  }

  private boolean drain() {
    if (!STATE.compareAndSet(this, EpState.CONNECTED, EpState.DISCONNECT_PENDING)) {
      return false;
    }
    Link present = link;
    if (present != null) {
      present.drain();
    }
    return true;
  }

  private boolean end(EpState now) {
    if (now == EpState.CONNECTED || now == EpState.DISCONNECT_PENDING) {
      Link present = link;
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
      awaitSilence(link);
      queues = queues.renewed(ia, spec(), attr());
      link = null;
      move(EpInput.RESET);
    }
  }

  /**
   * Lets another thread that is flushing come to its end: no completion of this connection follows
   * one of the next.
   */
  private void awaitSilence(Link last) {
    while (last != null && !last.isSilent() && !isFreed()) {
      Thread.yield();
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
    muted = true;
    queues.mute();
    // Another thread may reset it meanwhile: then there is nothing to disconnect any more.
    disconnect(true);
    Link last = link;
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
    Queues now = queues;
    return new EpStatus(state, now.receives().isIdle(), now.requests().isIdle());
  }

  @Override
  protected EpRecvInfo implRecvQuery() {
    // Messages arrive in order: the span holds no buffer that is still to be taken.
    int held = queues.receives().outstanding();
    return new EpRecvInfo(held, held);
  }

  private Peer peer(EpState now) {
    Link present = link;
    Attempt running = attempt;
    return switch (now) {
      case PASSIVE_CONNECTION_PENDING, TENTATIVE_CONNECTION_PENDING -> asking;
      case UNCONNECTED, RESERVED, DISCONNECTED -> Peer.NONE;
      default -> {
        Peer known = present == null ? Peer.NONE : present.peer();
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
    Peer peer = peer(now);
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
