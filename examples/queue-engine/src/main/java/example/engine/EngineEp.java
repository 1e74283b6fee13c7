package example.engine;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.EpSpec;

/**
 * The endpoint of the example provider: its state, its queues of posted transfers and its peer. Its
 * state changes as {@link EpInput} says. All fields are guarded by the engine's lock; the state is
 * read without it, too.
 */
final class EngineEp extends AbstractEp {

  private static final byte[] NO_DATA = new byte[0];

  /** How long a Send waits until the peer posts a Receive. */
  private static final long RECEIVER_NOT_READY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The transfers whose completions the program has not taken; a reset begins anew. */
  private static final class Outstanding {
    int requests;
    int receives;

    void end(boolean receive) {
      if (receive) {
        receives--;
      } else {
        requests--;
      }
    }
  }

  private final EngineIa ia;
  private final ArrayDeque<PostedTransfer> requests = new ArrayDeque<>();
  private final ArrayDeque<PostedTransfer> receives = new ArrayDeque<>();
  private Outstanding outstanding = new Outstanding();
  private volatile EpState state = EpState.UNCONNECTED;

  /** The other end in CONNECTED and DISCONNECT_PENDING; otherwise null. */
  private EngineEp peer;

  /** The own request in ACTIVE_CONNECTION_PENDING, that of the peer in PASSIVE_... . */
  private ConnectRequest connectRequest;

  private long localPort;
  private long remotePort;
  private boolean hasPostedReceives;

  /** Set when the completion of a Receive was lost. */
  private boolean isOverrun;

  private boolean isSilent;

  /** Runs while the oldest Send waits for a Receive. */
  private Future<?> receiverTimer;

  EngineEp(EngineIa ia, EpSpec spec, EpAttr attr) {
    super(ia, spec, attr);
    this.ia = ia;
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
    PostedTransfer transfer =
        new PostedTransfer(
            op,
            PostedTransfer.copy(iov, lmrContext, address, length),
            op == DtoOp.RDMA_READ ? remoteLength : length,
            cookie,
            rmrContext,
            remoteAddress,
            flags);
    QueueEngine.LOCK.lock();
    try {
      return op == DtoOp.RECEIVE ? postReceive(transfer) : postRequest(transfer);
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  private int postReceive(PostedTransfer receive) {
    if (outstanding.receives == attr().maxRecvDtos()) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    outstanding.receives++;
    hasPostedReceives = true;
    receives.add(receive);
    if (state == EpState.DISCONNECTED) {
      flush();
    } else if (peer != null) {
      peer.carryOut();
    }
    return DatReturn.SUCCESS;
  }

  private int postRequest(PostedTransfer request) {
    if (!EpInput.POST_REQUEST.permits(state)) {
      throw wrongState(request.op().call(), state, "connect the endpoint first");
    }
    if (outstanding.requests == attr().maxRequestDtos()) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    outstanding.requests++;
    requests.add(request);
    if (state == EpState.DISCONNECTED) {
      flush();
    } else {
      carryOut();
    }
    return DatReturn.SUCCESS;
  }

  // --- transfers

  /** Carries requests out in order, as far as the peer has posted Receives for Sends. */
  private void carryOut() {
    while (peer != null && !requests.isEmpty()) {
      PostedTransfer next = requests.peek();
      if (next.op() == DtoOp.SEND && peer.receives.isEmpty()) {
        awaitReceive(next);
        return;
      }
      stopWaiting();
      requests.poll();
      end(next, next.op() == DtoOp.SEND ? send(next) : rdma(next));
    }
    if (state == EpState.DISCONNECT_PENDING && requests.isEmpty()) {
      endBoth(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
    }
  }

  /** Completes a request of this side; a failure breaks the connection. */
  private void end(PostedTransfer request, DtoStatus status) {
    boolean told = complete(request, status, true);
    if (status != DtoStatus.SUCCESS) {
      endBoth(EventNumber.CONNECTION_EVENT_BROKEN, "a request has failed: " + status);
    } else if (!told || peer.isOverrun) {
      endBoth(EventNumber.CONNECTION_EVENT_BROKEN, "a completion found its EVD full");
    }
  }

  private DtoStatus send(PostedTransfer request) {
    if (!permits(request)) {
      return DtoStatus.ERR_LOCAL_PROTECTION;
    }
    PostedTransfer receive = peer.receives.poll();
    DtoStatus status =
        request.length() > receive.length()
            ? DtoStatus.ERR_LOCAL_LENGTH
            : peer.permits(receive) ? DtoStatus.SUCCESS : DtoStatus.ERR_LOCAL_PROTECTION;
    if (status == DtoStatus.SUCCESS) {
      copy(request, receive);
    }
    boolean solicited = (request.flags() & CompletionFlags.SOLICITED_WAIT) != 0;
    PostedTransfer received = receive.ofLength(request.length());
    peer.isOverrun = !peer.complete(received, status, solicited);
    return status == DtoStatus.SUCCESS ? DtoStatus.SUCCESS : DtoStatus.ERR_REMOTE_RESPONDER;
  }

  /** Copies a message from the segments of a Send to those of a Receive. */
  private void copy(PostedTransfer send, PostedTransfer receive) {
    int to = 0;
    long toDone = 0;
    for (int from = 0; from < send.segments().count(); from++) {
      long fromDone = 0;
      while (fromDone < send.segments().length(from)) {
        long room = receive.segments().length(to) - toDone;
        if (room == 0) {
          to++;
          toDone = 0;
          continue;
        }
        long count = Math.min(room, send.segments().length(from) - fromDone);
        peer.ia
            .find(receive.segments().lmrContext(to))
            .copyFrom(
                receive.segments().address(to) + toDone,
                ia.find(send.segments().lmrContext(from)),
                send.segments().address(from) + fromDone,
                (int) count);
        fromDone += count;
        toDone += count;
      }
    }
  }

  private DtoStatus rdma(PostedTransfer request) {
    if (request.length() == 0) {
      return DtoStatus.SUCCESS;
    }
    boolean read = request.op() == DtoOp.RDMA_READ;
    EngineLmr remote = peer.ia.find(request.remoteContext());
    int right = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    if (remote == null
        || !remote.permits(peer.spec().pz(), right, request.remoteAddress(), request.length())) {
      return DtoStatus.ERR_REMOTE_ACCESS;
    }
    if (!permits(request)) {
      return DtoStatus.ERR_LOCAL_PROTECTION;
    }
    long done = 0;
    for (int i = 0; done < request.length(); i++) {
      EngineLmr local = ia.find(request.segments().lmrContext(i));
      int count = (int) Math.min(request.segments().length(i), request.length() - done);
      if (count > 0 && read) {
        local.copyFrom(
            request.segments().address(i), remote, request.remoteAddress() + done, count);
      } else if (count > 0) {
        remote.copyFrom(
            request.remoteAddress() + done, local, request.segments().address(i), count);
      }
      done += count;
    }
    return DtoStatus.SUCCESS;
  }

  /** Whether the local memory of a transfer may be used still: its LMRs may have been freed. */
  private boolean permits(PostedTransfer transfer) {
    LmrIov segments = transfer.segments();
    for (int i = 0; i < segments.count(); i++) {
      EngineLmr lmr = ia.find(segments.lmrContext(i));
      int privilege = transfer.op().localPrivilege();
      if (segments.length(i) > 0
          && (lmr == null
              || !lmr.permits(spec().pz(), privilege, segments.address(i), segments.length(i)))) {
        return false;
      }
    }
    return true;
  }

  private void awaitReceive(PostedTransfer send) {
    if (receiverTimer == null) {
      receiverTimer =
          ia.later(
              RECEIVER_NOT_READY_NANOS,
              () -> {
                receiverTimer = null;
                if (peer != null && requests.peek() == send) {
                  requests.poll();
                  end(send, DtoStatus.ERR_RECEIVER_NOT_READY);
                }
              });
    }
  }

  private void stopWaiting() {
    if (receiverTimer != null) {
      receiverTimer.cancel(false);
      receiverTimer = null;
    }
  }

  /**
   * Completes a transfer of this endpoint.
   *
   * @param solicited of a Receive: whether the sender asked for a solicited event
   * @return false when the event was lost
   */
  private boolean complete(PostedTransfer transfer, DtoStatus status, boolean solicited) {
    boolean receive = transfer.op() == DtoOp.RECEIVE;
    boolean success = status == DtoStatus.SUCCESS;
    AbstractEvd evd = receive ? spec().recvEvd() : spec().requestEvd();
    Outstanding counts = outstanding;
    boolean suppressed = success && (transfer.flags() & CompletionFlags.SUPPRESS) != 0;
    if (evd == null || isSilent || suppressed) {
      counts.end(receive);
      return true;
    }
    boolean signalled = (transfer.flags() & CompletionFlags.UNSIGNALLED) == 0;
    boolean solicitedOnly = (attr().recvCompletionFlags() & CompletionFlags.SOLICITED_WAIT) != 0;
    boolean wakes = !success || (receive && solicitedOnly ? solicited : signalled);
    QueuedEvent event =
        new QueuedEvent() {
          @Override
          public void fill(DatEvent out, EngineEvd from) {
            counts.end(receive);
            long length = success ? transfer.length() : 0;
            out.setDto(from, EngineEp.this, transfer.cookie(), status, length);
          }

          @Override
          public void lost() {
            counts.end(receive);
          }
        };
    if (!((EngineEvd) evd).offer(event, wakes)) {
      counts.end(receive);
      return false;
    }
    return true;
  }

  private void flush() {
    while (!receives.isEmpty()) {
      complete(receives.poll(), DtoStatus.ERR_FLUSHED, false);
    }
    while (!requests.isEmpty()) {
      complete(requests.poll(), DtoStatus.ERR_FLUSHED, false);
    }
  }

  // --- state; under the engine's lock

  /** Makes a step; false where the state does not permit it. */
  boolean move(EpInput input) {
    EpState next = input.next(state);
    if (next != null) {
      state = next;
    }
    return next != null;
  }

  /** Makes a step that an endpoint without connection can make. */
  void require(EpInput input, String callName) {
    if (!move(input)) {
      throw notUnconnected(callName, state);
    }
  }

  EngineIa engineIa() {
    return ia;
  }

  /** Notes that a request has come to its reserved service point. */
  void requested(ConnectRequest from) {
    connectRequest = from;
    move(EpInput.REQUESTED);
  }

  /** Ends the connection or the attempt: flushes, then reports the event. */
  void end(EventNumber event, Object detail) {
    if (!move(EpInput.ENDED)) {
      return;
    }
    peer = null;
    connectRequest = null;
    stopWaiting();
    flush();
    report(event, NO_DATA, detail);
  }

  private void endBoth(EventNumber event, Object detail) {
    EngineEp other = peer;
    end(event, detail);
    if (other != null) {
      other.end(event, detail);
    }
  }

  private void report(EventNumber event, byte[] privateData, Object detail) {
    EngineEvd evd = (EngineEvd) spec().connectEvd();
    if (evd != null && !isSilent) {
      evd.offer((out, from) -> out.setConnection(event, from, this, privateData).setDetail(detail));
    }
  }

  // --- connections

  @Override
  protected void implConnect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    QueueEngine.locked(
        () -> {
          require(EpInput.CONNECT, "connect");
          connectRequest = new ConnectRequest(this, privateData, remoteConnQual);
          if (timeoutMicros != DatConstants.TIMEOUT_INFINITE) {
            connectRequest.limit(TimeUnit.MICROSECONDS.toNanos(timeoutMicros));
          }
          offer(connectRequest, remoteAddress);
        });
  }

  private static void offer(ConnectRequest connectRequest, InetAddress remote) {
    QueueEngine.ServicePoint point = QueueEngine.find(connectRequest.connQual);
    if (!remote.isLoopbackAddress()) {
      connectRequest.refuse(
          EventNumber.CONNECTION_EVENT_UNREACHABLE, "the engine reaches this process only");
    } else if (point == null) {
      connectRequest.refuse(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "nobody listens on qualifier " + connectRequest.connQual);
    } else if (!point.take(connectRequest)) {
      connectRequest.refuse(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "the event queue of the service point is full");
    }
  }

  /** Accepts a request: both ends are connected at once. */
  void accept(ConnectRequest from, EpInput input, byte[] privateData) {
    require(input, "accept");
    if (!from.decide()) {
      end(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, "the requester has given up");
      return;
    }
    EngineEp requester = from.requester;
    established(requester, from.connQual, from.port, NO_DATA);
    requester.established(this, from.port, from.connQual, privateData);
  }

  private void established(EngineEp with, long ownPort, long otherPort, byte[] privateData) {
    peer = with;
    localPort = ownPort;
    remotePort = otherPort;
    connectRequest = null;
    isOverrun = false;
    move(EpInput.ESTABLISHED);
    report(EventNumber.CONNECTION_EVENT_ESTABLISHED, privateData, null);
  }

  @Override
  protected void implDisconnect(CloseFlags flags) {
    boolean abrupt = flags == CloseFlags.ABRUPT;
    EpInput input = abrupt ? EpInput.DISCONNECT_ABRUPT : EpInput.DISCONNECT_GRACEFUL;
    QueueEngine.locked(
        () -> {
          EpState next = input.next(state);
          if (next == null) {
            throw wrongState("disconnect", state, "there is nothing to disconnect");
          }
          if (next == EpState.DISCONNECT_PENDING) {
            state = next;
            carryOut();
          } else {
            giveUp();
          }
        });
  }

  /** Ends whatever there is. */
  private void giveUp() {
    if (state == EpState.ACTIVE_CONNECTION_PENDING) {
      connectRequest.decide();
    }
    endBoth(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
  }

  @Override
  protected void implReset() {
    QueueEngine.locked(
        () -> {
          boolean begins = state == EpState.DISCONNECTED;
          if (!move(EpInput.RESET)) {
            throw wrongState("reset", state, "disconnect the endpoint first");
          }
          if (begins) {
            outstanding = new Outstanding();
            hasPostedReceives = false;
          }
        });
  }

  @Override
  protected void implModify(long mask, EpSpec next, EpAttr nextAttr) {
    QueueEngine.locked(
        () -> {
          checkModifiable(mask, state);
          if ((mask & EpField.EP_ATTR_RECV_COMPLETION_FLAGS) != 0 && hasPostedReceives) {
            throw wrongState("modify", state, "change these flags before a Receive is posted");
          }
        });
  }

  @Override
  protected void implFree() {
    QueueEngine.locked(
        () -> {
          if (!EpInput.FREE.permits(state)) {
            throw wrongState("free", state, "free its RSP or answer its request first");
          }
          implDestroy();
        });
  }

  @Override
  protected void implDestroy() {
    QueueEngine.locked(
        () -> {
          isSilent = true;
          giveUp();
        });
  }

  // --- queries

  @Override
  protected EpState knownState() {
    return state;
  }

  @Override
  protected EpStatus implGetStatus() {
    QueueEngine.LOCK.lock();
    try {
      return new EpStatus(state, outstanding.receives == 0, outstanding.requests == 0);
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }

  @Override
  protected EpParam implQuery() {
    QueueEngine.LOCK.lock();
    try {
      boolean connected = peer != null;
      boolean connects = state == EpState.ACTIVE_CONNECTION_PENDING;
      boolean called = state == EpState.PASSIVE_CONNECTION_PENDING;
      EpSpec parts = spec();
      return new EpParam(
          ia,
          state,
          QueueEngine.ADDRESS,
          connected
              ? localPort
              : connects ? connectRequest.port : called ? connectRequest.connQual : 0,
          connected || connects || called ? QueueEngine.ADDRESS : null,
          connected
              ? remotePort
              : connects ? connectRequest.connQual : called ? connectRequest.port : 0,
          parts.pz(),
          parts.recvEvd(),
          parts.requestEvd(),
          parts.connectEvd(),
          null,
          attr());
    } finally {
      QueueEngine.LOCK.unlock();
    }
  }
}
