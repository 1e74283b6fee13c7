package org.dat4j.dat.natives;

import java.util.function.IntFunction;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Verbs;
import org.dat4j.dat.spi.Errors;

/**
 * Makes dispatchers of the library. One for transfers has a completion queue of the device, and
 * libdapl ends the process when the device refuses it: dapls_ib_cq_alloc frees what
 * dapls_evd_dealloc uses then. So the device is asked for such a queue first.
 *
 * <p>What other threads take in between is not known; dispatchers they make one at a time.
 */
final class LibraryEvd {

  private static final int QUEUED = EvdFlags.DTO | EvdFlags.RMR_BIND;

  private LibraryEvd() {}

  /**
   * Makes one without CNO.
   *
   * @param ia the library's adapter
   * @param device its verbs device, empty if it is not known
   * @param length events it holds
   * @param flags its streams
   * @param where object and call
   * @return its handle
   */
  static long create(long ia, String device, int length, int flags, String where) {
    return create(ia, entries -> Verbs.missingForQueue(device, entries), length, flags, where);
  }

  /** As above, where the device is asked by a function: null if it grants so many entries. */
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
    Out out = new Out();
    int ret = LibDat.dat_evd_create(ia, length, 0, flags, out.address(0));
    long evd = out.getLong(0);
    NativeErrors.check(ret, where, "dat_evd_create");
    return evd;
  }
}
