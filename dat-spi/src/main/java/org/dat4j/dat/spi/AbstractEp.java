package org.dat4j.dat.spi;

import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
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
import org.dat4j.dat.Qos;

/**
 * First layer of an endpoint: checks every argument of connects and posts, keeps zone, EVDs and SRQ
 * busy. What depends on the state is refused here where the provider knows the state, and by the
 * provider otherwise.
 */
public abstract class AbstractEp extends AbstractDatObject implements Ep {

  private final EpSpec spec;
  private final EpAttr attr;
  private final int readPrivilege;

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
   * Zone, EVDs and SRQ.
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
    spec.release();
  }

  @Override
  public final EpParam query(long mask) {
    checkMask("query", mask, EpField.ALL);
    return implQuery();
  }

  @Override
  public final void modify(long mask, EpParam param) {
    checkMask("modify", mask, EpField.ALL);
    implModify(mask, param);
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
    if (remoteAddress == null) {
      throw Errors.parameter(where, 2, "remoteAddress", null, "give the address of an adapter");
    }
    checkConnectTimeout(where, 4, timeoutMicros);
    ia().checkPrivateData(where, 5, privateData);
    checkQos(where, 7, qos);
    if ((flags & ~ConnectFlags.MULTIPATH) != 0) {
      throw Errors.parameter(where, 8, "flags", flags, "use defined connect flags");
    }
    if ((flags & ConnectFlags.MULTIPATH) != 0 && !ia().providerAttr().supportsMultipath()) {
      throw Errors.model(
          where, "flags", ConnectFlags.toString(flags), "supports_multipath is false");
    }
    checkConfigured(where);
    byte[] data = privateData == null ? new byte[0] : privateData.clone();
    implConnect(remoteAddress, remoteConnQual, timeoutMicros, data, qos, flags);
  }

  @Override
  public final void dupConnect(Ep connected, long timeoutMicros, byte[] privateData, int qos) {
    checkLive("dupConnect");
    String where = where("dupConnect");
    AbstractEp dup =
        own(ia(), connected, AbstractEp.class, where, "connected", DatSubtype.INVALID_HANDLE_EP);
    checkConnectTimeout(where, 3, timeoutMicros);
    ia().checkPrivateData(where, 4, privateData);
    checkQos(where, 6, qos);
    checkConfigured(where);
    byte[] data = privateData == null ? new byte[0] : privateData.clone();
    implDupConnect(dup, timeoutMicros, data, qos);
  }

  private static void checkConnectTimeout(String where, int position, long timeoutMicros) {
    if (timeoutMicros <= 0 || timeoutMicros > DatConstants.TIMEOUT_INFINITE) {
      throw Errors.parameter(
          where,
          position,
          "timeoutMicros",
          timeoutMicros,
          "give 1 to 4294967295 (TIMEOUT_INFINITE)");
    }
  }

  private void checkQos(String where, int position, int qos) {
    int defined = Qos.HIGH_THROUGHPUT | Qos.LOW_LATENCY | Qos.ECONOMY | Qos.PREMIUM;
    if ((qos & ~defined) != 0) {
      throw Errors.parameter(where, position, "qos", qos, "use defined qualities");
    }
    if ((qos & ~ia().providerAttr().qosSupported()) != 0) {
      throw Errors.model(where, "qos", Qos.toString(qos), "use Qos.BEST_EFFORT");
    }
  }

  /** Refuses to connect or accept without zone or connect EVD (D08). */
  final void checkConfigured(String where) {
    if (spec.pz() == null || spec.connectEvd() == null) {
      throw Errors.state(
          where,
          DatSubtype.INVALID_STATE_EP_NOTREADY,
          spec.pz() == null ? "pz" : "connectEvd",
          null,
          "give the endpoint a zone and a connect EVD");
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
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  @Override
  public final void close() {
    if (!isFreed()) {
      free();
    }
  }

  @Override
  public final int postSend(LmrIov iov, long cookie, int flags) {
    checkPost(DtoOp.SEND, flags);
    long total =
        Segments.check(this, ia(), spec.pz(), iov, attr.maxRequestIov(), MemPriv.LOCAL_READ);
    checkLength(DtoOp.SEND, total, attr.maxMessageSize());
    return implPost(DtoOp.SEND, iov, 0, 0, total, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postSend(int lmrContext, long address, long length, long cookie, int flags) {
    checkPost(DtoOp.SEND, flags);
    Segments.check(this, ia(), spec.pz(), lmrContext, address, length, MemPriv.LOCAL_READ);
    checkLength(DtoOp.SEND, length, attr.maxMessageSize());
    return implPost(DtoOp.SEND, null, lmrContext, address, length, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRecv(LmrIov iov, long cookie, int flags) {
    checkPost(DtoOp.RECEIVE, flags);
    long total = Segments.check(this, ia(), spec.pz(), iov, attr.maxRecvIov(), MemPriv.LOCAL_WRITE);
    return implPost(DtoOp.RECEIVE, iov, 0, 0, total, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRecv(int lmrContext, long address, long length, long cookie, int flags) {
    checkPost(DtoOp.RECEIVE, flags);
    Segments.check(this, ia(), spec.pz(), lmrContext, address, length, MemPriv.LOCAL_WRITE);
    return implPost(DtoOp.RECEIVE, null, lmrContext, address, length, cookie, 0, 0, 0, flags);
  }

  @Override
  public final int postRdmaRead(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    checkPost(DtoOp.RDMA_READ, flags);
    checkReads();
    long total = Segments.check(this, ia(), spec.pz(), iov, attr.maxRdmaReadIov(), readPrivilege);
    checkRemote(DtoOp.RDMA_READ, remoteLength);
    if (total < remoteLength) {
      throw lengthError(DtoOp.RDMA_READ, "iov", total, "give segments of " + remoteLength);
    }
    return implPost(
        DtoOp.RDMA_READ, iov, 0, 0, total, cookie, rmrContext, remoteAddress, remoteLength, flags);
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
    checkPost(DtoOp.RDMA_READ, flags);
    checkReads();
    Segments.check(this, ia(), spec.pz(), lmrContext, address, length, readPrivilege);
    checkRemote(DtoOp.RDMA_READ, length);
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
    checkPost(DtoOp.RDMA_WRITE, flags);
    long total =
        Segments.check(this, ia(), spec.pz(), iov, attr.maxRdmaWriteIov(), MemPriv.LOCAL_READ);
    checkRemote(DtoOp.RDMA_WRITE, remoteLength);
    if (total > remoteLength) {
      throw lengthError(
          DtoOp.RDMA_WRITE, "remoteLength", remoteLength, "give at least " + total + " octets");
    }
    return implPost(
        DtoOp.RDMA_WRITE, iov, 0, 0, total, cookie, rmrContext, remoteAddress, remoteLength, flags);
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
    checkPost(DtoOp.RDMA_WRITE, flags);
    Segments.check(this, ia(), spec.pz(), lmrContext, address, length, MemPriv.LOCAL_READ);
    checkRemote(DtoOp.RDMA_WRITE, length);
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

  private void checkPost(DtoOp op, int flags) {
    checkLive(op.call());
    int needed = flags & CompletionFlags.UNSIGNALLED;
    int configured =
        op == DtoOp.RECEIVE ? attr.recvCompletionFlags() : attr.requestCompletionFlags();
    if ((flags & ~op.flags()) != 0 || (needed & ~configured) != 0) {
      throw Errors.parameter(
          where(op.call()),
          5,
          "flags",
          CompletionFlags.toString(flags),
          "use "
              + CompletionFlags.toString(op.flags())
              + "; UNSIGNALLED only where the EP's completion flags have it");
    }
    if (op == DtoOp.RECEIVE) {
      if (spec.srq() != null) {
        throw Errors.state(
            where(op.call()),
            DatSubtype.NO_SUBTYPE,
            "srq",
            spec.srq(),
            "post receive buffers to the SRQ");
      }
      return;
    }
    EpState state = knownState();
    if (state != EpState.CONNECTED && state != null && state != EpState.DISCONNECTED) {
      throw wrongState(op.call(), state, "connect the endpoint first");
    }
  }

  private void checkReads() {
    if (attr.maxRdmaReadOut() == 0) {
      throw Errors.parameter(
          where("postRdmaRead"),
          1,
          "max_rdma_read_out",
          0,
          "create the endpoint with maxRdmaReadOut of at least 1");
    }
  }

  private void checkRemote(DtoOp op, long length) {
    if (length < 0) {
      throw Errors.parameter(where(op.call()), 5, "length", length, "give 0 or more octets");
    }
    checkLength(op, length, attr.maxRdmaSize());
  }

  private void checkLength(DtoOp op, long length, long max) {
    if (length > max) {
      throw lengthError(op, "length", length, "the endpoint's maximum is " + max);
    }
  }

  private DatException lengthError(DtoOp op, String argument, long value, String remedy) {
    return Errors.of(
        DatReturn.LENGTH_ERROR, DatSubtype.NO_SUBTYPE, where(op.call()), argument, value, remedy);
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
   * The state, where the provider can tell it without a call into a library.
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
   * Starts a connection; checks the state.
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
   * Ends the connection; checks the state.
   *
   * @param flags how
   */
  protected abstract void implDisconnect(CloseFlags flags);

  /**
   * Posts a data transfer. One method for all kinds: the arguments a kind does not have are 0.
   *
   * @param op which
   * @param iov checked segments, to be copied; null for the single one
   * @param lmrContext single segment
   * @param address single segment
   * @param length of all segments
   * @param cookie of the completion
   * @param rmrContext remote memory of an RDMA
   * @param remoteAddress remote memory of an RDMA
   * @param remoteLength remote memory of an RDMA, checked against the length
   * @param flags checked
   * @return a {@link DatReturn}
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
   * Changes parameters.
   *
   * @param mask defined bits of {@link EpField}
   * @param param the values
   */
  protected void implModify(long mask, EpParam param) {
    throw Errors.notImplemented("dat_ep_modify", this);
  }

  /**
   * Connects to where another endpoint is connected.
   *
   * @param connected live endpoint of the same adapter
   * @param timeoutMicros positive
   * @param privateData a copy, not null, not too long
   * @param qos supported
   */
  protected void implDupConnect(
      AbstractEp connected, long timeoutMicros, byte[] privateData, int qos) {
    throw Errors.notImplemented("dat_ep_dup_connect", this);
  }

  /** Back to UNCONNECTED; checks the state. */
  protected void implReset() {
    throw Errors.notImplemented("dat_ep_reset", this);
  }

  /**
   * Counts receives.
   *
   * @return the counts
   */
  protected EpRecvInfo implRecvQuery() {
    throw Errors.notImplemented("dat_ep_recv_query", this);
  }

  /**
   * Sets watermarks.
   *
   * @param softHighWatermark count
   * @param hardHighWatermark count
   */
  protected void implSetWatermark(int softHighWatermark, int hardHighWatermark) {
    throw Errors.notImplemented("dat_ep_set_watermark", this);
  }
}
