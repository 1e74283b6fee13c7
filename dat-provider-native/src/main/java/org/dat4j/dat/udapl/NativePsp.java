package org.dat4j.dat.udapl;

import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.NativeListenerTable;

/**
 * A public service point of the native backend, which listens for connection requests through a PSP
 * of the uDAPL library (libdapl).
 */
final class NativePsp extends AbstractPsp {

  private final NativeIa adapter;
  private final long handle;
  private final long connQual;

  private volatile boolean freedInLibrary;

  private NativePsp(NativeIa adapter, NativeEvd evd, PspFlags flags, long handle, long connQual) {
    super(evd, flags);
    this.adapter = adapter;
    this.handle = handle;
    this.connQual = connQual;
  }

  static NativePsp create(NativeIa adapter, long connQual, NativeEvd evd, PspFlags flags) {
    NativePsp[] psp = new NativePsp[1];
    NativeListenerTable.Naming name =
        (handle, qualifier) -> {
          psp[0] = new NativePsp(adapter, evd, flags, handle, qualifier);
          adapter.registerListener(handle, qualifier, psp[0]);
        };
    NativeListenerTable listeners = adapter.listeners();
    boolean any = connQual == 0;
    int ret =
        any
            ? listeners.createAny(evd.handle(), flags, name)
            : listeners.create(connQual, evd.handle(), flags, name);
    String function = any ? "dat_psp_create_any" : "dat_psp_create";
    NativeErrors.check(ret, adapter.where("createPsp"), function);
    return psp[0];
  }

  /**
   * Returns the library's handle.
   *
   * @return the handle
   */
  long handle() {
    return handle;
  }

  @Override
  public long connQual() {
    return connQual;
  }

  /** Frees the library's PSP, once: what follows in a free may fail, and is repeated then. */
  private int freeInLibrary() {
    if (freedInLibrary) {
      return ReturnCodes.SUCCESS;
    }
    int ret = adapter.listeners().free(handle, connQual);
    freedInLibrary = ReturnCodes.isSuccess(ret);
    return ret;
  }

  @Override
  protected void implFree() {
    // Requests that have arrived are read while their listener still has a name.
    NativeEvd evd = (NativeEvd) evd();
    evd.settle();
    NativeErrors.check(freeInLibrary(), where("free"), "dat_psp_free");
    evd.settle();
    adapter.listeners().remove(connQual, this);
    adapter.unregisterHandle(handle, this);
  }
}
