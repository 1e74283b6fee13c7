package org.dat4j.dat.spi;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ManPage;
import org.dat4j.dat.ProviderInfo;

/**
 * Base of a DAT backend, which opens adapters and is found by {@link java.util.ServiceLoader}. The
 * registry keeps one instance per provider class; all methods may be called by several threads.
 *
 * <p>A provider must not start threads, load libraries or open devices before {@link #openIa} or
 * {@link #probe}.
 */
public abstract class DatProvider {

  /** Version of this SPI. It grows when a provider that was compiled before could fail. */
  public static final int SPI_VERSION = 1;

  /** Oldest version of this SPI whose providers still work; older ones are refused. */
  public static final int OLDEST_SPI_VERSION = 1;

  private final Set<AbstractIa> instances = ConcurrentHashMap.newKeySet();

  /** For subclasses with a public constructor without parameters. */
  protected DatProvider() {}

  /**
   * Tells whether a provider compiled against a version of the SPI works with this one.
   *
   * @param version what {@link #spiVersion()} returned
   * @return false below {@link #OLDEST_SPI_VERSION} and above {@link #SPI_VERSION}
   */
  public static boolean isSupported(int version) {
    return version >= OLDEST_SPI_VERSION && version <= SPI_VERSION;
  }

  /**
   * Describes the supported versions, for messages.
   *
   * @return a number, or a range
   */
  public static String supportedVersions() {
    return OLDEST_SPI_VERSION == SPI_VERSION
        ? "version " + SPI_VERSION
        : "versions " + OLDEST_SPI_VERSION + " to " + SPI_VERSION;
  }

  /**
   * The identifier that the lib_path field of dat.conf names this provider by.
   *
   * @return lower-case letters, digits and dashes; a registry refuses a provider with another id
   */
  public abstract String id();

  /**
   * The SPI version this provider was compiled against.
   *
   * @return {@link #SPI_VERSION}, as a constant of the provider's own compilation
   */
  public abstract int spiVersion();

  /**
   * The provider's own version. The registry lists it, and {@link
   * org.dat4j.dat.spi.software.SoftIa} takes the provider attributes {@code provider_version_major}
   * and {@code provider_version_minor} from it.
   *
   * @return major.minor, and anything behind them; another answer is refused
   */
  public abstract String version();

  /**
   * The maker of the provider. The registry lists it, and {@link org.dat4j.dat.spi.software.SoftIa}
   * takes the adapter attribute {@code vendor_name} from it.
   *
   * @return a name of up to 255 characters; by default that of the jar's {@code
   *     Implementation-Vendor}, or the id where its manifest has none
   */
  public String vendor() {
    String vendor = getClass().getPackage().getImplementationVendor();
    return vendor == null ? id() : vendor;
  }

  /**
   * Entries that exist without a dat.conf line, unless one has their name.
   *
   * @return may be empty
   */
  public List<RegistryEntry> builtIns() {
    return List.of();
  }

  /**
   * Whether this provider serves entries with a certain lib_path.
   *
   * @param libPath the field of dat.conf
   * @return true for the own id, native providers also for library names
   */
  public boolean serves(String libPath) {
    return id().equals(libPath);
  }

  /**
   * Tells whether an entry could be opened and if not, why, without opening it.
   *
   * @param entry an entry this provider serves
   * @return the finding; never throws for a machine that lacks something
   */
  public abstract ProbeResult probe(RegistryEntry entry);

  /**
   * Declares the settings that the ia_params of its entries may hold; {@link SettingValues} parses
   * them.
   *
   * @return in the order to show them; empty where ia_params are not made of settings
   */
  public List<ProviderSetting> settings() {
    return List.of();
  }

  /**
   * Names the adapter that the adapters of an entry are a layer over. Only {@link
   * org.dat4j.dat.spi.forward.ForwardingProvider} overrides this.
   *
   * @param entry an entry this provider serves
   * @return a name in the same registry; by default null, for a provider that moves data itself
   */
  public String lowerAdapter(RegistryEntry entry) {
    return null;
  }

  /**
   * Tells whether adapters in different processes reach each other. RSM over DAT and the
   * conformance suite use further processes only where they do.
   *
   * @return by default true
   */
  public boolean reachesOtherProcesses() {
    return true;
  }

  /**
   * Tells whether adapters in processes of different users of the operating system reach each
   * other. RSM over DAT declares the same of its controllers, and the conformance suite tests it.
   *
   * @return by default as {@link #reachesOtherProcesses}
   * @since 0.2
   */
  public boolean reachesOtherUsers() {
    return reachesOtherProcesses();
  }

  /**
   * Called by the registry before the first open of an entry.
   *
   * @param info key of the entry
   * @param instanceData the entry's ia_params
   */
  @ManPage("dat_provider_init")
  public void init(ProviderInfo info, String instanceData) {}

  /**
   * Called by the registry after the last close of an entry.
   *
   * @param info key of the entry
   */
  @ManPage("dat_provider_fini")
  public void fini(ProviderInfo info) {}

  /**
   * Opens an adapter. For the registry.
   *
   * @param request what to open
   * @return the open instance
   * @throws DatException why it cannot be opened
   */
  public final Ia open(OpenRequest request) {
    if (request.lower() == null) {
      checkAsyncEvd(request);
    }
    return open(request, false);
  }

  private void checkAsyncEvd(OpenRequest request) {
    Evd async = request.asyncEvd();
    if (async instanceof AbstractEvd own) {
      own.checkAsyncOf(this);
    } else if (async != null) {
      throw Errors.handle(
          "DatRegistry.openIa",
          DatSubtype.INVALID_HANDLE_EVD_ASYNC,
          "asyncEvd",
          async.getClass().getName(),
          "give an EVD that an adapter of the same provider created");
    } else if (request.asyncEvdMinQlen() <= 0) {
      throw Errors.parameter(
          "DatRegistry.openIa",
          2,
          "asyncEvdMinQlen",
          request.asyncEvdMinQlen(),
          "give at least 1, or an asynchronous EVD");
    }
  }

  /**
   * Opens an adapter whose asynchronous errors go to the EVD of another open instance of the same
   * name (DAT_EVD_ASYNC_EXISTS). For the registry.
   *
   * @param request what to open, without an EVD
   * @return the open instance
   * @throws DatException DAT_INVALID_HANDLE when there is no such instance, or why it cannot be
   *     opened
   */
  public final Ia openSharing(OpenRequest request) {
    if (request.lower() != null) {
      return open(request, true);
    }
    String name = request.entry().iaName();
    for (AbstractIa other : instances) {
      AbstractEvd async = other.asyncEvd();
      if (other.name().equals(name) && async != null && !async.isFreed()) {
        return open(request.with(async), true);
      }
    }
    throw Errors.handle(
        "DatRegistry.openIaSharingAsync",
        DatSubtype.INVALID_HANDLE_EVD_ASYNC,
        "asynchronous EVD",
        "no other instance of " + name + " is open",
        "open the first instance with an asynchronous EVD of its own");
  }

  private Ia open(OpenRequest request, boolean sharing) {
    Ia opened = openIa(request);
    boolean layer = request.lower() != null;
    if (opened == null || layer == opened instanceof AbstractIa) {
      throw new IllegalStateException(
          getClass().getName()
              + ".openIa gave "
              + (opened == null ? "null" : "a " + opened.getClass().getName())
              + ": return an AbstractIa, or extend ForwardingProvider");
    }
    return layer ? opened : attached((AbstractIa) opened, sharing);
  }

  private Ia attached(AbstractIa ia, boolean sharing) {
    try {
      ia.attachAsyncEvd(sharing);
      instances.add(ia);
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
    if (ia.isFreed()) {
      instances.remove(ia);
    }
    return ia;
  }

  /** An instance was closed. */
  final void closed(AbstractIa ia) {
    instances.remove(ia);
  }

  /**
   * Opens an adapter.
   *
   * @param request what to open, checked
   * @return a new instance: an {@link AbstractIa}, or the wrapper of a layer over another adapter
   * @throws DatException why it cannot be opened, with the remedy; nothing may be left behind
   */
  protected abstract Ia openIa(OpenRequest request);
}
