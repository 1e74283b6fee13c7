package org.dat4j.rsm.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.dat4j.rsm.RsmException;

/**
 * The RSM providers that the service loader finds, and the reasons why others could not be
 * instantiated. Whatever the jar of one provider does wrong is kept as its reason; the others are
 * not touched by it. Immutable.
 */
public final class ProviderScan {
  /** Most problems kept; a service loader that fails more often is given up. */
  private static final int MAX_PROBLEMS = 100;

  private static final int MAX_CAUSES = 20;
  private static final String CAUSED_BY = ", caused by ";

  private final List<RsmProvider> providers;
  private final List<String> problems;
  private final String looked;

  private ProviderScan(List<RsmProvider> providers, List<String> problems, String looked) {
    this.providers = List.copyOf(providers);
    this.problems = List.copyOf(problems);
    this.looked = looked;
  }

  /**
   * Makes a scan from providers that are given.
   *
   * @param providers providers in the order they are asked
   * @return a scan without problems
   */
  public static ProviderScan given(List<RsmProvider> providers) {
    return new ProviderScan(providers, List.of(), "the providers given");
  }

  /**
   * Makes every provider that the loaders find, each class once.
   *
   * @param loaders class loaders in the order they are asked; null is the system class loader
   * @return what was found
   */
  public static ProviderScan discover(Iterable<ClassLoader> loaders) {
    List<RsmProvider> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Set<Class<?>> types = new HashSet<>();
    List<String> names = new ArrayList<>();
    for (ClassLoader loader : loaders) {
      names.add(String.valueOf(loader));
      scan(loader, types, found, problems);
    }
    return new ProviderScan(found, problems, String.join(" and ", names));
  }

  private static void scan(
      ClassLoader loader, Set<Class<?>> types, List<RsmProvider> found, List<String> problems) {
    Iterator<ServiceLoader.Provider<RsmProvider>> services =
        ServiceLoader.load(RsmProvider.class, loader).stream().iterator();
    while (problems.size() < MAX_PROBLEMS) {
      String what = "";
      try {
        if (!services.hasNext()) {
          return;
        }
        ServiceLoader.Provider<RsmProvider> service = services.next();
        what = service.type().getName();
        if (types.add(service.type())) {
          found.add(service.get());
        }
      } catch (Throwable e) {
        String entry =
            what.isEmpty() ? RsmServiceFiles.describe(e, RsmProvider.class, loader) : what;
        String problem = (entry.isEmpty() ? "service loader" : entry) + ": " + causes(e);
        if (!problems.contains(problem)) {
          problems.add(problem);
        }
      }
    }
  }

  /**
   * Returns the providers.
   *
   * @return in the order of discovery
   */
  public List<RsmProvider> providers() {
    return providers;
  }

  /**
   * Returns the service entries that are no usable provider.
   *
   * @return the entry and its cause, each on one line
   */
  public List<String> problems() {
    return problems;
  }

  /** Returns the places where providers were searched. */
  String looked() {
    return looked;
  }

  /** Describes what foreign code has thrown and its causes, even if making a message fails. */
  static String causes(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    // A chain may lead back to itself.
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable next = thrown;
    while (next != null && seen.size() < MAX_CAUSES && seen.add(next)) {
      text.append(next == thrown ? "" : CAUSED_BY).append(next.getClass().getName());
      try {
        String message = next.getMessage();
        text.append(message == null ? "" : ": " + message.replace('\n', ' '));
        next = next.getCause();
      } catch (Throwable e) {
        return text.append(" (its message cannot be read)").toString();
      }
    }
    return text.toString();
  }

  /**
   * Describes a provider's refusal without its remedy, and the causes that the refusal does not
   * name itself.
   */
  static String withoutRemedy(RsmException refusal) {
    String message = refusal.getMessage();
    String remedy = ": " + refusal.remedy();
    String reason =
        message.endsWith(remedy)
            ? message.substring(0, message.length() - remedy.length())
            : message;
    String cause = refusal.getCause() == null ? "" : causes(refusal.getCause());
    return cause.isEmpty() || message.contains(cause) ? reason : reason + CAUSED_BY + cause;
  }
}
