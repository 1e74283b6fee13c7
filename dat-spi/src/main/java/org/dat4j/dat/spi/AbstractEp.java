package org.dat4j.dat.spi;

import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;

/**
 * Base of the endpoints of all DAT providers: checks the arguments of each call, and protects the
 * endpoint's PZ, EVDs and SRQ from being freed. What depends on the state is refused here where the
 * provider knows the state, and by the provider otherwise.
 */
public abstract class AbstractEp extends AbstractDatObject implements Ep {

  private static final byte[] NO_DATA = new byte[0];

  private final int readPrivilege;

  /** Checks of the segments of requests; those of an RDMA Read are written to. */
  private final SegmentChecks sources = new SegmentChecks(this);

  /** Checks of the segments of Receives. */
  private final SegmentChecks sinks = new SegmentChecks(this);

  /** Changed by modify only, which the consumer serialises with every other call. */
  private EpSpec spec;

  private EpAttr attr;

  /** The flags of the last connect, for calls that repeat it. */
  private volatile int connectFlags;

  /**
   * Makes an unconnected endpoint.
   *
   * @param ia its adapter
   * @param spec checked arguments of the creation
   * @param attr attributes it really has
   */
  protected AbstractEp(AbstractIa ia, EpSpec spec, EpAttr attr) {
    super(ia, HandleType.EP);
    this.spec = spec;
    this.attr = attr;
    this.readPrivilege =
        ia.providerAttr().rdmaWriteForRdmaReadReq()
            ? MemPriv.LOCAL_WRITE | MemPriv.REMOTE_WRITE
            : MemPriv.LOCAL_WRITE;
  }

  /**
   * PZ, EVDs and SRQ.
   *
   * @return what it was created with
   */
  public final EpSpec spec() {
    return spec;
  }

  /**
   * The attributes.
   *
   * @return what it really has
   */
  public final EpAttr attr() {
    return attr;
  }

  @Override
  final void dropReferences() {
    synchronized (ia().sourceLock()) {
      spec.release();
    }
  }

  @Override
  public final EpParam query(long mask) {
    checkMask("query", mask, EpField.ALL);
    return implQuery();
  }

  @Override
  public final void modify(long mask, EpParam param) {
    checkMask("modify", mask, EpField.ALL);
    if (param == null) {
      throw Errors.parameter(where("modify"), 3, "param", null, "give an EpParam");
    }
    EpModifyChecks.fields(this, mask);
    EpAttr nextAttr = EpModifyChecks.attr(this, mask, param);
    EpSpec next = EpModifyChecks.spec(this, mask, param);
    EpSpec last = spec;
    synchronized (ia().sourceLock()) {
      next.displace(last, attr, where("modify"), 3, nextAttr);
    }
    try {
      implModify(mask, next, nextAttr);
    } catch (RuntimeException | Error e) {
      synchronized (ia().sourceLock()) {
        next.restore(last, attr, where("modify"), 3);
      }
      throw e;
    }
    last.releaseParts();
    spec = next;
    attr = nextAttr;
  }

  @Override
  public final EpStatus getStatus() {
    checkLive("getStatus");
    return implGetStatus();
  }

  @Override
  public final void connect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    checkLive("connect");
    String where = where("connect");
    ConnectChecks.address(where, remoteAddress);
    ConnectChecks.timeout(where, 4, timeoutMicros);
    ConnectChecks.privateData(where, 5, privateData, ia().providerAttr());
    ConnectChecks.qos(where, 7, qos, ia().providerAttr());
    ConnectChecks.flags(where, flags, ia().providerAttr());
    checkConfigured(where);
    implConnect(remoteAddress, remoteConnQual, timeoutMicros, copy(privateData), qos, flags);
    connectFlags = flags;
  }

  @Override
  public final void dupConnect(Ep connected, long timeoutMicros, byte[] privateData, int qos) {
    checkLive("dupConnect");
    String where = where("dupConnect");
    AbstractEp dup =
        own(ia(), connected, AbstractEp.class, where, "connected", DatSubtype.INVALID_HANDLE_EP);
    ConnectChecks.timeout(where, 3, timeoutMicros);
    ConnectChecks.privateData(where, 4, privateData, ia().providerAttr());
    ConnectChecks.qos(where, 6, qos, ia().providerAttr());
    checkConfigured(where);
    EpParam peer = dup.implQuery();
    if (!EpInput.DUPLICATED.permits(peer.state())) {
      throw dup.wrongState(
          "dupConnect", peer.state(), "duplicate the connection of a CONNECTED EP");
    }
    implConnect(
        peer.remoteIaAddress(),
        peer.remotePortQual(),
        timeoutMicros,
        copy(privateData),
        qos,
        dup.connectFlags);
    connectFlags = dup.connectFlags;
  }

  private static byte[] copy(byte[] privateData) {
    return privateData == null ? NO_DATA : privateData.clone();
  }

  /**
   * Refuses to connect or accept without PZ or connect EVD: DAT-D08 in {@code
   * docs/reference/decisions.md}.
   */
  final void checkConfigured(String where) {
    if (spec.pz() == null || spec.connectEvd() == null) {
      throw Errors.state(
          where,
          DatSubtype.INVALID_STATE_EP_NOTREADY,
          spec.pz() == null ? "pz" : "connectEvd",
          null,
          "give the endpoint a PZ and a connect EVD");
    }
  }

  @Override
  public final void disconnect(CloseFlags flags) {
    checkLive("disconnect");
    if (flags == null) {
      throw Errors.parameter(where("disconnect"), 2, "flags", null, "give ABRUPT or GRACEFUL");
    }
    implDisconnect(flags);
  }

  @Override
  public final void reset() {
    checkLive("reset");
    implReset();
  }

  @Override
  public final void free() {
    checkLive("free");
    EpState state = knownState();
    if (state != null) {
      // Before the handle is claimed: a refused free leaves it valid for other threads throughout.
      checkFree(state);
    }
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  /**
   * Checks that an endpoint may be freed in a state. A provider calls it in {@link #implFree} where
   * the state may have changed after the check of the base.
   *
   * @param state the state
   * @throws DatException DAT_INVALID_STATE
   */
  protected final void checkFree(EpState state) {
    if (!EpInput.FREE.permits(state)) {
      throw wrongState("free", state, "free its RSP or answer its request first");
    }
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  public final int postSend(LmrIov iov, long cookie, int flags) {
    LmrIov segments = SegmentChecks.orNone(iov);
    PostChecks.check(this, DtoOp.SEND, flags);
    long total = sources.check(spec.pz(), segments, attr.maxRequestIov(), MemPriv.LOCAL_READ);
    PostChecks.length(this, DtoOp.SEND, total, attr.maxMessageSize());
    return implPost(DtoOp.SEND, segments, 0, 0, total, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postSend(int lmrContext, long address, long length, long cookie, int flags) {
    PostChecks.check(this, DtoOp.SEND, flags);
    sources.check(spec.pz(), lmrContext, address, length, MemPriv.LOCAL_READ);
    PostChecks.length(this, DtoOp.SEND, length, attr.maxMessageSize());
    return implPost(DtoOp.SEND, null, lmrContext, address, length, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRecv(LmrIov iov, long cookie, int flags) {
    LmrIov segments = SegmentChecks.orNone(iov);
    PostChecks.check(this, DtoOp.RECEIVE, flags);
    long total = sinks.check(spec.pz(), segments, attr.maxRecvIov(), MemPriv.LOCAL_WRITE);
    return implPost(DtoOp.RECEIVE, segments, 0, 0, total, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRecv(int lmrContext, long address, long length, long cookie, int flags) {
    PostChecks.check(this, DtoOp.RECEIVE, flags);
    sinks.check(spec.pz(), lmrContext, address, length, MemPriv.LOCAL_WRITE);
    return implPost(DtoOp.RECEIVE, null, lmrContext, address, length, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRdmaRead(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    LmrIov segments = SegmentChecks.orNone(iov);
    PostChecks.check(this, DtoOp.RDMA_READ, flags);
    PostChecks.reads(this);
    long total = sources.check(spec.pz(), segments, attr.maxRdmaReadIov(), readPrivilege);
    PostChecks.remote(this, DtoOp.RDMA_READ, remoteLength);
    if (total < remoteLength) {
      throw PostChecks.lengthError(
          this, DtoOp.RDMA_READ, "iov", total, "give segments of " + remoteLength);
    }
    return implPost(
        DtoOp.RDMA_READ,
        segments,
        0,
        0,
        total,
        cookie,
        rmrContext,
        remoteAddress,
        remoteLength,
        flags);
  }

  @Override
  public final int postRdmaRead(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags) {
    PostChecks.check(this, DtoOp.RDMA_READ, flags);
    PostChecks.reads(this);
    sources.check(spec.pz(), lmrContext, address, length, readPrivilege);
    PostChecks.remote(this, DtoOp.RDMA_READ, length);
    return implPost(
        DtoOp.RDMA_READ,
        null,
        lmrContext,
        address,
        length,
        cookie,
        rmrContext,
        remoteAddress,
        length,
        flags);
  }

  @Override
  public final int postRdmaWrite(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    LmrIov segments = SegmentChecks.orNone(iov);
    PostChecks.check(this, DtoOp.RDMA_WRITE, flags);
    long total = sources.check(spec.pz(), segments, attr.maxRdmaWriteIov(), MemPriv.LOCAL_READ);
    PostChecks.notNegative(this, DtoOp.RDMA_WRITE, remoteLength);
    PostChecks.length(this, DtoOp.RDMA_WRITE, total, attr.maxRdmaSize());
    if (total > remoteLength) {
      throw PostChecks.lengthError(
          this,
          DtoOp.RDMA_WRITE,
          "remoteLength",
          remoteLength,
          "give at least " + total + " bytes");
    }
    return implPost(
        DtoOp.RDMA_WRITE,
        segments,
        0,
        0,
        total,
        cookie,
        rmrContext,
        remoteAddress,
        remoteLength,
        flags);
  }

  @Override
  public final int postRdmaWrite(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags) {
    PostChecks.check(this, DtoOp.RDMA_WRITE, flags);
    sources.check(spec.pz(), lmrContext, address, length, MemPriv.LOCAL_READ);
    PostChecks.remote(this, DtoOp.RDMA_WRITE, length);
    return implPost(
        DtoOp.RDMA_WRITE,
        null,
        lmrContext,
        address,
        length,
        cookie,
        rmrContext,
        remoteAddress,
        length,
        flags);
  }

  /**
   * The refusal of a call in the wrong state.
   *
   * @param call name of the Java call
   * @param state the state
   * @param remedy what to do
   * @return the exception
   */
  protected final DatException wrongState(String call, EpState state, String remedy) {
    return Errors.state(where(call), Subtypes.ofState(state), "state", state, remedy);
  }

  /**
   * Makes the refusal of a call that needs an endpoint in state UNCONNECTED.
   *
   * @param call the name of the call
   * @param state the state it is in
   * @return the exception to throw; its remedy for an endpoint of an ended connection is a reset
   */
  protected final DatException notUnconnected(String call, EpState state) {
    return wrongState(
        call,
        state,
        state == EpState.DISCONNECTED
            ? "reset() the endpoint and post its receives anew, or give another one"
            : "give an endpoint in state UNCONNECTED");
  }

  @Override
  public final EpRecvInfo recvQuery() {
    checkLive("recvQuery");
    if (ia().providerAttr().epRecvInfoSupported() == 0) {
      throw Errors.model(where("recvQuery"), "call", "recvQuery", "ep_recv_info_supported is 0");
    }
    return implRecvQuery();
  }

  @Override
  public final void setWatermark(int softHighWatermark, int hardHighWatermark) {
    checkLive("setWatermark");
    if (ia().providerAttr().srqWatermarksSupported() == 0) {
      throw Errors.model(
          where("setWatermark"), "call", "setWatermark", "srq_watermarks_supported is 0");
    }
    implSetWatermark(softHighWatermark, hardHighWatermark);
  }

  /**
   * The state, where the provider can tell it without a call into a library. The base then refuses
   * what the state does not permit before it calls the provider. With null the provider refuses it
   * itself, by {@link #checkFree}, {@link #checkModifiable} and {@link #wrongState}.
   *
   * @return the state, or null
   */
  protected abstract EpState knownState();

  /**
   * Reads parameters.
   *
   * @return the snapshot
   */
  protected abstract EpParam implQuery();

  /**
   * Reads the status.
   *
   * @return the snapshot
   */
  protected abstract EpStatus implGetStatus();

  /**
   * Starts a connection; checks the state with {@link EpInput#CONNECT}. The outcome is an event on
   * the connect EVD. The provider watches the time: CONNECTION_EVENT_TIMED_OUT when it is over, or
   * CONNECTION_EVENT_UNREACHABLE if the peer's machine has not answered.
   *
   * @param remoteAddress not null
   * @param remoteConnQual any qualifier
   * @param timeoutMicros positive
   * @param privateData a copy, not null, not too long
   * @param qos supported
   * @param flags supported
   */
  protected abstract void implConnect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags);

  /**
   * Ends the connection; checks the state with {@link EpInput}. A graceful end in CONNECTED moves
   * to DISCONNECT_PENDING, and on when all requests are complete. Each end flushes the requests and
   * Receives that are left, and reports its connection event behind their completions.
   *
   * @param flags how
   */
  protected abstract void implDisconnect(CloseFlags flags);

  /**
   * Posts a data transfer. One method for all kinds: the arguments a kind does not have are 0.
   * Called by any thread, by several at once, in any state of the endpoint: a post to an endpoint
   * that is not connected is queued or flushed as its state demands. Must not block or allocate. A
   * Receive of this endpoint comes here too, as {@link DtoOp#RECEIVE}; {@link
   * AbstractSrq#implPostRecv} is for a shared receive queue only.
   *
   * <p>A Send and an RDMA Write move {@code length} bytes. An RDMA Read moves {@code remoteLength}
   * bytes, which is at most {@code length}: the rest of the segments stays as it is.
   *
   * <p>Requests, binds among them, and Receives have places: {@link EpAttr#maxRequestDtos()} and
   * {@link EpAttr#maxRecvDtos()}. A place is free again when dequeue or await gives its completion
   * to the program. Without an event to take it is free when the transfer is done.
   *
   * <p>A Send that finds no Receive waits for a short time, one second in the providers of dat4j.
   * Then it completes with ERR_RECEIVER_NOT_READY, and the connection ends with BROKEN.
   *
   * <p>The base has checked zone, bounds and privileges of the local memory. An LMR may be freed
   * while the transfer waits. Then the transfer completes with ERR_LOCAL_PROTECTION, and its memory
   * is not touched.
   *
   * @param op which; RECEIVE among them
   * @param iov checked segments, to be copied; null for the single one
   * @param lmrContext single segment
   * @param address single segment
   * @param length of all segments
   * @param cookie of the completion
   * @param rmrContext remote memory of an RDMA
   * @param remoteAddress remote memory of an RDMA
   * @param remoteLength bytes of remote memory: of a Write at least {@code length}, of a Read at
   *     most {@code length}
   * @param flags checked
   * @return SUCCESS, or INSUFFICIENT_RESOURCES when no place is free
   * @throws DatException DAT_INVALID_STATE for a request where {@link EpInput#POST_REQUEST} is not
   *     permitted
   */
  protected abstract int implPost(
      DtoOp op,
      LmrIov iov,
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      long remoteLength,
      int flags);

  /**
   * Changes parameters; on a refusal nothing changes. {@link #spec()} and {@link #attr()} still
   * give what was before. Every provider overrides this: it calls {@link #checkModifiable} with the
   * state, under the lock that keeps the state, and takes over what it has copied of the parts.
   *
   * @param mask defined bits of {@link EpField}, permitted in the state where it is known
   * @param next checked parts from now on
   * @param nextAttr checked attributes from now on
   */
  protected void implModify(long mask, EpSpec next, EpAttr nextAttr) {
    throw Errors.notImplemented("dat_ep_modify", this);
  }

  /**
   * Refuses changes that a state does not permit, for providers that only learn it in the call.
   *
   * @param mask bits of {@link EpField}
   * @param state the present state
   */
  protected final void checkModifiable(long mask, EpState state) {
    EpModifyChecks.state(this, mask, state);
  }

  /**
   * Goes back to UNCONNECTED; checks the state with {@link EpInput#RESET}. From DISCONNECTED the
   * queues begin anew, and the places of the old connection are free. Completions that are queued
   * stay. Every provider overrides this.
   */
  protected void implReset() {
    throw Errors.notImplemented("dat_ep_reset", this);
  }

  /**
   * Counts Receives. Called where the attribute {@code ep_recv_info_supported} is not 0: a provider
   * that declares it overrides this.
   *
   * @return the counts; DAT_VALUE_UNKNOWN for one that the provider cannot tell
   */
  protected EpRecvInfo implRecvQuery() {
    throw Errors.notImplemented("dat_ep_recv_query", this);
  }

  /**
   * Sets watermarks. Called where {@code srq_watermarks_supported} is not 0: a provider that
   * declares it overrides this.
   *
   * @param softHighWatermark count
   * @param hardHighWatermark count
   */
  protected void implSetWatermark(int softHighWatermark, int hardHighWatermark) {
    throw Errors.model(
        where("setWatermark"), "call", "setWatermark", "this backend has no watermarks");
  }
}
