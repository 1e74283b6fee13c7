package org.dat4j.dat.natives;

import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.natives.abi.DatCalls;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractPz;

/** A protection zone of the library. */
final class NativePz extends AbstractPz {

  private final NativeIa adapter;
  private final long handle;

  /** A registration that stays empty, made when a receive without segments needs it. */
  private long spare;

  private NativeMemory spareOctets;
  private int spareContext;

  private NativePz(NativeIa adapter, long handle) {
    super(adapter);
    this.adapter = adapter;
    this.handle = handle;
  }

  static NativePz create(NativeIa adapter) {
    Out out = new Out();
    int ret = LibDat.dat_pz_create(adapter.handle(), out.address(0));
    long handle = out.getLong(0);
    NativeErrors.check(ret, adapter.where("createPz"), "dat_pz_create");
    return new NativePz(adapter, handle);
  }

  long handle() {
    return handle;
  }

  /**
   * Memory of which a segment without octets can be made, for a device that takes no receive
   * without segments.
   *
   * @param segment where to write the segment
   */
  synchronized void writeEmptySegment(TripletMemory segment) {
    if (spare == 0) {
      NativeMemory octets = NativeMemory.allocate(Long.BYTES);
      Out out = new Out();
      int ret =
          DatCalls.lmrCreate(
              adapter.handle(),
              MemType.VIRTUAL.value(),
              octets.address(),
              Long.BYTES,
              handle,
              MemPriv.LOCAL_WRITE,
              out.address(0),
              out.address(1),
              out.address(2),
              out.address(3),
              out.address(4));
      NativeErrors.check(ret, where("postRecv"), "dat_lmr_create");
      spareOctets = octets;
      spareContext = out.getInt(1);
      spare = out.getLong(0);
    }
    segment.put(0, spareContext, spareOctets.address(), 0);
  }

  @Override
  protected synchronized void implFree() {
    if (spare != 0) {
      NativeErrors.check(LibDat.dat_lmr_free(spare), where("free"), "dat_lmr_free");
      spare = 0;
    }
    adapter.free(this, () -> LibDat.dat_pz_free(handle), "dat_pz_free");
  }
}
