package org.dat4j.dat.spi;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ManPage;
import org.dat4j.dat.ProviderInfo;

/**
 * A backend, found by {@link java.util.ServiceLoader}. The registry keeps one instance per provider
 * class; all methods may be called by several threads.
 *
 * <p>A provider must not start threads, load libraries or open devices before {@link #openIa} or
 * {@link #probe}.
 */
public abstract class DatProvider {

  /** Version of this SPI. A provider compiled against another one is refused with this reason. */
  public static final int SPI_VERSION = 1;

  private final Set<AbstractIa> instances = ConcurrentHashMap.newKeySet();

  /** For subclasses with a public constructor without parameters. */
  protected DatProvider() {}

  /**
   * The identifier that the lib_path field of dat.conf names this provider by.
   *
   * @return lower-case letters, digits and dashes
   */
  public abstract String id();

  /**
   * The SPI version this provider was compiled against.
   *
   * @return {@link #SPI_VERSION}, as a constant of the provider's own compilation
   */
  public abstract int spiVersion();

  /**
   * The provider's own version.
   *
   * @return major.minor
   */
  public abstract String version();

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
   * The settings that the ia_params of its entries may hold.
   *
   * @return in the order to show them; empty where ia_params are not made of settings
   */
  public List<ProviderSetting> settings() {
    return List.of();
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
    AbstractEvd async = request.asyncEvd();
    if (async == null) {
      if (request.asyncEvdMinQlen() <= 0) {
        throw Errors.parameter(
            "DatRegistry.openIa",
            2,
            "asyncEvdMinQlen",
            request.asyncEvdMinQlen(),
            "give at least 1, or an asynchronous EVD");
      }
    } else {
      async.checkAsyncOf(this);
    }
    return open(request, false);
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
    AbstractIa ia = openIa(request);
    try {
      ia.attachAsyncEvd(sharing);
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
    instances.add(ia);
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
   * @return a new instance
   * @throws DatException why it cannot be opened, with the remedy; nothing may be left behind
   */
  protected abstract AbstractIa openIa(OpenRequest request);
}
