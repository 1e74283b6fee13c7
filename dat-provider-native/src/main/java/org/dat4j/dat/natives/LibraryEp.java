package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpState;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Masks;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;

/** Endpoints of the library: an endpoint of ours stands for one after the other. */
final class LibraryEp {

  private static final long ADDRESS = Masks.ep(EpField.REMOTE_IA_ADDRESS_PTR);

  private LibraryEp() {}

  /**
   * Makes one.
   *
   * @param where object and call, for the refusal
   * @param share of a shared receive queue, or null
   * @return its handle
   */
  static long create(NativeIa adapter, EpSpec spec, EpAttr attr, String where, SrqShare share) {
    if (share != null) {
      return createWithSrq(adapter, spec, attr, where, share);
    }
    long recvEvd = transfers(adapter, spec.recvEvd());
    long requestEvd = transfers(adapter, spec.requestEvd());
    NativeMemory attributes = Attributes.endpoint(attr, recvEvd != 0, requestEvd != 0);
    Out out = new Out();
    int ret =
        LibDat.dat_ep_create(
            adapter.handle(),
            zone(adapter, spec),
            recvEvd,
            requestEvd,
            handle(spec.connectEvd()),
            attributes.address(),
            out.address(0));
    return made(ret, out, attributes, where, "dat_ep_create");
  }

  private static long createWithSrq(
      NativeIa adapter, EpSpec spec, EpAttr attr, String where, SrqShare share) {
    // The library takes an endpoint with a shared queue only if it has all there is to have.
    long requestEvd =
        spec.requestEvd() == null ? adapter.spareTransfers() : handle(spec.requestEvd());
    NativeMemory attributes = Attributes.endpoint(attr, true, true);
    Out out = new Out();
    int ret =
        LibDat.dat_ep_create_with_srq(
            adapter.handle(),
            ((NativePz) share.srq().pz()).handle(),
            share.evd(),
            requestEvd,
            handle(spec.connectEvd()),
            share.srq().handle(),
            attributes.address(),
            out.address(0));
    return made(ret, out, attributes, where, "dat_ep_create_with_srq");
  }

  private static long made(
      int ret, Out out, NativeMemory attributes, String where, String function) {
    long handle = out.getLong(0);
    Reference.reachabilityFence(attributes);
    NativeErrors.check(ret, where, function);
    return handle;
  }

  /**
   * The zone's handle. Where there are shared receive queues no endpoint may be without: the
   * library makes no queue pair then, and looks at the number of everybody's queue pair when a
   * receive from a shared queue fails (dapli_evd_cqe_to_event, SIGSEGV).
   */
  private static long zone(NativeIa adapter, EpSpec spec) {
    return spec.pz() == null ? adapter.spareZone() : ((NativePz) spec.pz()).handle();
  }

  /**
   * Has an endpoint keep its peer's address in its own memory again, to be called before a connect:
   * dat_cr_accept makes it point into the request, which ends before the endpoint, and to nothing
   * when it fails; dat_ep_connect then writes there (SIGSEGV, or somebody else's memory). A query
   * for the address sets the pointer back.
   *
   * @param handle of an endpoint
   */
  static void ownPeerAddress(long handle) {
    NativeMemory m = NativeMemory.allocate(ParamLayout.EpParam.SIZE);
    int ret = LibDat.dat_ep_query(handle, ADDRESS, m.address());
    Reference.reachabilityFence(m);
    NativeErrors.check(ret, "connect", "dat_ep_query");
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
