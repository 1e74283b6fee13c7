package org.dat4j.dat.registry;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;

/**
 * One open of an adapter by the registry: opens the chosen entry, or fails and says what was tried.
 */
public final class OpenOperation {
  private static final String USED_UP =
      "let go of memory or threads, or raise their limit (-Xmx, -XX:MaxDirectMemorySize, ulimit"
          + " -u); then try again";

  private static final String REPAIR = "repair the provider";

  private final StaticRegistry statics;
  private final Supplier<List<RegisteredAdapter>> offers;
  private final AdapterRequest request;
  private Explanation failure;
  private RegisteredAdapter opened;

  /**
   * Prepares an open.
   *
   * @param statics the static registry
   * @param offers all offers of the moment, those of the static registry first
   * @param request what is asked for
   */
  public OpenOperation(
      StaticRegistry statics, Supplier<List<RegisteredAdapter>> offers, AdapterRequest request) {
    this.statics = statics;
    this.offers = offers;
    this.request = request;
  }

  /**
   * Opens, lets the adapter be looked at and closes it, unless the provider expects a failure.
   *
   * @param asyncEvdMinQlen length of an asynchronous EVD to create
   * @param look what is done with the adapter
   * @return what came of it; nothing is chosen when one of the three failed
   */
  public Explanation attempt(int asyncEvdMinQlen, Consumer<? super Ia> look) {
    Explanation expected = explainer(offers.get()).probe();
    if (expected.chosen() == null) {
      return expected;
    }
    String step = "close";
    try (Ia ia = open(asyncEvdMinQlen, null, false)) {
      step = "query";
      look.accept(ia);
      step = "close";
    } catch (Throwable e) {
      return failure != null
          ? failure
          : explainer(offers.get())
              .failure(
                  opened, "it opens, but its " + step + " failed: " + PrintableText.of(e), REPAIR);
    }
    return expected;
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
  public Ia open(int asyncEvdMinQlen, Evd asyncEvd, boolean sharing) {
    while (true) {
      List<RegisteredAdapter> now = offers.get();
      Selection selection = Selection.of(now, request);
      RegisteredAdapter offer = selection.chosen();
      Explainer explainer = explainer(now);
      if (offer == null || offer.refusal() != null) {
        throw failed(DatReturn.PROVIDER_NOT_FOUND, selection.subtype(), explainer.refusal(), null);
      }
      // Null when the offer was removed since; then another may be chosen.
      Runnable release = acquire(offer, explainer);
      if (release != null) {
        return open(offer, asyncEvdMinQlen, asyncEvd, sharing, release, explainer);
      }
    }
  }

  private Explainer explainer(List<RegisteredAdapter> now) {
    return new Explainer(statics, now, request);
  }

  private Runnable acquire(RegisteredAdapter offer, Explainer explainer) {
    try {
      return offer.acquire();
    } catch (Throwable e) {
      throw failed(
          DatReturn.PROVIDER_NOT_FOUND,
          DatSubtype.NO_SUBTYPE,
          explainer.failure(offer, "its init failed: " + reasonOf(e), remedyOf(e)),
          e);
    }
  }

  private Ia open(
      RegisteredAdapter offer,
      int asyncEvdMinQlen,
      Evd asyncEvd,
      boolean sharing,
      Runnable release,
      Explainer explainer) {
    try {
      DatProvider provider = offer.provider();
      String below = provider.lowerAdapter(offer.entry());
      OpenRequest open =
          new OpenRequest(
              offer.entry(),
              request.roAware(),
              asyncEvdMinQlen,
              asyncEvd,
              request.threadSafe(),
              below == null ? null : evd -> openLower(below, asyncEvdMinQlen, evd, sharing),
              release);
      Ia ia = sharing ? provider.openSharing(open) : provider.open(open);
      opened = offer;
      return ia;
    } catch (DatException e) {
      release.run();
      Explanation why = explainer.failure(offer, PrintableText.withoutRemedy(e), e.remedy());
      if (e.type() == DatReturn.INVALID_HANDLE) {
        failure = why;
        throw e;
      }
      if (e.type() == DatReturn.INSUFFICIENT_RESOURCES) {
        throw shortOf(e, why);
      }
      throw failed(e.type(), e.subtype(), why, e);
    } catch (Throwable e) {
      release.run();
      boolean usedUp = e instanceof OutOfMemoryError;
      Explanation why =
          explainer.failure(
              offer,
              "its open failed: " + PrintableText.of(e),
              usedUp ? USED_UP : Explainer.repair(e));
      throw usedUp
          ? failed(DatReturn.INSUFFICIENT_RESOURCES, DatSubtype.RESOURCE_MEMORY, why, e)
          : failed(DatReturn.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE, why, e);
    }
  }

  /** Opens the adapter below a layer; a layer below itself is refused. */
  private Ia openLower(String name, int asyncEvdMinQlen, Evd asyncEvd, boolean sharing) {
    ProbeResult broken = new LayerChain(offers.get(), request).broken();
    if (broken != null) {
      throw refusedBelow(DatReturn.INVALID_PARAMETER, DatSubtype.INVALID_ARG1, name, broken, null);
    }
    OpenOperation below = new OpenOperation(statics, offers, request.below(name));
    try {
      return below.open(asyncEvdMinQlen, asyncEvd, sharing);
    } catch (DatException e) {
      if (e.type() == DatReturn.INVALID_HANDLE || below.failure == null) {
        throw e;
      }
      ProbeResult why = Explainer.lowerRefused(below.failure);
      throw refusedBelow(e.type(), e.subtype(), name, why, e.getCause());
    }
  }

  private static DatException refusedBelow(
      int type, int subtype, String name, ProbeResult why, Throwable cause) {
    return new DatException(
        type,
        subtype,
        "DatRegistry.openIa",
        "over",
        name,
        why.reason() + (why.remedy().isEmpty() ? "" : ": " + why.remedy()),
        cause);
  }

  /** Says first what is short: that is a matter of the process and of no entry. */
  private DatException shortOf(DatException e, Explanation why) {
    failure = why;
    return new DatException(
        e.type(),
        e.subtype(),
        "DatRegistry.openIa",
        e.argument(),
        e.value(),
        e.remedy() + "\n" + why.text(),
        e);
  }

  private static String reasonOf(Throwable thrown) {
    return thrown instanceof DatException refusal
        ? PrintableText.withoutRemedy(refusal)
        : PrintableText.of(thrown);
  }

  private static String remedyOf(Throwable thrown) {
    return thrown instanceof DatException refusal ? refusal.remedy() : REPAIR;
  }

  private DatException failed(int type, int subtype, Explanation why, Throwable cause) {
    failure = why;
    return new DatException(
        type, subtype, "DatRegistry.openIa", "name", why.name(), why.text(), cause);
  }
}
