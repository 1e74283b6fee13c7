package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The static registry: the entries of dat.conf that count, then the built-in ones of the providers
 * whose name the file does not have. Immutable once built.
 */
public final class StaticRegistry {
  private final Config config;
  private final Providers providers;
  private final List<Offer> offers = new ArrayList<>();
  private final List<Candidate> others = new ArrayList<>();
  private final List<Explanation.Problem> problems = new ArrayList<>();
  private final Map<ProviderInfo, String> keys = new HashMap<>();
  private final Map<String, Providers.Found> served = new HashMap<>();
  private final Set<String> fileNames = new HashSet<>();

  /**
   * Builds the registry; asks the providers for their built-in entries.
   *
   * @param config the registry file
   * @param providers the providers
   */
  public StaticRegistry(Config config, Providers providers) {
    this.config = config;
    this.providers = providers;
    config.conf().lines().forEach(this::addLine);
    config.conf().faults().forEach(this::addFault);
    providers.found().forEach(this::addBuiltIns);
    for (Providers.Refused refused : providers.refused()) {
      problems.add(new Explanation.Problem(refused.origin(), refused.reason(), refused.remedy()));
    }
  }

  /**
   * The entries that count.
   *
   * @return in the order of the registry
   */
  public List<Offer> offers() {
    return List.copyOf(offers);
  }

  /**
   * The registry file.
   *
   * @return what was found
   */
  public Config config() {
    return config;
  }

  /** Whether an offer is an entry of the registry file. */
  boolean isFromFile(Offer offer) {
    return fileNames.contains(offer.info().iaName());
  }

  /** Entries that do not count and lines that are none. */
  List<Candidate> others() {
    return others;
  }

  /** What is wrong with the file and with providers, whatever the name asked for. */
  List<Explanation.Problem> problems() {
    return problems;
  }

  private void addLine(DatConf.Line line) {
    RegistryEntry entry = line.entry();
    if (!line.user()) {
      ignore(entry, "it is for the kernel (k)", "write u for a user program");
    } else if (!line.isDefault()) {
      ignore(entry, "it is marked nondefault", "mark it default");
    } else {
      fileNames.add(entry.iaName());
      if (isFirst(entry)) {
        offers.add(fileOffer(entry));
      }
    }
  }

  private boolean isFirst(RegistryEntry entry) {
    String first = keys.putIfAbsent(Offer.keyOf(entry), entry.origin());
    if (first != null) {
      ignore(
          entry,
          first + " has the same name, version and thread safety and comes first",
          "remove one of the two");
    }
    return first == null;
  }

  private Offer fileOffer(RegistryEntry entry) {
    String libPath = entry.libPath();
    Providers.Found server = served.computeIfAbsent(libPath, providers::serving);
    if (server == null) {
      return unserved(entry);
    }
    return server.id().equals(libPath)
        ? Offer.declared(entry, server)
        : Offer.adapted(entry, server);
  }

  private Offer unserved(RegistryEntry entry) {
    for (Providers.Refused refused : providers.refused()) {
      if (refused.id().equals(entry.libPath())) {
        return Offer.refused(
            entry, null, refused.origin() + ": " + refused.reason(), refused.remedy());
      }
    }
    List<String> ids = providers.found().stream().map(Providers.Found::id).toList();
    String reason =
        "no provider serves lib_path "
            + Text.quote(entry.libPath())
            + "; there "
            + (ids.isEmpty() ? "are no providers" : "is " + String.join(", ", ids));
    return Offer.refused(
        entry,
        null,
        reason,
        "put the provider's jar on the class path or module path, or correct field 5 (lib_path)");
  }

  private void addFault(DatConf.Fault fault) {
    Explanation.Problem problem = fault.problem();
    problems.add(problem);
    if (!fault.iaName().isEmpty()) {
      others.add(
          new Candidate(
              fault.iaName(),
              problem.origin(),
              "",
              "",
              Candidate.Verdict.REFUSED,
              "the line is malformed: " + problem.problem(),
              problem.remedy()));
    }
  }

  private void addBuiltIns(Providers.Found provider) {
    try {
      for (RegistryEntry entry : provider.provider().builtIns()) {
        addBuiltIn(entry, provider);
      }
    } catch (Throwable e) {
      providers.refuse(provider, "builtIns", e);
    }
  }

  private void addBuiltIn(RegistryEntry entry, Providers.Found provider) {
    if (entry.iaName().length() >= DatConstants.NAME_MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the name " + Text.quote(entry.iaName()) + " has more than 255 characters");
    }
    boolean inFile = fileNames.contains(entry.iaName());
    // A line that was meant to redirect the name must not be answered with the original.
    boolean inFault = config.conf().faultyNames().contains(entry.iaName());
    if (inFile || inFault) {
      ignore(
          entry,
          "the registry file has " + (inFile ? "an entry" : "a malformed line") + " of this name",
          inFile ? "" : "correct or remove the line");
    } else if (isFirst(entry)) {
      offers.add(
          config.failure() == null
              ? Offer.declared(entry, provider)
              : Offer.refused(
                  entry,
                  provider,
                  config.failure() + "; it may have an entry of this name",
                  config.remedy()));
    }
  }

  private void ignore(RegistryEntry entry, String reason, String remedy) {
    others.add(
        new Candidate(
            entry.iaName(),
            entry.origin(),
            "",
            entry.libPath(),
            Candidate.Verdict.IGNORED,
            reason,
            remedy));
  }
}
