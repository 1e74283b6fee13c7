package org.dat4j.dat.natives;

import org.dat4j.dat.natives.abi.LibDat2;
import org.dat4j.dat.spi.AbstractPz;

/** A protection zone of the library. */
final class NativePz extends AbstractPz {

  private final NativeIa adapter;
  private final long handle;

  private NativePz(NativeIa adapter, long handle) {
    super(adapter);
    this.adapter = adapter;
    this.handle = handle;
  }

  static NativePz create(NativeIa adapter) {
    Out out = new Out();
    int ret = LibDat2.dat_pz_create(adapter.handle(), out.address(0));
    long handle = out.getLong(0);
    NativeErrors.check(ret, adapter.where("createPz"), "dat_pz_create");
    return new NativePz(adapter, handle);
  }

  long handle() {
    return handle;
  }

  @Override
  protected void implFree() {
    adapter.freed(this, LibDat2.dat_pz_free(handle), "dat_pz_free");
  }
}
