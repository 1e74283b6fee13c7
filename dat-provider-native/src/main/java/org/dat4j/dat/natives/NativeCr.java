package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.natives.abi.ForeignMemory;
import org.dat4j.dat.natives.abi.LibDat2;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout2;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.Errors;

/** A connection request of the library. Who asks is copied when it arrives. */
final class NativeCr extends AbstractCr {

  private final long handle;
  private final CrParam param;
  private volatile boolean refusedByLibrary;

  private NativeCr(NativeIa adapter, long handle, CrParam param) {
    super(adapter);
    this.handle = handle;
    this.param = param;
  }

  static NativeCr arrived(NativeIa adapter, long handle) {
    NativeMemory m = NativeMemory.allocate(ParamLayout2.CrParam.SIZE);
    int ret = LibDat2.dat_cr_query(handle, CrField.ALL, m.address());
    CrParam param;
    if (Ret.isSuccess(ret)) {
      param =
          new CrParam(
              SocketAddresses.read(m.getLong(ParamLayout2.CrParam.REMOTE_IA_ADDRESS_PTR)),
              port(m),
              ForeignMemory.copy(
                  m.getLong(ParamLayout2.CrParam.PRIVATE_DATA),
                  Math.max(0, m.getInt(ParamLayout2.CrParam.PRIVATE_DATA_SIZE))),
              null);
    } else {
      param = new CrParam(null, 0, new byte[0], null);
    }
    return new NativeCr(adapter, handle, param);
  }

  /** The requester's port; libdapl leaves it in the address. */
  private static long port(NativeMemory m) {
    long port = m.getLong(ParamLayout2.CrParam.REMOTE_PORT_QUAL);
    return port != 0
        ? port
        : SocketAddresses.port(m.getLong(ParamLayout2.CrParam.REMOTE_IA_ADDRESS_PTR));
  }

  @Override
  protected CrParam implQuery() {
    return new CrParam(
        param.remoteIaAddress(), param.remotePortQual(), param.privateData().clone(), null);
  }

  @Override
  protected void implAccept(AbstractEp ep, byte[] privateData) {
    if (refusedByLibrary) {
      throw Errors.state(
          where("accept"),
          DatSubtype.NO_SUBTYPE,
          "request",
          "rejected by the library when its accept failed",
          "reject it too, the requester has to ask again");
    }
    ByteBuffer data = PrivateData.write(privateData);
    int ret =
        ((NativeEp) ep)
            .accept(
                this, handle, privateData.length, data == null ? 0 : NativeMemory.addressOf(data));
    Reference.reachabilityFence(data);
    if (!Ret.isSuccess(ret)) {
      // The library has rejected and forgotten it.
      refusedByLibrary = true;
      throw NativeErrors.of(ret, where("accept"), "dat_cr_accept");
    }
  }

  @Override
  protected void implReject() {
    if (refusedByLibrary) {
      return;
    }
    NativeErrors.check(LibDat2.dat_cr_reject(handle, 0, 0), where("reject"), "dat_cr_reject");
  }
}
