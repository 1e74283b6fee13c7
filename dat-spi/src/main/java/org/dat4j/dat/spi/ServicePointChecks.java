package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.PspFlags;

/**
 * Checks of the arguments with which a service point is created, the same for all DAT providers.
 */
final class ServicePointChecks {

  private ServicePointChecks() {}

  /** The EVD of the requests: an own one that carries them. */
  static AbstractEvd evd(AbstractIa ia, String where, Evd evd) {
    AbstractEvd queue =
        AbstractDatObject.own(
            ia, evd, AbstractEvd.class, where, "evd", DatSubtype.INVALID_HANDLE_EVD_CR);
    if ((queue.flags() & EvdFlags.CR) == 0) {
      throw Errors.handle(
          where,
          DatSubtype.INVALID_HANDLE_EVD_CR,
          "evd",
          queue + " with " + EvdFlags.toString(queue.flags()),
          "create the EVD with EvdFlags.CR");
    }
    return queue;
  }

  static void qualifier(String where, long connQual) {
    if (connQual == 0) {
      throw Errors.parameter(where, 2, "connQual", 0, "give a qualifier other than 0");
    }
  }

  /** Checks that the provider supports the chosen creator of endpoints. */
  static void flags(AbstractIa ia, String where, PspFlags flags) {
    if (flags == null) {
      throw Errors.parameter(where, 4, "flags", null, "give CONSUMER or PROVIDER");
    }
    EpCreatorForPsp creator = ia.providerAttr().epCreator();
    if (flags == PspFlags.PROVIDER && creator == EpCreatorForPsp.NEVER
        || flags == PspFlags.CONSUMER && creator == EpCreatorForPsp.ALWAYS) {
      PspFlags other = flags == PspFlags.PROVIDER ? PspFlags.CONSUMER : PspFlags.PROVIDER;
      throw Errors.model(where, "flags", flags, "ep_creator is " + creator + ": give " + other);
    }
  }
}
