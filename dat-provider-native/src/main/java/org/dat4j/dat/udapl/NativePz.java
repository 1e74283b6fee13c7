package org.dat4j.dat.udapl;

import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.udapl.abi.DatCalls;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.TripletMemory;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;

/** A PZ of the native backend, made as a PZ of the uDAPL library. */
final class NativePz extends AbstractPz {

  private final NativeIa adapter;
  private final long handle;

  /** Not this PZ's monitor: the program may hold that while it waits for another thread. */
  private final Object spareLock = new Object();

  /** A registration that stays empty, made when a receive without segments needs it. */
  private long spare;

  private NativeMemory spareBytes;
  private int spareContext;

  private NativePz(NativeIa adapter, long handle) {
    super(adapter);
    this.adapter = adapter;
    this.handle = handle;
  }

  static NativePz create(NativeIa adapter) {
    OutParams out = new OutParams();
    int ret = LibDat.dat_pz_create(adapter.handle(), out.address(0));
    long handle = out.getLong(0);
    NativeErrors.check(ret, adapter.where("createPz"), "dat_pz_create");
    return new NativePz(adapter, handle);
  }

  long handle() {
    return handle;
  }

  /**
   * Writes a segment without bytes, for a device that takes no Receive or Read without segments.
   *
   * @param segment where to write the segment
   */
  void writeEmptySegment(TripletMemory segment) {
    synchronized (spareLock) {
      if (spare == 0) {
        createSpare();
      }
      segment.put(0, spareContext, spareBytes.address(), 0);
    }
  }

  private void createSpare() {
    NativeMemory bytes = NativeMemory.allocate(Long.BYTES);
    OutParams out = new OutParams();
    int ret =
        DatCalls.lmrCreate(
            adapter.handle(),
            MemType.VIRTUAL.value(),
            bytes.address(),
            Long.BYTES,
            handle,
            MemPriv.LOCAL_WRITE,
            out.address(0));
    NativeErrors.check(ret, where("post"), "dat_lmr_create");
    spareBytes = bytes;
    spareContext = out.getInt(1);
    spare = out.getLong(0);
  }

  @Override
  protected void implFree() {
    synchronized (spareLock) {
      if (spare != 0) {
        NativeErrors.check(LibDat.dat_lmr_free(spare), where("free"), "dat_lmr_free");
        spare = 0;
      }
      adapter.free(this, () -> LibDat.dat_pz_free(handle), "dat_pz_free");
    }
  }
}
