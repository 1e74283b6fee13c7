package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.Suggestions;

/**
 * Makes the {@link Explanation} of one open: which registry entry it uses and why, or why it fails.
 */
public final class Explainer {
  private final StaticRegistry registry;
  private final List<RegisteredAdapter> offers;
  private final AdapterRequest request;

  /**
   * An explainer of one request.
   *
   * @param registry the static registry
   * @param offers all offers, those of the static registry first
   * @param request what is asked for
   */
  public Explainer(
      StaticRegistry registry, List<RegisteredAdapter> offers, AdapterRequest request) {
    this.registry = registry;
    this.offers = offers;
    this.request = request;
  }

  /**
   * The explanation before any attempt: the provider is asked with its probe.
   *
   * @return the explanation
   */
  public Explanation probe() {
    RegisteredAdapter offer = Selection.of(offers, request).chosen();
    if (offer == null) {
      return explain(null, null);
    }
    return explain(offer, offer.refusal() == null ? probe(offer) : refusal(offer));
  }

  /**
   * The explanation when nothing matches, or what does is known to be refused.
   *
   * @return the explanation, nothing is chosen
   */
  public Explanation refusal() {
    RegisteredAdapter offer = Selection.of(offers, request).chosen();
    return offer == null ? explain(null, null) : explain(offer, refusal(offer));
  }

  /**
   * The explanation after an attempt failed.
   *
   * @param offer what was attempted
   * @param reason why it failed
   * @param remedy what to do about it
   * @return the explanation, nothing is chosen
   */
  public Explanation failure(RegisteredAdapter offer, String reason, String remedy) {
    return explain(offer, ProbeResult.unavailable(reason, remedy));
  }

  private static ProbeResult refusal(RegisteredAdapter offer) {
    return ProbeResult.unavailable(offer.refusal(), offer.remedy());
  }

  private ProbeResult probe(RegisteredAdapter offer) {
    try {
      ProbeResult result = offer.provider().probe(offer.entry());
      if (result == null) {
        return ProbeResult.unavailable("its probe found nothing out", "repair the provider");
      }
      return result.available() ? withLower(offer, result) : result;
    } catch (Throwable e) {
      return ProbeResult.unavailable("its probe failed: " + PrintableText.of(e), repair(e));
    }
  }

  /** Says what to do about a provider that has thrown something it does not explain. */
  static String repair(Throwable thrown) {
    // A member that is missing is a fault of the jars, and no library helps.
    boolean lacksLibrary =
        thrown instanceof LinkageError && !(thrown instanceof IncompatibleClassChangeError);
    return lacksLibrary ? "install the library that it names" : "repair the provider";
  }

  /** Adds what is found of the adapter below a layer. */
  private ProbeResult withLower(RegisteredAdapter offer, ProbeResult found) {
    String name = offer.provider().lowerAdapter(offer.entry());
    if (name == null) {
      return found;
    }
    ProbeResult broken = new LayerChain(offers, request).broken();
    if (broken != null) {
      return broken;
    }
    Explanation below = new Explainer(registry, offers, request.below(name)).probe();
    return below.chosen() == null
        ? lowerRefused(below)
        : ProbeResult.available(found.reason() + ": " + below.chosen().reason());
  }

  /** Says why a layer cannot be opened whose lower adapter cannot. */
  static ProbeResult lowerRefused(Explanation below) {
    String adapter = "the adapter below, " + PrintableText.quote(below.name()) + ",";
    if (below.candidates().isEmpty()) {
      List<String> names = below.suggestions().isEmpty() ? below.registered() : below.suggestions();
      return ProbeResult.unavailable(
          adapter + " is not in the registry",
          "let over= name one that is, such as " + ExplanationText.some(names));
    }
    Candidate first = below.candidates().get(0);
    return ProbeResult.unavailable(
        adapter + " cannot be opened: " + first.reason(), first.remedy());
  }

  private Explanation explain(RegisteredAdapter tried, ProbeResult result) {
    List<Candidate> candidates = new ArrayList<>();
    Candidate chosen = null;
    if (tried != null) {
      Candidate.Verdict verdict =
          result.available() ? Candidate.Verdict.AVAILABLE : Candidate.Verdict.REFUSED;
      Candidate candidate = candidate(tried, verdict, result.reason(), result.remedy());
      candidates.add(candidate);
      chosen = result.available() ? candidate : null;
    }
    for (RegisteredAdapter offer : offers) {
      if (offer != tried && offer.info().iaName().equals(request.iaName())) {
        candidates.add(other(offer, tried));
      }
    }
    for (Candidate other : registry.others()) {
      if (other.iaName().equals(request.iaName())) {
        candidates.add(other);
      }
    }
    List<String> names = offers.stream().map(o -> o.info().iaName()).distinct().toList();
    List<String> suggestions =
        names.contains(request.iaName()) ? List.of() : Suggestions.of(request.iaName(), names);
    return new Explanation(
        request.iaName(),
        chosen,
        candidates,
        registry.config().sources(),
        candidates.isEmpty() ? withMissing(registry.problems()) : registry.problems(),
        suggestions,
        bestFirst(suggestions));
  }

  private List<Explanation.Problem> withMissing(List<Explanation.Problem> problems) {
    List<Explanation.Problem> all = new ArrayList<>(registry.missing(request.iaName()));
    all.addAll(problems);
    return all;
  }

  /** All names: those that may have been meant, those that need no file, the others. */
  private List<String> bestFirst(List<String> suggestions) {
    Set<String> names = new LinkedHashSet<>(suggestions);
    for (RegisteredAdapter offer : offers) {
      if (!registry.isFromFile(offer)) {
        names.add(offer.info().iaName());
      }
    }
    offers.forEach(offer -> names.add(offer.info().iaName()));
    return List.copyOf(names);
  }

  private Candidate other(RegisteredAdapter offer, RegisteredAdapter tried) {
    if (offer.refusal() != null) {
      return candidate(offer, Candidate.Verdict.REFUSED, offer.refusal(), offer.remedy());
    }
    String mismatch = Selection.mismatch(offer, request);
    return mismatch == null
        ? candidate(
            offer, Candidate.Verdict.IGNORED, tried.entry().origin() + " is the better match", "")
        : candidate(
            offer,
            Candidate.Verdict.REFUSED,
            mismatch,
            registry.isFromFile(offer)
                ? Selection.remedy(offer, request)
                : "ask for what it offers");
  }

  private static Candidate candidate(
      RegisteredAdapter offer, Candidate.Verdict verdict, String reason, String remedy) {
    return new Candidate(
        offer.info().iaName(),
        offer.entry().origin(),
        offer.providerId(),
        offer.entry().libPath(),
        verdict,
        reason,
        remedy == null ? "" : remedy);
  }
}
