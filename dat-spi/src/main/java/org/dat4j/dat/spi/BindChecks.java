package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;

/** Checks of the arguments of an RMR bind, the same for all DAT providers. */
final class BindChecks {

  private static final int FLAGS =
      CompletionFlags.SUPPRESS | CompletionFlags.UNSIGNALLED | CompletionFlags.BARRIER_FENCE;

  private BindChecks() {}

  /** Checks endpoint, privileges and flags; answers the endpoint. */
  static AbstractEp endpoint(AbstractRmr rmr, Ep ep, int privileges, int flags) {
    String where = rmr.where("bind");
    AbstractEp endpoint =
        AbstractDatObject.own(
            rmr.ia(), ep, AbstractEp.class, where, "ep", DatSubtype.INVALID_HANDLE_EP);
    if ((privileges & ~(MemPriv.ALL | MemPriv.RO_DISABLE)) != 0) {
      throw Errors.parameter(
          where, 3, "privileges", "0x" + Integer.toHexString(privileges), "use bits of MemPriv");
    }
    int configured = endpoint.attr().requestCompletionFlags();
    if ((flags & ~FLAGS) != 0 || (flags & CompletionFlags.UNSIGNALLED & ~configured) != 0) {
      throw Errors.parameter(
          where,
          6,
          "flags",
          CompletionFlags.toString(flags),
          "use "
              + CompletionFlags.toString(FLAGS)
              + "; UNSIGNALLED only where the EP's completion flags have it");
    }
    PostChecks.takesRequests(endpoint, "bind");
    return endpoint;
  }

  /** Checks PZs and RMR; answers the registration, in use by the bind, or null to unbind. */
  static AbstractLmr memory(
      AbstractRmr rmr,
      int lmrContext,
      long address,
      long length,
      int privileges,
      AbstractEp endpoint) {
    String where = rmr.where("bind");
    if (endpoint.spec().pz() != rmr.pz()) {
      throw zone(where, "ep", endpoint + " in " + endpoint.spec().pz(), rmr);
    }
    if (length == 0) {
      return null;
    }
    AbstractLmr lmr = rmr.ia().lmrs().get(lmrContext);
    if (lmr == null) {
      throw unknown(where, lmrContext);
    }
    if (lmr.spec().pz() != rmr.pz()) {
      throw zone(where, "lmrContext", lmr + " in " + lmr.spec().pz(), rmr);
    }
    if (length < 0 || !lmr.covers(address, length)) {
      throw Errors.parameter(
          where,
          2,
          "range",
          "0x" + Long.toHexString(address) + "+" + length,
          "stay inside 0x"
              + Long.toHexString(lmr.registeredAddress())
              + "+"
              + lmr.registeredSize());
    }
    privilege(where, lmr, privileges & MemPriv.REMOTE_READ, MemPriv.LOCAL_READ);
    privilege(where, lmr, privileges & MemPriv.REMOTE_WRITE, MemPriv.LOCAL_WRITE);
    if (!lmr.tryRetain()) {
      // Freed by another thread since it was found: the caller gave a context and not a handle.
      throw unknown(where, lmrContext);
    }
    return lmr;
  }

  private static DatException unknown(String where, int lmrContext) {
    return Errors.parameter(
        where,
        2,
        "lmrContext",
        "0x" + Integer.toHexString(lmrContext),
        "it names no live LMR of this adapter; use lmr.lmrContext() of one that is not freed");
  }

  private static void privilege(String where, AbstractLmr lmr, int remote, int local) {
    if (remote != 0 && (lmr.spec().privileges() & local) == 0) {
      throw Errors.of(
          DatReturn.PRIVILEGES_VIOLATION,
          remote == MemPriv.REMOTE_READ
              ? DatSubtype.PRIVILEGES_RDMA_READ
              : DatSubtype.PRIVILEGES_RDMA_WRITE,
          where,
          "privileges",
          MemPriv.toString(remote) + " over " + lmr,
          "register the memory with " + MemPriv.toString(local));
    }
  }

  private static DatException zone(String where, String argument, String value, AbstractRmr rmr) {
    return Errors.of(
        DatReturn.PROTECTION_VIOLATION,
        DatSubtype.NO_SUBTYPE,
        where,
        argument,
        value,
        "use RMR, LMR and EP of one PZ, here " + rmr.pz());
  }
}
