package org.dat4j.dat.udapl.libdapl;

import java.util.function.IntFunction;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.CompletionQueueProbe;
import org.dat4j.dat.udapl.abi.LibDat;

/**
 * A factory of libdapl EVDs for the native backend, which first checks that the device grants a
 * completion queue of that size.
 *
 * <p>libdapl ends the process when the device refuses the queue of an EVD for DTOs:
 * dapls_ib_cq_alloc frees what dapls_evd_dealloc then uses. Other threads may take the device's
 * memory in between; EVDs are made one at a time.
 */
public final class DaplEvdFactory {

  private static final int QUEUED = EvdFlags.DTO | EvdFlags.RMR_BIND;

  private DaplEvdFactory() {}

  /**
   * Makes an EVD without CNO.
   *
   * @param ia the library's adapter
   * @param device its verbs device, empty if it is not known
   * @param length events it holds
   * @param flags its streams
   * @param where object and call
   * @return its handle
   */
  public static long create(long ia, String device, int length, int flags, String where) {
    return create(
        ia, entries -> CompletionQueueProbe.missingForQueue(device, entries), length, flags, where);
  }

  /** Makes an EVD; the function returns what the device is missing for its entries, or null. */
  static synchronized long create(
      long ia, IntFunction<String> missing, int length, int flags, String where) {
    String what = (flags & QUEUED) == 0 ? null : missing.apply(length);
    if (what != null) {
      throw Errors.resources(
          where,
          DatSubtype.RESOURCE_TEVD,
          "events",
          length,
          "the device has no such queue left; missing: " + what);
    }
    OutParams out = new OutParams();
    int ret = LibDat.dat_evd_create(ia, length, 0, flags, out.address(0));
    long evd = out.getLong(0);
    NativeErrors.check(ret, where, "dat_evd_create");
    return evd;
  }
}
