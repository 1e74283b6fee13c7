package org.dat4j.dat.registry;

import java.util.List;
import java.util.function.Supplier;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;

/** One open: the entry that is chosen is opened, or the call fails and says what was tried. */
public final class Opening {
  private final StaticRegistry statics;
  private final Supplier<List<Offer>> offers;
  private final Request request;

  /**
   * Prepares an open.
   *
   * @param statics the static registry
   * @param offers all offers of the moment, those of the static registry first
   * @param request what is asked for
   */
  public Opening(StaticRegistry statics, Supplier<List<Offer>> offers, Request request) {
    this.statics = statics;
    this.offers = offers;
    this.request = request;
  }

  /**
   * Opens.
   *
   * @param asyncEvdMinQlen length of an asynchronous EVD to create
   * @param asyncEvd an asynchronous EVD to use instead, or null
   * @param sharing whether to use that of another open instance
   * @return a new instance
   * @throws DatException why the entry could not be opened
   */
  public Ia open(int asyncEvdMinQlen, AbstractEvd asyncEvd, boolean sharing) {
    while (true) {
      List<Offer> now = offers.get();
      Selection selection = Selection.of(now, request);
      Offer offer = selection.chosen();
      Explainer explainer = new Explainer(statics, now, request);
      if (offer == null || offer.refusal() != null) {
        throw failed(DatReturn.PROVIDER_NOT_FOUND, selection.subtype(), explainer.refusal(), null);
      }
      // Null when the offer was removed since; then another may be chosen.
      Runnable release = acquire(offer, explainer);
      if (release != null) {
        OpenRequest open =
            new OpenRequest(
                offer.entry(),
                request.roAware(),
                asyncEvdMinQlen,
                asyncEvd,
                request.threadSafe(),
                release);
        return open(offer, open, sharing, explainer);
      }
    }
  }

  private static Runnable acquire(Offer offer, Explainer explainer) {
    try {
      return offer.acquire();
    } catch (Throwable e) {
      throw failed(
          DatReturn.PROVIDER_NOT_FOUND,
          DatSubtype.NO_SUBTYPE,
          explainer.failure(offer, "its init failed: " + Text.of(e), remedyOf(e)),
          e);
    }
  }

  private static Ia open(Offer offer, OpenRequest request, boolean sharing, Explainer explainer) {
    try {
      DatProvider provider = offer.provider();
      return sharing ? provider.openSharing(request) : provider.open(request);
    } catch (DatException e) {
      request.onClosed().run();
      if (e.type() == DatReturn.INVALID_HANDLE) {
        throw e;
      }
      Explanation why = explainer.failure(offer, e.getMessage(), "");
      throw failed(e.type(), e.subtype(), why, e);
    } catch (Throwable e) {
      request.onClosed().run();
      Explanation why =
          explainer.failure(offer, "its open failed: " + Text.of(e), "repair the provider");
      throw failed(DatReturn.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE, why, e);
    }
  }

  private static String remedyOf(Throwable thrown) {
    // The message of a DatException ends with its remedy.
    return thrown instanceof DatException ? "" : "repair the provider";
  }

  private static DatException failed(int type, int subtype, Explanation why, Throwable cause) {
    return new DatException(
        type, subtype, "DatRegistry.openIa", "name", why.name(), why.text(), cause);
  }
}
