package org.dat4j.dat.spi;

import java.util.List;
import org.dat4j.dat.EvdFlags;

/**
 * Checks that the event streams of a new EVD may share it, by the provider attribute
 * evd_stream_merging_supported.
 */
final class EvdStreamMerging {

  /** The order of the matrix: software, CR, DTO, connection, bind, async. */
  private static final int[] ORDER = {
    EvdFlags.SOFTWARE,
    EvdFlags.CR,
    EvdFlags.DTO,
    EvdFlags.CONNECTION,
    EvdFlags.RMR_BIND,
    EvdFlags.ASYNC
  };

  private static final int ALL = EvdFlags.DEFAULT | EvdFlags.SOFTWARE;

  private EvdStreamMerging() {}

  static void check(String where, int flags, List<List<Boolean>> merging) {
    if (flags == 0 || (flags & ~ALL) != 0) {
      throw Errors.parameter(
          where, 4, "flags", "0x" + Integer.toHexString(flags), "use bits of EvdFlags, not none");
    }
    for (int i = 0; i < ORDER.length; i++) {
      for (int j = 0; j < i; j++) {
        boolean both = (flags & ORDER[i]) != 0 && (flags & ORDER[j]) != 0;
        if (both && !merging.get(i).get(j)) {
          throw Errors.parameter(
              where,
              4,
              "flags",
              EvdFlags.toString(flags),
              "these streams cannot share an EVD: " + EvdFlags.toString(ORDER[i] | ORDER[j]));
        }
      }
    }
  }
}
