package org.dat4j.dat.registry;

import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.spi.DatProvider;

/**
 * The providers (backends) that a registry of DAT has found, and those that it refused, with the
 * reason. Confined to the thread that builds the registry.
 *
 * <p>Whatever a provider's jar does wrong is kept as the reason of its refusal; the others are not
 * touched by it.
 */
public final class Providers {
  /** Most refusals kept; a service loader that fails more often is given up. */
  private static final int MAX_REFUSED = 100;

  /** Ids stand in dat.conf, in reports and in the names of settings. */
  private static final Pattern ID = Pattern.compile("[a-z0-9-]+");

  /** Two numbers, which the provider attributes have apart, and anything behind them. */
  private static final Pattern VERSION = Pattern.compile("[0-9]{1,9}\\.[0-9]{1,9}([^0-9].*)?");

  private static final Pattern CLASS_VERSION = Pattern.compile("class file version (\\d{2,5})");

  /** The version of class files is the JDK's plus this number. */
  private static final int CLASS_VERSION_OF_JDK_0 = 44;

  /** The package of JNA as a class that is not found names it. */
  private static final String JNA = "com/sun/jna/";

  private static final String REPAIR_JAR =
      "repair the provider's jar, or take it off the class path or module path";

  private final List<Found> found = new ArrayList<>();
  private final List<Refused> refused = new ArrayList<>();

  private Providers() {}

  /**
   * A provider in working order.
   *
   * @param provider the provider
   * @param id its id, asked once
   */
  public record Found(DatProvider provider, String id) {}

  /**
   * A provider that cannot be used.
   *
   * @param id its id, empty if it is not known
   * @param origin its class and jar as far as known
   * @param reason why it cannot be used
   * @param remedy what to do about it
   */
  public record Refused(String id, String origin, String reason, String remedy) {}

  /**
   * A place where providers are searched.
   *
   * @param services finds them
   * @param files sees their service files; null for a module layer, which has none
   */
  public record Source(ServiceLoader<DatProvider> services, ClassLoader files) {
    /**
     * Searches through a class loader.
     *
     * @param loader the class loader, null for the system's
     * @return the place
     */
    public static Source of(ClassLoader loader) {
      ClassLoader files = loader == null ? ClassLoader.getSystemClassLoader() : loader;
      return new Source(ServiceLoader.load(DatProvider.class, files), files);
    }
  }

  /**
   * Takes the providers given and those that are found, each class once. Of two with the same id
   * the first counts.
   *
   * @param given providers of the program, they come first
   * @param sources where the others are searched; the errors there are kept
   * @return what was found
   */
  public static Providers discover(List<DatProvider> given, List<Source> sources) {
    Providers providers = new Providers();
    Set<Class<?>> types = new HashSet<>();
    for (DatProvider provider : given) {
      types.add(provider.getClass());
      providers.admit(provider, origin(provider.getClass()));
    }
    for (Source source : sources) {
      providers.makeAll(source, types);
    }
    return providers;
  }

  private void makeAll(Source source, Set<Class<?>> types) {
    Iterator<ServiceLoader.Provider<DatProvider>> services = source.services.stream().iterator();
    for (int failures = 0; failures < MAX_REFUSED; ) {
      try {
        if (!services.hasNext()) {
          break;
        }
        ServiceLoader.Provider<DatProvider> service = services.next();
        if (types.add(service.type())) {
          make(service);
        }
      } catch (Throwable e) {
        failures++;
        String entry =
            source.files == null ? "" : ServiceFiles.describe(e, DatProvider.class, source.files);
        String origin = entry.isEmpty() ? "service loader" : entry;
        refuse(new Refused("", origin, PrintableText.of(e), remedy(e)));
      }
    }
  }

  /**
   * The providers in working order.
   *
   * @return in the order of discovery
   */
  public List<Found> found() {
    return List.copyOf(found);
  }

  /**
   * The providers that cannot be used.
   *
   * @return in the order of discovery
   */
  public List<Refused> refused() {
    return List.copyOf(refused);
  }

  /**
   * The provider that serves a lib_path: the one with this id, else the first that says so.
   *
   * @param libPath the field of dat.conf
   * @return the provider, or null if there is none
   */
  Found serving(String libPath) {
    for (Found candidate : found) {
      if (candidate.id.equals(libPath)) {
        return candidate;
      }
    }
    for (Found candidate : found) {
      if (serves(candidate, libPath)) {
        return candidate;
      }
    }
    return null;
  }

  /** Records something that makes part of a provider unusable. */
  void refuse(Found provider, String call, Throwable thrown) {
    refuse(
        new Refused(
            provider.id,
            origin(provider.provider.getClass()),
            call + " failed: " + PrintableText.of(thrown),
            REPAIR_JAR));
  }

  private void refuse(Refused refusal) {
    if (!refused.contains(refusal) && refused.size() < MAX_REFUSED) {
      refused.add(refusal);
    }
  }

  private boolean serves(Found candidate, String libPath) {
    try {
      return candidate.provider.serves(libPath);
    } catch (Throwable e) {
      refuse(candidate, "serves", e);
      return false;
    }
  }

  private void make(ServiceLoader.Provider<DatProvider> service) {
    String origin = origin(service.type());
    DatProvider provider;
    try {
      provider = service.get();
    } catch (Throwable e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      refuse(
          new Refused("", origin, "cannot be created: " + PrintableText.of(cause), remedy(cause)));
      return;
    }
    admit(provider, origin);
  }

  private void admit(DatProvider provider, String origin) {
    String id = "";
    try {
      id = provider.id();
      if (id == null || !ID.matcher(id).matches()) {
        refuse(
            new Refused(
                id == null ? "" : id,
                origin,
                "its id is " + PrintableText.quote(id),
                "return lower-case letters, digits and dashes from id(), such as my-device"));
        return;
      }
      int version = provider.spiVersion();
      if (!DatProvider.isSupported(version)) {
        refuse(
            new Refused(
                id,
                origin,
                "it was made for version "
                    + version
                    + " of the provider SPI, this release takes "
                    + DatProvider.supportedVersions(),
                "use releases of dat4j and of the provider that belong together"));
        return;
      }
      if (!hasVersion(provider)) {
        refuse(
            new Refused(
                id,
                origin,
                "its version is " + PrintableText.quote(provider.version()),
                "return major.minor from version(), such as 1.0"));
        return;
      }
    } catch (Throwable e) {
      refuse(
          new Refused(
              id == null ? "" : id, origin, "cannot be asked: " + PrintableText.of(e), REPAIR_JAR));
      return;
    }
    for (Found other : found) {
      if (other.id.equals(id)) {
        refuse(
            new Refused(
                id,
                origin,
                "another provider has the id " + id + ": " + origin(other.provider.getClass()),
                "leave one of the two on the class path or module path"));
        return;
      }
    }
    found.add(new Found(provider, id));
  }

  /** One that throws is a provider without a version, and may be used. */
  private static boolean hasVersion(DatProvider provider) {
    String version;
    try {
      version = provider.version();
    } catch (Throwable e) {
      return true;
    }
    return version != null && VERSION.matcher(version).matches();
  }

  /** Says what to do about a class that cannot be loaded. */
  private static String remedy(Throwable thrown) {
    if (thrown instanceof NoClassDefFoundError && String.valueOf(thrown).contains(JNA)) {
      return "put JNA on the class path or module path, the artifact net.java.dev.jna:jna-jpms";
    }
    Matcher version = CLASS_VERSION.matcher(String.valueOf(thrown.getMessage()));
    return thrown instanceof UnsupportedClassVersionError && version.find()
        ? "run JDK "
            + (Integer.parseInt(version.group(1)) - CLASS_VERSION_OF_JDK_0)
            + " or newer, or take a build of the provider for this one"
        : REPAIR_JAR;
  }

  private static String origin(Class<?> type) {
    try {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      if (source != null && source.getLocation() != null) {
        return type.getName() + " (" + source.getLocation() + ")";
      }
    } catch (SecurityException e) {
      return type.getName() + " (its place may not be known)";
    }
    return type.getName();
  }
}
