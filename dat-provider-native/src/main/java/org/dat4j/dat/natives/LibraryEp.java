package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;

/** Endpoints of the library: an endpoint of ours stands for one after the other. */
final class LibraryEp {

  private LibraryEp() {}

  /**
   * Makes one.
   *
   * @param where object and call, for the refusal
   * @return its handle
   */
  static long create(NativeIa adapter, EpSpec spec, EpAttr attr, String where) {
    long recvEvd = transfers(adapter, spec.recvEvd());
    long requestEvd = transfers(adapter, spec.requestEvd());
    NativeMemory attributes = Attributes.endpoint(attr, recvEvd != 0, requestEvd != 0);
    Out out = new Out();
    int ret =
        LibDat.dat_ep_create(
            adapter.handle(),
            spec.pz() == null ? 0 : ((NativePz) spec.pz()).handle(),
            recvEvd,
            requestEvd,
            handle(spec.connectEvd()),
            attributes.address(),
            out.address(0));
    long handle = out.getLong(0);
    Reference.reachabilityFence(attributes);
    NativeErrors.check(ret, where, "dat_ep_create");
    return handle;
  }

  /**
   * Whether the library is through with the connection. It takes posts even then, and some devices
   * never flush them.
   *
   * @param handle of an endpoint
   * @param status where to write, the caller's own
   */
  static boolean isDisconnected(long handle, Out status) {
    int ret =
        LibDat.dat_ep_get_status(handle, status.address(0), status.address(1), status.address(2));
    return Ret.isSuccess(ret) && status.getInt(0) == EpState.DISCONNECTED.value();
  }

  /** The dispatcher's handle; for none one that stays empty, where the device insists on it. */
  private static long transfers(NativeIa adapter, AbstractEvd evd) {
    return evd == null && adapter.isIwarp() ? adapter.spareTransfers() : handle(evd);
  }

  private static long handle(AbstractEvd evd) {
    return evd == null ? 0 : ((NativeEvd) evd).handle();
  }
}
