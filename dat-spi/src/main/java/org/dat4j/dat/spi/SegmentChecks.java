package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;

/**
 * Checks of the local segments in the posts of one endpoint or SRQ: known context, PZ, privilege,
 * range. Zero-length segments are not looked at. For several threads; allocates nothing unless it
 * refuses.
 */
final class SegmentChecks {

  /** The empty list that null stands for; never written. */
  private static final LmrIov NO_SEGMENTS = new LmrIov(1);

  private final AbstractDatObject caller;

  /**
   * The range that was named last, which the next segment nearly always names, too: a guess that
   * saves the look-up in the table. Every reader checks it.
   */
  private RegisteredRange lastFound;

  /**
   * Makes the checks of an object.
   *
   * @param caller the object that posts
   */
  SegmentChecks(AbstractDatObject caller) {
    this.caller = caller;
  }

  /** The segments of an argument, where the pages allow null for a message of no bytes. */
  static LmrIov orNone(LmrIov iov) {
    return iov == null ? NO_SEGMENTS : iov;
  }

  /** Checks a list; answers its total length. */
  long check(AbstractPz pz, LmrIov iov, int maxSegments, int privilege) {
    int count = iov.count();
    if (count > maxSegments) {
      throw Errors.parameter(
          caller.where("post"), 2, "iov", count + " segments", "use at most " + maxSegments);
    }
    long total = 0;
    for (int i = 0; i < count; i++) {
      long length = iov.length(i);
      check(pz, iov.lmrContext(i), iov.address(i), length, privilege);
      total += length;
      if (total < 0) {
        throw Errors.of(
            DatReturn.LENGTH_ERROR,
            DatSubtype.NO_SUBTYPE,
            caller.where("post"),
            "iov",
            "more than 2^63 bytes",
            "post shorter segments");
      }
    }
    return total;
  }

  /** Checks one segment. */
  void check(AbstractPz pz, int lmrContext, long address, long length, int privilege) {
    if (length <= 0) {
      if (length == 0) {
        return;
      }
      throw Errors.parameter(caller.where("post"), 3, "length", length, "give 0 or more bytes");
    }
    RegisteredRange extent = find(lmrContext);
    if (extent == null || !extent.permits(pz, privilege, address, length)) {
      AbstractLmr lmr = extent == null ? null : caller.ia().lmrs().get(lmrContext);
      throw refusal(caller, lmr, pz, lmrContext, address, length, privilege);
    }
  }

  private RegisteredRange find(int context) {
    RegisteredRange guess = lastFound;
    if (guess != null && guess.isNamed(context)) {
      return guess;
    }
    AbstractLmr lmr = caller.ia().lmrs().get(context);
    if (lmr == null) {
      return null;
    }
    RegisteredRange found = lmr.extent();
    lastFound = found;
    return found;
  }

  private static DatException refusal(
      AbstractDatObject caller,
      AbstractLmr lmr,
      AbstractPz pz,
      int lmrContext,
      long address,
      long length,
      int privilege) {
    String where = caller.where("post");
    String context = "0x" + Integer.toHexString(lmrContext);
    if (lmr == null) {
      return Errors.of(
          DatReturn.PRIVILEGES_VIOLATION,
          DatSubtype.NO_SUBTYPE,
          where,
          "lmrContext",
          context,
          "it names no live LMR of this adapter; use lmr.lmrContext() of one that is not freed");
    }
    if (lmr.spec().pz() != pz) {
      boolean writes = (privilege & MemPriv.LOCAL_WRITE) != 0;
      return Errors.of(
          DatReturn.PROTECTION_VIOLATION,
          writes ? DatSubtype.PROTECTION_WRITE : DatSubtype.PROTECTION_READ,
          where,
          "lmrContext",
          context + " in " + lmr.spec().pz(),
          "use memory registered in " + pz);
    }
    if ((lmr.spec().privileges() & privilege) != privilege) {
      boolean writes = (privilege & MemPriv.LOCAL_WRITE) != 0;
      return Errors.of(
          DatReturn.PRIVILEGES_VIOLATION,
          writes ? DatSubtype.PRIVILEGES_WRITE : DatSubtype.PRIVILEGES_READ,
          where,
          "lmrContext",
          context + " with " + MemPriv.toString(lmr.spec().privileges()),
          "register the memory with " + MemPriv.toString(privilege));
    }
    return Errors.parameter(
        where,
        3,
        "segment",
        "0x" + Long.toHexString(address) + "+" + length,
        "stay inside 0x" + Long.toHexString(lmr.registeredAddress()) + "+" + lmr.registeredSize());
  }
}
