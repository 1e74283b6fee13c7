package org.dat4j.dat.udapl;

import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.NativeListenerTable;

/**
 * A reserved service point of the native backend, which listens through a PSP of the uDAPL library
 * until the first connection request. The PSP is freed at that request. Only Java knows that the
 * endpoint is reserved: the library's RSP would keep the endpoint until the connection is over.
 */
final class NativeRsp extends AbstractRsp {

  private static final System.Logger LOG = System.getLogger(NativeRsp.class.getName());

  private final NativeIa adapter;
  private final NativeEp endpoint;
  private final long handle;

  private volatile boolean freedInLibrary;

  private NativeRsp(
      NativeIa adapter, long connQual, NativeEp endpoint, NativeEvd evd, long handle) {
    super(connQual, endpoint, evd);
    this.adapter = adapter;
    this.endpoint = endpoint;
    this.handle = handle;
  }

  static NativeRsp create(NativeIa adapter, long connQual, NativeEp endpoint, NativeEvd evd) {
    endpoint.serve(EpInput.RESERVE, "createRsp");
    try {
      NativeRsp[] rsp = new NativeRsp[1];
      NativeListenerTable.Naming name =
          (handle, qualifier) -> {
            rsp[0] = new NativeRsp(adapter, qualifier, endpoint, evd, handle);
            adapter.registerListener(handle, qualifier, rsp[0]);
          };
      int ret = adapter.listeners().create(connQual, evd.handle(), PspFlags.CONSUMER, name);
      NativeErrors.check(ret, adapter.where("createRsp"), "dat_psp_create");
      return rsp[0];
    } catch (RuntimeException | Error e) {
      endpoint.serve(EpInput.UNRESERVE, "createRsp");
      throw e;
    }
  }

  /**
   * Returns the library's handle of the PSP.
   *
   * @return the handle
   */
  long handle() {
    return handle;
  }

  /**
   * Takes the reserved endpoint for a request that has arrived, from the library or by a handoff.
   *
   * @return the endpoint it takes, or null when another request was first: reject it
   */
  NativeEp take() {
    if (!consume()) {
      return null;
    }
    try {
      endpoint.requested();
      int ret = freeInLibrary();
      if (!ReturnCodes.isSuccess(ret)) {
        LOG.log(System.Logger.Level.WARNING, "{0}: dat_psp_free answers {1}", this, ret);
      }
      adapter.listeners().remove(connQual(), this);
    } finally {
      consumed();
    }
    return endpoint;
  }

  /** Notes that no further event of the library names this service point. */
  void forgotten() {
    adapter.unregisterHandle(handle, this);
  }

  /** Frees the library's PSP, once: what follows in a free may fail, and is repeated then. */
  private int freeInLibrary() {
    if (freedInLibrary) {
      return ReturnCodes.SUCCESS;
    }
    int ret = adapter.listeners().free(handle, connQual());
    freedInLibrary = ReturnCodes.isSuccess(ret);
    return ret;
  }

  @Override
  protected void implFree() {
    NativeEvd evd = (NativeEvd) evd();
    NativeErrors.check(freeInLibrary(), where("free"), "dat_psp_free");
    // Requests that came too late are read, and rejected, while their listener still has a name.
    evd.settle();
    adapter.listeners().remove(connQual(), this);
    forgotten();
    endpoint.serve(EpInput.UNRESERVE, "free");
  }
}
