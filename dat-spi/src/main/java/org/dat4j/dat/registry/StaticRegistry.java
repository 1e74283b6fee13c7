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
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The static registry of DAT: the entries of dat.conf, then the built-in entries of providers whose
 * names the file does not have. Of entries with the same key only the first counts. Immutable once
 * built.
 */
public final class StaticRegistry {
  /** The providers of this project that have built-in names. */
  private static final Map<String, String> BUILT_IN =
      Map.of("loopback0", "loopback", "ipc0", "ipc", "tcp0", "tcp");

  private final RegistryFile config;
  private final Providers providers;
  private final List<RegisteredAdapter> offers = new ArrayList<>();
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
  public StaticRegistry(RegistryFile config, Providers providers) {
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
  public List<RegisteredAdapter> offers() {
    return List.copyOf(offers);
  }

  /**
   * The registry file.
   *
   * @return what was found
   */
  public RegistryFile config() {
    return config;
  }

  /**
   * Whether no provider was found.
   *
   * @return true if none is in working order
   */
  public boolean isEmpty() {
    return providers.found().isEmpty();
  }

  /** Whether an offer is an entry of the registry file. */
  boolean isFromFile(RegisteredAdapter offer) {
    return fileNames.contains(offer.info().iaName());
  }

  /** Entries that do not count and lines that are none. */
  List<Candidate> others() {
    return others;
  }

  /** The problems of the file and of providers, whatever the name asked for. */
  List<Explanation.Problem> problems() {
    return problems;
  }

  /**
   * Why there may be no entry of a name: the registry file cannot be read, a jar cannot be opened,
   * or the provider that has the name built in was not found.
   */
  List<Explanation.Problem> missing(String iaName) {
    List<Explanation.Problem> all = new ArrayList<>();
    if (config.failure() != null) {
      all.add(new Explanation.Problem("no entry was read", config.failure(), config.remedy()));
    }
    all.addAll(BrokenJars.of(System.getProperty("java.class.path", "")));
    all.addAll(missingProvider(iaName));
    return all;
  }

  private List<Explanation.Problem> missingProvider(String iaName) {
    List<String> ids = providers.found().stream().map(Providers.Found::id).toList();
    String found =
        ids.isEmpty()
            ? "neither the context class loader nor that of dat4j-dat-spi sees a provider"
            : "the providers found are " + String.join(", ", ids);
    String id = BUILT_IN.get(iaName);
    if (id == null ? ids.isEmpty() : !ids.contains(id)) {
      String jar = "dat4j-dat-provider-" + (id == null ? "tcp or another provider" : id);
      return List.of(
          new Explanation.Problem(
              "class path and module path",
              found
                  + (id == null
                      ? ""
                      : "; " + PrintableText.quote(iaName) + " is built into " + jar),
              "put "
                  + jar
                  + " on the class path or module path"
                  + (ids.isEmpty() ? ", or set a context class loader that sees it" : "")
                  + "; in a jar made of several, their files in META-INF/services have to be"
                  + " merged"));
    }
    return List.of();
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
    String first = keys.putIfAbsent(RegisteredAdapter.keyOf(entry), entry.origin());
    if (first != null) {
      ignore(
          entry,
          first + " has the same name, version and thread safety and comes first",
          "remove one of the two");
    }
    return first == null;
  }

  private RegisteredAdapter fileOffer(RegistryEntry entry) {
    String libPath = entry.libPath();
    Providers.Found server = served.computeIfAbsent(libPath, providers::serving);
    if (server == null) {
      return unserved(entry);
    }
    return server.id().equals(libPath)
        ? RegisteredAdapter.declared(entry, server)
        : RegisteredAdapter.adapted(entry, server);
  }

  private RegisteredAdapter unserved(RegistryEntry entry) {
    for (Providers.Refused refused : providers.refused()) {
      if (refused.id().equals(entry.libPath())) {
        return RegisteredAdapter.refused(
            entry, null, refused.origin() + ": " + refused.reason(), refused.remedy());
      }
    }
    List<String> ids = providers.found().stream().map(Providers.Found::id).toList();
    String reason =
        "no provider serves lib_path "
            + PrintableText.quote(entry.libPath())
            + "; there "
            + (ids.isEmpty() ? "are no providers" : "is " + String.join(", ", ids));
    String remedy =
        "put the provider's jar on the class path or module path, or correct field 5 (lib_path)";
    for (Providers.Refused refused : providers.refused()) {
      // It may be the one that serves the line.
      if (refused.id().isEmpty()) {
        reason += "; " + refused.origin() + " " + refused.reason();
        remedy = refused.remedy() + "; or correct field 5 (lib_path)";
      }
    }
    return RegisteredAdapter.refused(entry, null, reason, remedy);
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
      ProviderIdentity identity = ProviderIdentity.of(provider.provider());
      for (RegistryEntry entry : provider.provider().builtIns()) {
        addBuiltIn(entry.servedBy(identity), provider);
      }
    } catch (Throwable e) {
      providers.refuse(provider, "builtIns", e);
    }
  }

  private void addBuiltIn(RegistryEntry entry, Providers.Found provider) {
    if (entry.iaName().length() >= DatConstants.NAME_MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the name " + PrintableText.quote(entry.iaName()) + " has more than 255 characters");
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
              ? RegisteredAdapter.declared(entry, provider)
              : RegisteredAdapter.refused(
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
