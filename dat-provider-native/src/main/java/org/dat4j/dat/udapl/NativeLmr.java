package org.dat4j.dat.udapl;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.udapl.abi.DatCalls;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;
import org.dat4j.dat.udapl.machine.MemlockLimit;

/**
 * A local memory region of the native backend, which the uDAPL library has registered with the RDMA
 * device. The first layer of the SPI keeps the region, and so its direct buffer, reachable; the
 * adapter keeps this object reachable until it is freed.
 */
final class NativeLmr extends AbstractLmr {

  private final long handle;

  private NativeLmr(LmrSpec spec, OutParams out) {
    super(spec, out.getInt(1), out.getInt(2), out.getLong(3), out.getLong(4));
    this.handle = out.getLong(0);
  }

  static NativeLmr create(NativeIa adapter, LmrSpec spec) {
    String where = adapter.where("createLmr");
    if (spec.memType() != MemType.VIRTUAL) {
      throw Errors.model(
          where, "memType", spec.memType(), "lmr_mem_types_supported is 0: use MemType.VIRTUAL");
    }
    OutParams out = new OutParams();
    int ret =
        DatCalls.lmrCreate(
            adapter.handle(),
            spec.memType().value(),
            address(where, spec),
            spec.length(),
            ((NativePz) spec.pz()).handle(),
            privileges(spec.privileges()),
            out.address(0));
    if (!ReturnCodes.isSuccess(ret)) {
      if (ReturnCodes.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
        throw Errors.resources(
            where,
            DatSubtype.RESOURCE_MEMORY_REGION,
            "region",
            spec.region() + " of which " + spec.length() + " bytes",
            "the device refused it; check that all of it is mapped, and "
                + MemlockLimit.read().advice());
      }
      throw NativeErrors.of(ret, where, "dat_lmr_create");
    }
    return new NativeLmr(spec, out);
  }

  private static long address(String where, LmrSpec spec) {
    ByteBuffer buffer = spec.region().buffer();
    if (buffer == null) {
      return spec.region().address();
    }
    if (spec.length() > buffer.remaining()) {
      throw Errors.parameter(
          where, 4, "length", spec.length(), "the buffer has " + buffer.remaining() + " left");
    }
    return NativeMemory.addressOf(buffer);
  }

  /** Devices grant remote writes only together with local ones; the first layer checks the rest. */
  private static int privileges(int asked) {
    return (asked & MemPriv.REMOTE_WRITE) == 0 ? asked : asked | MemPriv.LOCAL_WRITE;
  }

  @Override
  protected void implFree() {
    NativeErrors.check(LibDat.dat_lmr_free(handle), where("free"), "dat_lmr_free");
  }
}
