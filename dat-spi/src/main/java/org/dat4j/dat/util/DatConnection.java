package org.dat4j.dat.util;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;

/**
 * A helper for small DAT programs: an endpoint with a PZ, three EVDs and registered memory, all
 * freed in the right order by {@link #close()}. Holds the contract's objects and hands them out; it
 * has no thread and no state of its own but what the peer sent when the connection was made.
 *
 * <p>For one thread at a time; what {@link #ep()} and the EVDs allow beyond that is theirs.
 */
public final class DatConnection implements AutoCloseable {

  /** How long {@link #close()} lets posted requests finish. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  /** Connection events an endpoint can raise between two waits. */
  private static final int CONNECT_EVENTS = 8;

  /** How long one of several tries to connect may take. */
  private static final Duration ONE_TRY = Duration.ofSeconds(5);

  /** Microseconds of the first pause between two tries to connect. */
  private static final long FIRST_PAUSE = 10_000;

  private static final long MAX_PAUSE = 500_000;

  private final Ia ia;
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Pz pz;
  private final Evd recvEvd;
  private final Evd requestEvd;
  private final Evd connectEvd;
  private final Ep ep;
  private byte[] privateData;
  private byte[] peerPrivateData;

  /** The event that ended the connection, once it was taken; null before. */
  private DatEvent end;

  /** Makes an endpoint; what is null of PZ and EVDs is made too, and then its own. */
  DatConnection(Ia ia, Pz zone, Evd recvs, Evd requests, EpAttr attr) {
    Dats.given(ia, "Dats.endpoint", "ia", DatReturn.INVALID_HANDLE);
    this.ia = ia;
    try {
      EpAttr sizes = attr == null ? EpAttr.DEFAULT : attr;
      pz = zone != null ? zone : own(ia.createPz());
      recvEvd = recvs != null ? recvs : evd("maxRecvDtos", sizes.maxRecvDtos(), EvdFlags.DTO);
      requestEvd =
          requests != null
              ? requests
              : evd("maxRequestDtos", sizes.maxRequestDtos(), EvdFlags.DTO | EvdFlags.RMR_BIND);
      connectEvd = own(ia.createEvd(CONNECT_EVENTS, null, EvdFlags.CONNECTION));
      ep = own(ia.createEp(pz, recvEvd, requestEvd, connectEvd, attr));
    } catch (RuntimeException | Error e) {
      closeOwned();
      throw e;
    }
  }

  private Evd evd(String attribute, int qlen, int flags) {
    return own(Dats.evd(ia, Math.max(1, qlen), "Dats.endpoint", attribute, flags));
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.push(object);
    return object;
  }

  /**
   * The adapter.
   *
   * @return the contract's object
   */
  public Ia ia() {
    return ia;
  }

  /**
   * The endpoint.
   *
   * @return the contract's object
   */
  public Ep ep() {
    return ep;
  }

  /**
   * The PZ of endpoint and memory.
   *
   * @return the contract's object
   */
  public Pz pz() {
    return pz;
  }

  /**
   * The EVD on which completions of Receives arrive.
   *
   * @return the contract's object
   */
  public Evd recvEvd() {
    return recvEvd;
  }

  /**
   * The EVD on which completions of Sends, RDMA operations and binds arrive.
   *
   * @return the contract's object
   */
  public Evd requestEvd() {
    return requestEvd;
  }

  /**
   * The EVD on which connection events arrive.
   *
   * @return the contract's object
   */
  public Evd connectEvd() {
    return connectEvd;
  }

  /**
   * Allocates a direct buffer, aligned to the provider's optimum, and registers it with every
   * privilege.
   *
   * @param length bytes, 1 or more
   * @return the memory, filled with 0, its buffer in the order BIG_ENDIAN; freed with this
   *     connection
   * @throws DatException as {@link Ia#createLmr(ByteBuffer, Pz, int)}
   */
  public Region register(int length) {
    int alignment = ia.query().providerAttr().optimalBufferAlignment();
    int most = Integer.MAX_VALUE - alignment;
    if (length < 1 || length > most) {
      throw refusal("register", "length", length, "give 1 to " + most + " bytes");
    }
    ByteBuffer roomy = ByteBuffer.allocateDirect(length + alignment);
    int skip = -roomy.alignmentOffset(0, alignment) & (alignment - 1);
    return register(roomy.slice(skip, length), MemPriv.ALL);
  }

  /**
   * Registers a whole buffer.
   *
   * @param buffer direct and writable; all of it, whatever its position and limit
   * @param privileges bits of {@link MemPriv}
   * @return the memory, freed with this connection
   * @throws DatException as {@link Ia#createLmr(ByteBuffer, Pz, int)}
   */
  public Region register(ByteBuffer buffer, int privileges) {
    given(buffer, "register", "buffer");
    ByteBuffer whole = buffer.duplicate().order(buffer.order());
    whole.clear();
    Region region = new Region(whole, ia.createLmr(whole, pz, privileges), privileges);
    // Pushed last, so freed first: before the PZ it lies in.
    return own(region);
  }

  /**
   * Sends private data with the connection request or its acceptance. To be called before either;
   * replaces what was set before, {@link #share} included.
   *
   * @param data at most max_private_data_size bytes, null for none; copied
   * @return this
   */
  public DatConnection privateData(byte[] data) {
    privateData = data == null ? null : data.clone();
    return this;
  }

  /**
   * Tells the peer the context, address and length of a region, as private data of the connection
   * request or its acceptance: it has them when the connection is established, and no receive is
   * needed. To be called before connecting or accepting; the peer reads them by {@link
   * #peerRegion()}.
   *
   * @param region registered with a remote privilege
   * @return this
   * @throws DatException as {@link Region#remote}
   */
  public DatConnection share(Region region) {
    given(region, "share", "region");
    return privateData(region.remote().encode());
  }

  /**
   * Connects and waits until the connection is established.
   *
   * @param address address of the peer's adapter
   * @param connQual qualifier of the peer's listener
   * @param timeout at most 4294 seconds, or {@link Dats#NO_LIMIT}
   * @throws DatException as {@link Ep#connect}, and as {@link #awaitConnected}
   */
  public void connect(InetAddress address, long connQual, Duration timeout) {
    startConnect(address, connQual, timeout);
    // The provider's own limit is the same; a little more lets its event tell what happened.
    awaitConnected(
        timeout.equals(Dats.NO_LIMIT)
            ? timeout
            : timeout.plus(timeout.dividedBy(4)).plusMillis(100));
  }

  /**
   * Connects, and tries again until a time limit: while nobody listens, the network gives no answer
   * or the peer is too busy. Between two tries it {@link #reset}s the endpoint, so PZ, EVDs and
   * registered memory stay, and pauses for 10 ms at first and for half a second at most. One try
   * takes 5 seconds at most, and no longer than what is left of the limit.
   *
   * @param address address of the peer's adapter
   * @param connQual qualifier of the peer's listener
   * @param limit of all tries together
   * @param prepare runs before each try, to post the Receives that a failed one has flushed; not
   *     null, and {@code each -> {}} where none are posted. If the EVDs are shared, it first takes
   *     the flushed completions from them, or they overflow.
   * @throws DatException as {@link #connect}; after the limit the {@link UnexpectedEventException}
   *     of the last try that did not time out, or else of the last one. A rejection by the peer's
   *     program is thrown at once, as is an interrupt.
   */
  public void connectUntil(
      InetAddress address, long connQual, Duration limit, Consumer<DatConnection> prepare) {
    given(limit, "connectUntil", "limit");
    given(prepare, "connectUntil", "prepare");
    long deadline = Dats.deadline(limit);
    // The limit may cut off the last try, and then an earlier one tells more of the cause.
    UnexpectedEventException answered = null;
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
      if (ep.getStatus().state() == EpState.DISCONNECTED) {
        reset();
      }
      prepare.accept(this);
      Duration left = Dats.until(deadline);
      try {
        connect(address, connQual, left.compareTo(ONE_TRY) < 0 ? left : ONE_TRY);
        return;
      } catch (UnexpectedEventException e) {
        boolean isTransient = e.number() != EventNumber.CONNECTION_EVENT_PEER_REJECTED;
        long rest = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        if (answered == null || e.number() != EventNumber.CONNECTION_EVENT_TIMED_OUT) {
          answered = e;
        }
        if (!isTransient || Dats.until(deadline).toNanos() / 1000 <= rest) {
          throw answered;
        }
        pause(rest);
      }
    }
  }

  /** Pauses by a wait for an event that cannot come: no connection is under way. */
  private void pause(long micros) {
    int outcome = connectEvd.await(micros, 1, new DatEvent());
    if (outcome != DatReturn.SUCCESS && outcome != DatReturn.TIMEOUT_EXPIRED) {
      throw new DatException(
          outcome,
          DatSubtype.NO_SUBTYPE,
          "DatConnection.connectUntil of " + ep,
          "pause",
          micros + " us",
          "the thread was interrupted, or the connection closed meanwhile");
    }
  }

  /**
   * Makes an endpoint whose connection ended usable again. Takes the flushed completions and the
   * connection event from its own EVDs, not from shared ones, and forgets what the peer sent at the
   * last connect. Memory stays registered; Receives have to be posted again.
   *
   * @throws DatException as {@link Ep#reset}
   */
  public void reset() {
    ep.reset();
    end = null;
    peerPrivateData = null;
    DatEvent event = new DatEvent();
    for (Evd evd : List.of(recvEvd, requestEvd, connectEvd)) {
      boolean mine = owned.contains(evd);
      while (mine && evd.dequeue(event) == DatReturn.SUCCESS) {
        event.clear();
      }
    }
  }

  /**
   * Starts a connection and returns at once; {@link #awaitConnected} waits for its outcome. For
   * programs that do both sides in one thread.
   *
   * @param address address of the peer's adapter
   * @param connQual qualifier of the peer's listener
   * @param timeout after which the provider gives up, at most 4294 seconds, or {@link
   *     Dats#NO_LIMIT}
   * @throws DatException as {@link Ep#connect}
   */
  public void startConnect(InetAddress address, long connQual, Duration timeout) {
    given(timeout, "connect", "timeout");
    long micros = Math.max(1, Dats.micros(timeout));
    ep.connect(address, connQual, micros, privateData, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
  }

  /**
   * Accepts a request on this endpoint and returns at once.
   *
   * @param request of the same adapter
   * @throws DatException as {@link Cr#accept}
   */
  public void accept(Cr request) {
    String where = "DatConnection.accept of " + ep;
    Dats.given(request, where, "request", DatReturn.INVALID_HANDLE);
    try {
      peerPrivateData = request.query().privateData();
    } catch (DatException e) {
      // The program has called no query.
      throw new DatException(e.type(), e.subtype(), where, "request", request, e.remedy(), e);
    }
    request.accept(ep, privateData);
  }

  /**
   * Waits until the connection that was started or accepted is established.
   *
   * @param timeout at most 4294 seconds, or {@link Dats#NO_LIMIT}
   * @throws DatException DAT_TIMEOUT_EXPIRED, DAT_INTERRUPTED_CALL, DAT_ABORT; {@link
   *     UnexpectedEventException} that names the event when the connection was not made
   */
  public void awaitConnected(Duration timeout) {
    DatEvent event = new DatEvent();
    end = null;
    try {
      Dats.await(connectEvd, EventNumber.CONNECTION_EVENT_ESTABLISHED, timeout, event);
    } catch (UnexpectedEventException e) {
      if (event.ep() == ep && Dats.isEnd(event.number())) {
        end = event;
      }
      throw e;
    }
    if (peerPrivateData == null) {
      peerPrivateData = event.privateData();
    }
  }

  /**
   * The private data of the peer's request or acceptance.
   *
   * @return a copy, null before the request was accepted or the connection stands
   */
  public byte[] peerPrivateData() {
    return peerPrivateData == null ? null : peerPrivateData.clone();
  }

  /**
   * The region that the peer has shared by {@link #share}.
   *
   * @return its context, address and length
   * @throws DatException DAT_INVALID_STATE when the peer sent none or nothing has arrived yet
   */
  public RemoteRegion peerRegion() {
    return RemoteRegion.ofPeer("DatConnection.peerRegion of " + ep, peerPrivateData);
  }

  /**
   * Waits until the connection has ended, and tells why. A flushed completion may be taken before
   * the event that tells the cause is there; this call waits for that event. A second call returns
   * the same event, until the endpoint is reset. After a connect or accept that has failed, this
   * call returns at once.
   *
   * @param timeout at most 4294 seconds, or {@link Dats#NO_LIMIT}
   * @return DISCONNECTED or BROKEN, or the event with which the connect or accept has failed; with
   *     a cause in {@link DatEvent#detail()} where the provider knows one
   * @throws DatException as {@link Dats#await}; {@link UnexpectedEventException} for an event that
   *     ends no connection
   */
  public DatEvent awaitEnd(Duration timeout) {
    if (end != null) {
      return end;
    }
    given(timeout, "awaitEnd", "timeout");
    DatEvent event = new DatEvent();
    long deadline = Dats.deadline(timeout);
    do {
      Dats.awaitAny(
          connectEvd,
          EventNumber.CONNECTION_EVENT_DISCONNECTED,
          Dats.left(timeout, deadline),
          event);
    } while (event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED);
    if (!Dats.isEnd(event.number())) {
      throw Dats.unexpected(connectEvd, event, "expected the end of the connection");
    }
    end = event;
    return event;
  }

  // --- posts that throw

  /**
   * Posts a Send of part of a region.
   *
   * @param from registered in the PZ of this endpoint
   * @param offset of its first byte in the region
   * @param length bytes
   * @param cookie comes back with the completion, on {@link #requestEvd()}
   * @throws DatException as {@link Ep#postSend}, and DAT_INSUFFICIENT_RESOURCES
   */
  public void send(Region from, int offset, int length, long cookie) {
    given(from, "send", "from");
    int context = from.context();
    long at = address(from, offset, length, "send");
    accepted(ep.postSend(context, at, length, cookie, CompletionFlags.DEFAULT), "send");
  }

  /**
   * Posts a Receive into part of a region.
   *
   * @param to registered in the PZ of this endpoint
   * @param offset of its first byte in the region
   * @param length bytes, the longest message it can take
   * @param cookie comes back with the completion, on {@link #recvEvd()}
   * @throws DatException as {@link Ep#postRecv}, and DAT_INSUFFICIENT_RESOURCES
   */
  public void receive(Region to, int offset, int length, long cookie) {
    given(to, "receive", "to");
    int context = to.context();
    long at = address(to, offset, length, "receive");
    accepted(ep.postRecv(context, at, length, cookie, CompletionFlags.DEFAULT), "receive");
  }

  /**
   * Posts an RDMA Write of part of a region into memory of the peer.
   *
   * @param from registered in the PZ of this endpoint
   * @param offset of its first byte in the region
   * @param length bytes
   * @param to memory of the peer
   * @param remoteOffset of the first byte there
   * @param cookie comes back with the completion, on {@link #requestEvd()}
   * @throws DatException as {@link Ep#postRdmaWrite}, DAT_INSUFFICIENT_RESOURCES, and
   *     DAT_INVALID_PARAMETER for a range outside of either region
   */
  public void write(
      Region from, int offset, int length, RemoteRegion to, long remoteOffset, long cookie) {
    given(from, "write", "from");
    given(to, "write", "to");
    long at = address(from, offset, length, "write");
    long there = address(to, remoteOffset, length, "write");
    int context = from.context();
    int flags = CompletionFlags.DEFAULT;
    accepted(ep.postRdmaWrite(context, at, length, cookie, to.rmrContext(), there, flags), "write");
  }

  /**
   * Posts an RDMA Read of memory of the peer into part of a region.
   *
   * @param to registered in the PZ of this endpoint
   * @param offset of its first byte in the region
   * @param length bytes
   * @param from memory of the peer
   * @param remoteOffset of the first byte there
   * @param cookie comes back with the completion, on {@link #requestEvd()}
   * @throws DatException as {@link Ep#postRdmaRead}, DAT_INSUFFICIENT_RESOURCES, and
   *     DAT_INVALID_PARAMETER for a range outside of either region
   */
  public void read(
      Region to, int offset, int length, RemoteRegion from, long remoteOffset, long cookie) {
    given(to, "read", "to");
    given(from, "read", "from");
    long at = address(to, offset, length, "read");
    long there = address(from, remoteOffset, length, "read");
    int context = to.context();
    int flags = CompletionFlags.DEFAULT;
    accepted(ep.postRdmaRead(context, at, length, cookie, from.rmrContext(), there, flags), "read");
  }

  private void given(Object value, String call, String argument) {
    if (value == null) {
      String where = "DatConnection." + call + " of " + ep;
      Dats.given(null, where, argument, DatReturn.INVALID_PARAMETER);
    }
  }

  private DatException refusal(String call, String argument, Object value, String remedy) {
    return new DatException(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.NO_SUBTYPE,
        "DatConnection." + call + " of " + ep,
        argument,
        value,
        remedy);
  }

  private long address(Region region, int offset, int length, String call) {
    checkRange(region.length(), offset, length, call, "offset");
    return region.address() + offset;
  }

  private long address(RemoteRegion region, long offset, int length, String call) {
    checkRange(region.length(), offset, length, call, "remoteOffset");
    return region.address() + offset;
  }

  private void checkRange(long size, long offset, int length, String call, String argument) {
    if (offset < 0 || length < 0 || offset > size - length) {
      String value = offset + ", with length " + length;
      String remedy = "give a part of the region, which has " + size + " bytes";
      throw refusal(call, argument, value, remedy);
    }
  }

  private void accepted(int code, String call) {
    if (code != DatReturn.SUCCESS) {
      throw new DatException(
          code,
          DatSubtype.NO_SUBTYPE,
          "DatConnection." + call + " of " + ep,
          "outstanding",
          "all that the endpoint's attributes allow",
          "take completions, then post again; or make the endpoint with larger attributes");
    }
  }

  /**
   * Ends the connection, lets posted requests finish for at most a second, then frees memory,
   * endpoint, EVDs and PZ. Without effect when called again.
   */
  @Override
  public void close() {
    if (owned.isEmpty()) {
      return;
    }
    try {
      finishRequests();
    } finally {
      closeOwned();
    }
  }

  private void finishRequests() {
    DatEvent event = new DatEvent();
    try {
      if (ep.getStatus().state() != EpState.CONNECTED) {
        return;
      }
      ep.disconnect(CloseFlags.GRACEFUL);
      long deadline = System.nanoTime() + LINGER.toNanos();
      while (ep.getStatus().state() != EpState.DISCONNECTED) {
        long micros = Dats.micros(Dats.until(deadline));
        if (micros == 0 || connectEvd.await(micros, 1, event) != DatReturn.SUCCESS) {
          return;
        }
      }
    } catch (DatException e) {
      // The adapter is closed, or the endpoint was freed or never connected: nothing to finish.
      if (e.type() != DatReturn.INVALID_HANDLE && e.type() != DatReturn.INVALID_STATE) {
        throw e;
      }
    }
  }

  private void closeOwned() {
    DatException failure = null;
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (DatException e) {
        failure = e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public String toString() {
    return "DatConnection of " + ep;
  }
}
