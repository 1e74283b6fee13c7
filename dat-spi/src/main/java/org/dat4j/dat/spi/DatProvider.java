package org.dat4j.dat.spi;

import java.util.List;
import org.dat4j.dat.DatException;
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
    AbstractIa ia = openIa(request);
    try {
      ia.attachAsyncEvd();
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
    return ia;
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
