package org.dat4j.rsm.spi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmExplanation;
import org.dat4j.rsm.RsmReturn;

/**
 * The table of the RSM controllers that one registry has open, with the number of references to
 * each. Thread-safe.
 */
public final class ControllerTable {
  private static final System.Logger LOG = System.getLogger(ControllerTable.class.getName());
  private static final String WHERE = "Rsm.getController";
  private static final String REPAIR = "repair the provider";
  private static final String USED_UP =
      "let go of memory or threads, or raise their limit (-Xmx, -XX:MaxDirectMemorySize, ulimit"
          + " -u); then try again";
  private static final String UNKNOWN =
      "no provider knows the name: check its spelling; a provider of your own is found only if its"
          + " jar or folder has the file META-INF/services/"
          + RsmProvider.class.getName()
          + ", which names its class";
  private static final String LOOPBACK = "loopback";
  private static final Pattern LOOPBACK_UNIT = Pattern.compile(LOOPBACK + "[0-9]*");

  private final ProviderScan scan;
  private final RsmSettings settings;
  private final Map<String, AbstractController> held = new HashMap<>();

  /**
   * The names whose controllers are being opened, each by one thread. A provider may wait in its
   * open, and must not keep other controllers from being got or released.
   */
  private final Set<String> opening = new HashSet<>();

  /** What the log has of settings that nobody knows. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * Makes an empty table.
   *
   * @param scan the providers that open controllers
   * @param settings settings for the providers
   */
  public ControllerTable(ProviderScan scan, RsmSettings settings) {
    this.scan = scan;
    this.settings = settings;
  }

  /**
   * Asks the providers that work on this machine. One that fails is left out, with a warning in the
   * log, while another answers.
   *
   * @param <T> type of the answers
   * @param question asked of each provider of this SPI version without a reason against it
   * @return the answers
   * @throws RsmException the first provider's refusal, if no other answers
   */
  public <T> List<T> ask(Function<RsmProvider, T> question) {
    List<T> answers = new ArrayList<>();
    RsmException refused = null;
    for (RsmProvider provider : scan.providers()) {
      if (refusal(provider) == null) {
        try {
          answers.add(Objects.requireNonNull(question.apply(provider), "it has said nothing"));
        } catch (Throwable e) {
          String left = "provider " + id(provider) + " is left out";
          if (e instanceof RsmException refusal) {
            // Its message names cause and remedy.
            LOG.log(System.Logger.Level.WARNING, left + ": " + refusal.getMessage());
            refused = refused == null ? refusal : refused;
          } else {
            LOG.log(System.Logger.Level.WARNING, left, e);
          }
        }
      }
    }
    if (answers.isEmpty() && refused != null) {
      throw refused;
    }
    return answers;
  }

  /**
   * Gets a counted handle.
   *
   * @param name type and unit, null for loopback
   * @return the controller of that name
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_BAD_LIBRARY_VERSION, or what the provider
   *     met; RSMERR_INTERRUPTED if the thread is interrupted while another one opens it
   */
  public RsmController get(String name) {
    String aliasFault = aliasRemedy(name);
    if (aliasFault != null) {
      throw Errors.of(RsmReturn.CTLR_NOT_PRESENT, WHERE, "name", name, aliasFault);
    }
    String canonical = canonical(name);
    AbstractController controller = counted(canonical);
    if (controller != null) {
      return controller;
    }
    try {
      return hold(canonical, open(canonical));
    } finally {
      endOpening(canonical);
    }
  }

  /**
   * Counts a reference to the open controller of a name, after a wait for a thread that opens it.
   * Returns null if there is none: the caller opens it, and {@link #endOpening} follows.
   */
  private synchronized AbstractController counted(String name) {
    while (!held.containsKey(name)) {
      if (opening.add(name)) {
        return null;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Errors.of(
            RsmReturn.INTERRUPTED, WHERE, "thread", "interrupted", "get the controller again");
      }
    }
    AbstractController controller = held.get(name);
    controller.references++;
    return controller;
  }

  private synchronized void endOpening(String name) {
    opening.remove(name);
    notifyAll();
  }

  /** Enters a controller that was just opened, with one reference. */
  private synchronized AbstractController hold(String name, AbstractController controller) {
    controller.attach(this);
    held.put(name, controller);
    controller.references++;
    return controller;
  }

  private AbstractController open(String name) {
    Set<String> known = knownKeys();
    settings.checkSpelling(known);
    for (String unknown : settings.unknown(known)) {
      if (told.add(unknown)) {
        LOG.log(System.Logger.Level.WARNING, unknown);
      }
    }
    return ask(name, p -> Objects.requireNonNull(p.open(name, settings), "it has opened nothing"));
  }

  /**
   * Asks the provider of a controller, and turns what it throws into a refusal that names the
   * controller.
   */
  private <T> T ask(String name, Function<RsmProvider, T> question) {
    RsmProvider provider = provider(name);
    try {
      return question.apply(provider);
    } catch (RsmException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw failed(RsmReturn.INSUFFICIENT_RESOURCES, name, provider, e, USED_UP);
    } catch (Throwable e) {
      throw failed(RsmReturn.CTLR_NOT_PRESENT, name, provider, e, REPAIR);
    }
  }

  private static RsmException failed(
      int code, String name, RsmProvider provider, Throwable e, String remedy) {
    return new RsmException(
        code,
        "Rsm.getController(" + name + ")",
        "provider",
        id(provider) + ", which failed: " + ProviderScan.causes(e),
        remedy,
        e);
  }

  private Set<String> knownKeys() {
    Set<String> keys = new TreeSet<>(Set.of(SegmentIdFile.KEY));
    declaredSettings().values().forEach(all -> all.forEach(each -> keys.add(each.key())));
    return keys;
  }

  /**
   * Collects the settings that the providers declare.
   *
   * @return by id of the provider, without those that declare none
   */
  public Map<String, List<RsmSetting>> declaredSettings() {
    Map<String, List<RsmSetting>> all = new LinkedHashMap<>();
    for (RsmProvider provider : scan.providers()) {
      try {
        List<RsmSetting> settings = provider.settings();
        if (!settings.isEmpty()) {
          all.put(id(provider), settings);
        }
      } catch (Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "provider " + id(provider) + " has no settings", e);
      }
    }
    return all;
  }

  /** Resolves an alias of the settings, and all names of loopback. */
  private String canonical(String name) {
    String real = name == null ? LOOPBACK : settings.get(RsmSettings.ALIAS + name, name);
    return LOOPBACK_UNIT.matcher(real).matches() ? LOOPBACK : real;
  }

  /**
   * Asks the provider of a controller which nodes this process and others may be.
   *
   * @param name type and unit, null for loopback
   * @return as {@link RsmProvider#hosting}
   * @throws RsmException as {@link #get}
   */
  public Hosting hosting(String name) {
    String canonical = canonical(name);
    return ask(canonical, p -> p.hosting(canonical, settings));
  }

  /**
   * Asks the provider of a controller which adapter of DAT it transfers over.
   *
   * @param name type and unit, null for loopback
   * @return as {@link RsmProvider#adapter}
   * @throws RsmException as {@link #get}
   */
  public String adapter(String name) {
    String canonical = canonical(name);
    return ask(canonical, p -> p.adapter(canonical));
  }

  /**
   * Gets a controller, passes it to a function, releases it, and reports whether the three
   * succeeded.
   *
   * @param name type and unit, null for loopback
   * @param look the function
   * @return as {@link #explain}; none is chosen when one of the three failed
   */
  public RsmExplanation tryGet(String name, Consumer<? super RsmController> look) {
    RsmExplanation why = explain(name);
    if (why.chosen() == null) {
      return why;
    }
    String step = "open";
    try (RsmController controller = get(name)) {
      step = "query";
      look.accept(controller);
      step = "release";
    } catch (RsmException e) {
      return refused(why, "its " + step + " failed: " + ProviderScan.withoutRemedy(e), e.remedy());
    } catch (Throwable e) {
      return refused(why, "its " + step + " failed: " + ProviderScan.causes(e), REPAIR);
    }
    return why;
  }

  private static RsmExplanation refused(RsmExplanation why, String reason, String remedy) {
    List<RsmExplanation.Candidate> candidates =
        why.candidates().stream().map(c -> c.chosen() ? refused(c, reason) : c).toList();
    return new RsmExplanation(
        why.name(), null, candidates, why.problems(), remedy == null ? "" : remedy);
  }

  private RsmProvider provider(String name) {
    for (RsmProvider provider : scan.providers()) {
      if (refusal(provider, name) == null) {
        return provider;
      }
    }
    RsmExplanation why = explain(name);
    throw Errors.of(
        isOfOtherVersion(name) ? RsmReturn.BAD_LIBRARY_VERSION : RsmReturn.CTLR_NOT_PRESENT,
        WHERE,
        "name",
        name,
        Stream.of(
                why.candidates().stream().map(c -> c.id() + ": " + c.reason()),
                why.problems().stream(),
                Stream.of(why.remedy()))
            .flatMap(part -> part)
            .collect(Collectors.joining("; ")));
  }

  /**
   * Tells which provider serves a name, or why none does, without opening anything.
   *
   * @param name type and unit, null for loopback
   * @return every provider found and what it says
   */
  public RsmExplanation explain(String name) {
    String canonical = canonical(name);
    String aliasFault = aliasRemedy(name);
    String chosen = null;
    List<RsmExplanation.Candidate> candidates = new ArrayList<>();
    for (RsmProvider provider : scan.providers()) {
      String id = id(provider);
      String refusal =
          aliasFault == null ? refusal(provider, canonical) : "the alias names no controller";
      if (refusal == null && chosen == null) {
        chosen = id;
        candidates.add(
            candidate(
                provider,
                true,
                "it serves the name" + ofAlias(name) + unlisted(provider) + limited(provider)));
      } else {
        String reason = refusal == null ? chosen + " is asked first" : refusal;
        candidates.add(candidate(provider, false, reason));
      }
    }
    return new RsmExplanation(
        canonical,
        chosen,
        candidates,
        Stream.concat(scan.problems().stream(), settings.unknown(knownKeys()).stream()).toList(),
        aliasFault != null ? aliasFault : chosen == null ? remedy(canonical, ofAlias(name)) : "");
  }

  /** Says that a name is an alias, if it is one. */
  private String ofAlias(String name) {
    String real = name == null ? null : settings.get(RsmSettings.ALIAS + name, null);
    return real == null ? "" : "; the setting dat4j.rsm.alias." + name + " chooses " + real;
  }

  private static RsmExplanation.Candidate refused(RsmExplanation.Candidate c, String reason) {
    return new RsmExplanation.Candidate(c.id(), c.vendor(), c.version(), false, reason);
  }

  private static RsmExplanation.Candidate candidate(
      RsmProvider provider, boolean chosen, String reason) {
    return new RsmExplanation.Candidate(
        id(provider), said(provider::vendor), said(provider::version), chosen, reason);
  }

  /** Reads a provider's description, empty if it fails or has none. */
  private static String said(Supplier<String> question) {
    try {
      String answer = question.get();
      return answer == null ? "" : answer;
    } catch (Throwable e) {
      return "";
    }
  }

  /**
   * Says what to do about an alias that names itself or another alias; null for all other names.
   */
  private String aliasRemedy(String name) {
    String real = name == null ? null : settings.get(RsmSettings.ALIAS + name, null);
    String next = real == null ? null : settings.get(RsmSettings.ALIAS + real, null);
    if (next == null) {
      return null;
    }
    String set = "set dat4j.rsm." + RsmSettings.ALIAS + name + " to ";
    return next.equals(real) || next.equals(name)
        ? "the alias " + name + " leads back to itself: " + set + "a controller, such as shm0"
        : "the alias " + name + " names another alias, " + real + ": " + set + next;
  }

  private String remedy(String name, String ofAlias) {
    String jar = KnownControllers.jarsOf(name);
    if (scan.providers().isEmpty()) {
      return "no provider of RSM was found through "
          + scan.looked()
          + "; put "
          + (jar.isEmpty() ? "one" : jar)
          + " on the class path or module path; "
          + KnownControllers.MERGE;
    }
    if (isServed(name)) {
      return "see what each provider says" + ofAlias;
    }
    return jar.isEmpty()
        ? UNKNOWN
            + (ofAlias.isEmpty()
                ? "; to make it an alias of a controller, such as shm0, set dat4j.rsm.alias." + name
                : ofAlias)
        : "\"" + name + "\" comes with " + jar + "; " + KnownControllers.MERGE;
  }

  /**
   * Tells whether a provider serves a name, be it one that is refused.
   *
   * @param name type and unit, null for loopback
   * @return false if every provider says that it does not know the name
   */
  public boolean isServed(String name) {
    String canonical = canonical(name);
    return scan.providers().stream().anyMatch(p -> serving(p, canonical) == null);
  }

  private boolean isOfOtherVersion(String name) {
    for (RsmProvider provider : scan.providers()) {
      if (serving(provider, name) == null) {
        return version(provider) != null;
      }
    }
    return false;
  }

  /** Returns the reason why a provider is not asked for a name, or null. */
  private String refusal(RsmProvider provider, String name) {
    String serving = serving(provider, name);
    return serving == null ? refusal(provider) : serving;
  }

  private String serving(RsmProvider provider, String name) {
    try {
      return provider.serves(name) ? null : "it does not know the name" + known(provider);
    } catch (Throwable e) {
      return "it cannot be asked: " + ProviderScan.causes(e);
    }
  }

  /** Returns the reason why a provider cannot be used for any name, or null. */
  private static String refusal(RsmProvider provider) {
    String version = version(provider);
    if (version != null) {
      return version;
    }
    try {
      return provider.unusable();
    } catch (Throwable e) {
      return "it cannot be used: " + ProviderScan.causes(e);
    }
  }

  private static String version(RsmProvider provider) {
    try {
      int version = provider.spiVersion();
      return RsmProvider.isSupported(version)
          ? null
          : "it was built for version "
              + version
              + " of the provider SPI: use one built for version "
              + (RsmProvider.OLDEST_SPI_VERSION == RsmProvider.SPI_VERSION
                  ? RsmProvider.SPI_VERSION
                  : RsmProvider.OLDEST_SPI_VERSION + " to " + RsmProvider.SPI_VERSION);
    } catch (Throwable e) {
      return "it cannot be asked: " + ProviderScan.causes(e);
    }
  }

  private static String id(RsmProvider provider) {
    try {
      return provider.id();
    } catch (Throwable e) {
      return provider.getClass().getName();
    }
  }

  private String known(RsmProvider provider) {
    if (refusal(provider) != null) {
      return "";
    }
    try {
      String names =
          provider.topology(settings).controllers().stream()
              .map(InterconnectTopology.Connections::controllerName)
              .collect(Collectors.joining(", "));
      if (provider.serves(LOOPBACK)) {
        // A topology has the controllers that reach other nodes.
        names = names.isEmpty() ? LOOPBACK : names + ", " + LOOPBACK;
      }
      return names.isEmpty() ? "" : ", it has " + names;
    } catch (Throwable e) {
      return cannotBeListed(e);
    }
  }

  /**
   * Returns the reason why the topology leaves out a provider that serves a name, or an empty text.
   */
  private String unlisted(RsmProvider provider) {
    try {
      provider.topology(settings).controllers();
      return "";
    } catch (Throwable e) {
      return cannotBeListed(e);
    }
  }

  /** Returns the provider's limitation on this machine, or an empty text. */
  private static String limited(RsmProvider provider) {
    try {
      String limitation = provider.limitation();
      return limitation == null ? "" : "; " + limitation;
    } catch (Throwable e) {
      return "; its limitation cannot be read: " + ProviderScan.causes(e);
    }
  }

  private static String cannotBeListed(Throwable e) {
    return "; its names cannot be read: " + ProviderScan.causes(e);
  }

  /** Gives one reference back. Returns false if none was held. */
  boolean release(AbstractController controller) {
    synchronized (this) {
      if (controller.references == 0) {
        return false;
      }
      controller.references--;
      if (controller.references > 0) {
        return true;
      }
      held.remove(controller.name(), controller);
    }
    controller.end();
    return true;
  }
}
