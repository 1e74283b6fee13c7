package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;

/**
 * Checks that a new DAT object keeps within the adapter's attributes: numbers of objects and
 * lengths of queues.
 */
final class AdapterLimitChecks {

  private AdapterLimitChecks() {}

  static void checkPzs(AbstractIa ia, String where) {
    int subtype = DatSubtype.RESOURCE_PROTECTION_DOMAIN;
    check(ia, HandleType.PZ, known(ia.iaAttr().maxPzs()), "max_pzs", where, subtype);
  }

  static void checkLmrs(AbstractIa ia, String where) {
    int subtype = DatSubtype.RESOURCE_MEMORY_REGION;
    check(ia, HandleType.LMR, known(ia.iaAttr().maxLmrs()), "max_lmrs", where, subtype);
  }

  /** An adapter without RMRs says 0. */
  static void checkRmrs(AbstractIa ia, String where) {
    int subtype = DatSubtype.RESOURCE_MEMORY_REGION;
    check(ia, HandleType.RMR, ia.iaAttr().maxRmrs(), "max_rmrs", where, subtype);
  }

  static void checkSrqs(AbstractIa ia, String where) {
    int max = ia.iaAttr().maxSrqs();
    check(ia, HandleType.SRQ, max, "max_srqs", where, DatSubtype.RESOURCE_SRQ);
  }

  /** The length asked for an EVD. */
  static void checkQlen(AbstractIa ia, String where, int minQlen) {
    if (minQlen <= 0) {
      throw Errors.parameter(where, 2, "minQlen", minQlen, "give at least 1");
    }
    int max = ia.iaAttr().maxEvdQlen();
    if (minQlen > max) {
      throw Errors.resources(
          where,
          DatSubtype.RESOURCE_TEVD,
          "minQlen",
          minQlen,
          "give at most " + max + ", as max_evd_qlen says");
    }
  }

  /** Every adapter has PZs and registrations: 0 means that the device does not tell how many. */
  private static int known(int max) {
    return max == 0 ? Integer.MAX_VALUE : max;
  }

  private static void check(
      AbstractIa ia, HandleType type, int max, String attribute, String where, int subtype) {
    int live = ia.count(type);
    if (live >= max) {
      throw Errors.resources(
          where,
          subtype,
          attribute,
          live + " in use",
          attribute + " is " + max + (max == 0 ? "" : ": free some first"));
    }
  }
}
