package org.dat4j.dat.udapl;

import java.lang.ref.Reference;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.DaplAttributes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;

/** A factory of libdapl endpoints for the native backend, with queries of their state. */
final class DaplEpFactory {

  private DaplEpFactory() {}

  /**
   * Makes an endpoint of the library.
   *
   * @param where object and call, for the refusal
   * @param share of a shared receive queue, or null
   * @return its handle
   */
  static long create(
      NativeIa adapter, EpSpec spec, EpAttr attr, String where, SrqReceiveEvd share) {
    if (share != null) {
      return createWithSrq(adapter, spec, attr, where, share);
    }
    long recvEvd = transfers(adapter, spec.recvEvd());
    long requestEvd = transfers(adapter, spec.requestEvd());
    NativeMemory attributes = DaplAttributes.endpoint(attr, recvEvd != 0, requestEvd != 0);
    OutParams out = new OutParams();
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
      NativeIa adapter, EpSpec spec, EpAttr attr, String where, SrqReceiveEvd share) {
    // The library takes an endpoint with a shared queue only if it has all there is to have, and
    // does not ask whether there is an EVD for connection events (SIGSEGV).
    long requestEvd =
        spec.requestEvd() == null ? adapter.spareTransfers() : handle(spec.requestEvd());
    long connectEvd =
        spec.connectEvd() == null ? adapter.spareConnections() : handle(spec.connectEvd());
    NativeMemory attributes = DaplAttributes.endpoint(attr, true, true);
    OutParams out = new OutParams();
    int ret =
        LibDat.dat_ep_create_with_srq(
            adapter.handle(),
            ((NativePz) share.srq().pz()).handle(),
            share.evd(),
            requestEvd,
            connectEvd,
            share.srq().handle(),
            attributes.address(),
            out.address(0));
    return made(ret, out, attributes, where, "dat_ep_create_with_srq");
  }

  private static long made(
      int ret, OutParams out, NativeMemory attributes, String where, String function) {
    long handle = out.getLong(0);
    Reference.reachabilityFence(attributes);
    NativeErrors.check(ret, where, function);
    return handle;
  }

  /**
   * Returns the handle of the PZ of an endpoint. Where there are shared receive queues each
   * endpoint needs a PZ: without one the library makes no queue pair. But it reads the queue pairs
   * of all endpoints when a Receive from a shared queue fails (dapli_evd_cqe_to_event, SIGSEGV).
   */
  private static long zone(NativeIa adapter, EpSpec spec) {
    return spec.pz() == null ? adapter.spareZone() : ((NativePz) spec.pz()).handle();
  }

  /**
   * Tells whether the library has ended the connection. It takes posts even then, and some devices
   * never flush them.
   *
   * @param handle of an endpoint
   * @param status where to write, the caller's own
   */
  static boolean isDisconnected(long handle, OutParams status) {
    int ret =
        LibDat.dat_ep_get_status(handle, status.address(0), status.address(1), status.address(2));
    return ReturnCodes.isSuccess(ret) && status.getInt(0) == EpState.DISCONNECTED.value();
  }

  /** Returns the handle of an EVD; for none, that of a spare one where the device needs an EVD. */
  private static long transfers(NativeIa adapter, AbstractEvd evd) {
    return evd == null && adapter.isIwarp() ? adapter.spareTransfers() : handle(evd);
  }

  private static long handle(AbstractEvd evd) {
    return evd == null ? 0 : ((NativeEvd) evd).handle();
  }
}
