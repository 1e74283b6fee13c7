package org.dat4j.dat.udapl;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.ForeignMemory;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.CrReply;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.PrivateData;
import org.dat4j.dat.udapl.libdapl.SocketAddresses;

/**
 * A connection request that came to an adapter of the native backend through the uDAPL library. The
 * requester's data is copied when it arrives.
 */
final class NativeCr extends AbstractCr {

  private static final System.Logger LOG = System.getLogger(NativeCr.class.getName());

  private final long handle;
  private final CrParam param;
  private final NativeRsp reserved;
  private final NativeEp endpoint;

  /** Whether the library has forgotten it, so that a call with its handle would end the process. */
  private volatile boolean unknownToLibrary;

  private NativeCr(
      NativeIa adapter, long handle, CrParam param, NativeRsp reserved, NativeEp endpoint) {
    super(adapter);
    this.handle = handle;
    this.param = param;
    this.reserved = reserved;
    this.endpoint = endpoint;
    if (endpoint != null) {
      endpoint.connection().setRequester(param);
    }
  }

  /**
   * Makes the object of a request that the library has reported.
   *
   * @param reserved the service point that gives it an endpoint, or null
   * @param endpoint in state PASSIVE_CONNECTION_PENDING, or null
   */
  static NativeCr arrived(NativeIa adapter, long handle, NativeRsp reserved, NativeEp endpoint) {
    NativeMemory m = NativeMemory.allocate(ParamLayout.CrParam.SIZE);
    int ret = LibDat.dat_cr_query(handle, CrField.ALL, m.address());
    CrParam param;
    if (ReturnCodes.isSuccess(ret)) {
      param =
          new CrParam(
              SocketAddresses.read(m.getLong(ParamLayout.CrParam.REMOTE_IA_ADDRESS_PTR)),
              port(m),
              ForeignMemory.copy(
                  m.getLong(ParamLayout.CrParam.PRIVATE_DATA),
                  Math.max(0, m.getInt(ParamLayout.CrParam.PRIVATE_DATA_SIZE))),
              null);
    } else {
      param = new CrParam(null, 0, new byte[0], null);
    }
    return new NativeCr(adapter, handle, param, reserved, endpoint);
  }

  private NativeIa adapter() {
    return (NativeIa) ia();
  }

  @Override
  protected AbstractEp localEp() {
    return endpoint;
  }

  /** Returns the requester's port, which libdapl leaves in the address. */
  private static long port(NativeMemory m) {
    long port = m.getLong(ParamLayout.CrParam.REMOTE_PORT_QUAL);
    return port != 0
        ? port
        : SocketAddresses.port(m.getLong(ParamLayout.CrParam.REMOTE_IA_ADDRESS_PTR));
  }

  @Override
  protected CrParam implQuery() {
    return new CrParam(
        param.remoteIaAddress(), param.remotePortQual(), param.privateData().clone(), endpoint);
  }

  @Override
  protected void implAccept(AbstractEp ep, byte[] privateData) {
    checkKnown("accept");
    ByteBuffer data = PrivateData.write(privateData);
    int ret =
        ((NativeEp) ep)
            .accept(
                this, handle, privateData.length, data == null ? 0 : NativeMemory.addressOf(data));
    Reference.reachabilityFence(data);
    if (!ReturnCodes.isSuccess(ret)) {
      // The library has rejected and forgotten it.
      markUnknown();
      throw NativeErrors.of(ret, where("accept"), "dat_cr_accept");
    }
    if (reserved != null) {
      reserved.forgotten();
    }
  }

  /** Refuses a call that needs the library's request. */
  private void checkKnown(String call) {
    if (unknownToLibrary) {
      throw Errors.state(
          where(call),
          DatSubtype.NO_SUBTYPE,
          "request",
          "rejected by the library when its accept failed",
          "reject it too, the requester has to ask again");
    }
  }

  /** Notes that the library has forgotten it. */
  void markUnknown() {
    unknownToLibrary = true;
  }

  @Override
  protected void implReject() {
    if (!unknownToLibrary) {
      int ret = new CrReply(adapter(), handle).reject();
      if (ReturnCodes.isSuccess(ret)) {
        markUnknown();
      } else {
        // The requester is gone. The library keeps the request until the adapter is closed.
        LOG.log(System.Logger.Level.DEBUG, "{0}: dat_cr_reject answers {1}", this, ret);
      }
    }
    release();
  }

  /** Releases the endpoint of an ended request. */
  private void release() {
    if (reserved != null) {
      reserved.forgotten();
      endpoint.requestGone();
    }
  }

  /** Moves the request to the EVD of another service point; the library has no call for it. */
  @Override
  protected void implHandoff(long connQual) {
    checkKnown("handoff");
    NativeIa adapter = adapter();
    DatObject target = adapter.listeners().find(connQual);
    NativeRsp rsp = target instanceof NativeRsp found ? found : null;
    NativeEp taken = rsp == null ? null : rsp.take();
    if (target == null || rsp != null && taken == null) {
      throw noListener(connQual);
    }
    NativeCr request = new NativeCr(adapter, handle, param, rsp, taken);
    NativeEvd evd = (NativeEvd) (rsp == null ? ((NativePsp) target).evd() : rsp.evd());
    if (!evd.synthetic().request(this, request, rsp == null ? target : null, connQual)) {
      // Its service point was freed behind the search.
      request.release();
      throw noListener(connQual);
    }
    release();
  }

  private DatException noListener(long connQual) {
    return Errors.parameter(
        where("handoff"),
        2,
        "connQual",
        connQual,
        "name a qualifier that a PSP or RSP of this adapter listens on");
  }
}
