package org.dat4j.dat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.dat4j.dat.registry.AdapterRequest;
import org.dat4j.dat.registry.Explainer;
import org.dat4j.dat.registry.LayerChain;
import org.dat4j.dat.registry.OpenOperation;
import org.dat4j.dat.registry.PrintableText;
import org.dat4j.dat.registry.Providers;
import org.dat4j.dat.registry.RegisteredAdapter;
import org.dat4j.dat.registry.RegistryFile;
import org.dat4j.dat.registry.StaticRegistry;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The registry of DAT, which finds the providers (backends) and opens adapters by name.
 *
 * <p>The static registry is a file in the contract's dat.conf format, followed by the built-in
 * entries of the providers whose name the file does not have. It is read once, when this object is
 * built. The field lib_path of an entry is the id of a Java provider, or a native library that a
 * provider says it serves. Such an entry is offered as version 1.2 and for any thread safety,
 * whatever it says. Programs may add further providers.
 *
 * <p>An open uses the entry with the name, the major version and the lowest minor version that is
 * not below the one asked for, preferring equal thread safety. An entry marked threadsafe also
 * serves a request that is not. The first of entries that are equal in this counts. When that one
 * entry cannot be opened the call fails: no other entry is tried in its place.
 *
 * <p>A file that was named, or that exists, and cannot be read makes every open of a static entry
 * fail, because it may have an entry of that name. A missing {@code /etc/dat.conf} that nobody
 * named is no failure.
 *
 * <p>All calls may be made from any thread. A registry holds no resources beside its providers and
 * need not be closed.
 */
public final class DatRegistry {
  private static final int DEFAULT_ASYNC_EVD_QLEN = 16;

  private final StaticRegistry statics;
  private final List<RegisteredAdapter> added = new CopyOnWriteArrayList<>();

  /** Whether no provider was found. */
  boolean isEmpty() {
    return statics.isEmpty();
  }

  private DatRegistry(StaticRegistry statics) {
    this.statics = statics;
  }

  /**
   * Starts a registry with the settings of this process: registry file by system property,
   * environment or default, providers of the thread's context class loader and of the loader of
   * this class.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@link #openIa(String, int, Evd)} with an asynchronous EVD of its own, 16 events long.
   *
   * @param name name of the adapter
   * @return a new instance, to be closed by the caller
   * @throws DatException as the other forms
   */
  public Ia openIa(String name) {
    return openIa(name, DEFAULT_ASYNC_EVD_QLEN, null);
  }

  /**
   * Opens an adapter of version 1.2 that need not be thread-safe, as the macro of the contract's
   * headers does.
   *
   * @param name name of the adapter, up to 255 characters, with the prefix {@code RO_AWARE_} if the
   *     program copes with relaxed ordering
   * @param asyncEvdMinQlen least number of events the asynchronous EVD must hold, at least 1;
   *     ignored when one is given
   * @param asyncEvd an asynchronous EVD of the same provider to use, or null to create one
   * @return a new instance, to be closed by the caller
   * @throws DatException DAT_PROVIDER_NOT_FOUND when no entry matches, when its provider is not
   *     there, or when the provider's init fails. DAT_INVALID_PARAMETER for a null or long name or
   *     a length below 1, DAT_INVALID_HANDLE for an EVD that cannot be used. DAT_INTERNAL_ERROR
   *     when the provider fails in a way the contract does not know, and whatever else the provider
   *     refuses with. The message says what was tried and why it was refused.
   */
  @ManPage("dat_ia_open")
  public Ia openIa(String name, int asyncEvdMinQlen, Evd asyncEvd) {
    return openIa(
        name,
        asyncEvdMinQlen,
        asyncEvd,
        DatConstants.VERSION_MAJOR,
        DatConstants.VERSION_MINOR,
        DatConstants.THREADSAFE);
  }

  /**
   * Opens an adapter of a certain version and thread safety.
   *
   * @param name name of the adapter, see {@link #openIa(String, int, Evd)}
   * @param asyncEvdMinQlen least number of events the asynchronous EVD must hold, at least 1;
   *     ignored when one is given
   * @param asyncEvd an asynchronous EVD of the same provider to use, or null to create one
   * @param major major version of the interface
   * @param minor least minor version of the interface
   * @param threadSafe whether several threads will use the adapter without synchronisation
   * @return a new instance, to be closed by the caller
   * @throws DatException as {@link #openIa(String, int, Evd)}; DAT_PROVIDER_NOT_FOUND tells in its
   *     subtype whether name, major version, minor version or thread safety is missing
   */
  @ManPage("dat_ia_openv")
  public Ia openIa(
      String name, int asyncEvdMinQlen, Evd asyncEvd, int major, int minor, boolean threadSafe) {
    String where = "DatRegistry.openIa";
    checkName(where, 1, "name", name);
    if (asyncEvd == null && asyncEvdMinQlen <= 0) {
      throw Errors.parameter(
          where, 2, "asyncEvdMinQlen", asyncEvdMinQlen, "give at least 1, or an asynchronous EVD");
    }
    AdapterRequest request = AdapterRequest.of(name, major, minor, threadSafe);
    return open(request, asyncEvdMinQlen, asyncEvd, false);
  }

  /**
   * Opens an adapter that has no asynchronous EVD in scope: its asynchronous errors go to the one
   * that another open instance of the adapter has. The DAT_EVD_ASYNC_EXISTS of the contract.
   *
   * @param name name of the adapter, see {@link #openIa(String, int, Evd)}
   * @return a new instance, to be closed by the caller; {@link Ia#query()} says that its
   *     asynchronous EVD is out of scope
   * @throws DatException as {@link #openIa(String, int, Evd)}; DAT_INVALID_HANDLE when no other
   *     instance of the adapter is open in this process
   */
  public Ia openIaSharingAsync(String name) {
    checkName("DatRegistry.openIaSharingAsync", 1, "name", name);
    return open(AdapterRequest.of(name), 0, null, true);
  }

  private Ia open(AdapterRequest request, int asyncEvdMinQlen, Evd asyncEvd, boolean sharing) {
    return new OpenOperation(statics, this::offers, request)
        .open(asyncEvdMinQlen, asyncEvd, sharing);
  }

  /**
   * Lists the entries of the static registry.
   *
   * @param maxToReturn most entries the caller takes, at least the number of entries, which is
   *     {@code entries().size()}
   * @return their keys in the order of the registry, as they are offered
   * @throws DatException DAT_INVALID_PARAMETER if the registry has more entries, with their number
   *     in the message, or if the limit is not positive; DAT_INTERNAL_ERROR if the registry file
   *     was named, or exists, and cannot be read
   */
  @ManPage("dat_registry_list_providers")
  public List<ProviderInfo> listProviders(int maxToReturn) {
    String where = "DatRegistry.listProviders";
    RegistryFile config = statics.config();
    List<ProviderInfo> infos = statics.offers().stream().map(RegisteredAdapter::info).toList();
    if (config.failure() != null) {
      throw Errors.of(
          DatReturn.INTERNAL_ERROR,
          DatSubtype.NO_SUBTYPE,
          where,
          "registry file",
          config.failure(),
          config.remedy());
    }
    if (maxToReturn <= 0 || maxToReturn < infos.size()) {
      throw Errors.parameter(
          where,
          1,
          "maxToReturn",
          maxToReturn,
          "the number of entries is " + infos.size() + ", give at least that and at least 1");
    }
    return infos;
  }

  /**
   * Adds a provider under a key, so that opens of its name reach it. The registry calls neither
   * init nor fini of a provider added this way.
   *
   * @param provider the provider; may be added under several keys
   * @param info the key, its name up to 255 characters
   * @throws DatException DAT_INVALID_PARAMETER for null, a null or long name, or a provider made
   *     for another version of the SPI; DAT_PROVIDER_ALREADY_REGISTERED if an entry or an added
   *     provider has the key
   */
  @ManPage("dat_registry_add_provider")
  public void addProvider(DatProvider provider, ProviderInfo info) {
    String where = "DatRegistry.addProvider";
    checkKey(where, provider, info);
    if (!DatProvider.isSupported(provider.spiVersion())) {
      throw Errors.parameter(
          where,
          1,
          "provider.spiVersion()",
          provider.spiVersion(),
          "use a provider made for " + DatProvider.supportedVersions() + " of the SPI");
    }
    RegisteredAdapter offer = RegisteredAdapter.added(provider, provider.id(), info);
    synchronized (added) {
      for (RegisteredAdapter other : offers()) {
        if (other.hasKey(info)) {
          throw Errors.of(
              DatReturn.PROVIDER_ALREADY_REGISTERED,
              DatSubtype.NO_SUBTYPE,
              where,
              "info",
              info,
              "the key is taken (" + other.entry().origin() + "), use another name");
        }
      }
      added.add(offer);
    }
  }

  /**
   * Removes a provider from a key it was added under; later opens do not find it. An entry of the
   * static registry counts as registered while an adapter of it is open, and cannot be removed.
   *
   * @param provider the provider that was added
   * @param info the key it was added under
   * @throws DatException DAT_INVALID_PARAMETER for null or if the provider is not registered under
   *     the key; DAT_PROVIDER_IN_USE while adapters opened through the key are open, they keep
   *     working
   */
  @ManPage("dat_registry_remove_provider")
  public void removeProvider(DatProvider provider, ProviderInfo info) {
    String where = "DatRegistry.removeProvider";
    checkKey(where, provider, info);
    synchronized (added) {
      for (RegisteredAdapter offer : added) {
        if (offer.provider() == provider && offer.info().equals(info)) {
          checkUnused(where, info, offer.remove());
          added.remove(offer);
          return;
        }
      }
    }
    for (RegisteredAdapter offer : statics.offers()) {
      if (offer.provider() == provider && offer.info().equals(info)) {
        checkUnused(where, info, offer.opens());
      }
    }
    throw Errors.parameter(
        where, 2, "info", info, "give a provider and the key it was added under");
  }

  /**
   * Says what an open of a name with {@link #openIa(String)} would use and why, or why it would
   * fail, without opening it. Asks the provider whether it can serve the entry.
   *
   * @param name name of the adapter, with or without the prefix {@code RO_AWARE_}
   * @return the explanation; {@link Explanation#chosen()} is null if the open would fail
   * @throws DatException DAT_INVALID_PARAMETER for a null or long name
   */
  public Explanation explain(String name) {
    checkName("DatRegistry.explain", 1, "name", name);
    return new Explainer(statics, offers(), AdapterRequest.of(name)).probe();
  }

  /**
   * Opens a name with {@link #openIa(String)}, lets the adapter be looked at, closes it and says
   * what came of it. Where {@link #explain} tells what the provider expects, this tells what
   * happens. A provider that expects a failure is not asked to open.
   *
   * @param name name of the adapter, with or without the prefix {@code RO_AWARE_}
   * @param look what to do with the open adapter, such as a query
   * @return the explanation; {@link Explanation#chosen()} is null if open, look or close failed,
   *     and the first candidate has the whole cause
   * @throws DatException DAT_INVALID_PARAMETER for a null or long name
   */
  public Explanation tryOpen(String name, Consumer<? super Ia> look) {
    checkName("DatRegistry.tryOpen", 1, "name", name);
    return new OpenOperation(statics, this::offers, AdapterRequest.of(name))
        .attempt(DEFAULT_ASYNC_EVD_QLEN, look);
  }

  /**
   * The entries of the static registry, as they are written.
   *
   * @return the entries that count, those of the file first; built-in ones also when the file
   *     cannot be read
   */
  public List<RegistryEntry> entries() {
    return statics.offers().stream().map(RegisteredAdapter::entry).toList();
  }

  /**
   * Returns the id, vendor and version that the provider of an entry reports.
   *
   * @param entry one of {@link #entries()}
   * @return its id, vendor and version; {@link ProviderIdentity#NONE} when it is not there
   */
  public ProviderIdentity identity(RegistryEntry entry) {
    return statics.offers().stream()
        .filter(offer -> offer.entry().equals(entry) && offer.provider() != null)
        .findFirst()
        .map(offer -> ProviderIdentity.of(offer.provider()))
        .orElse(ProviderIdentity.NONE);
  }

  /**
   * The settings that the ia_params of an entry may hold.
   *
   * @param entry one of {@link #entries()}
   * @return in the order to show them; empty when its provider has none or is not there
   */
  public List<ProviderSetting> settings(RegistryEntry entry) {
    return statics.offers().stream()
        .filter(offer -> offer.entry().equals(entry) && offer.provider() != null)
        .findFirst()
        .map(offer -> offer.provider().settings())
        .orElse(List.of());
  }

  /**
   * Tells whether adapters of a name in different processes reach each other. For a layer over
   * another adapter that one decides.
   *
   * @param name name of the adapter, with or without the prefix {@code RO_AWARE_}
   * @return false also when nothing has the name
   * @throws DatException DAT_INVALID_PARAMETER for a null or long name
   */
  public boolean reachesOtherProcesses(String name) {
    checkName("DatRegistry.reachesOtherProcesses", 1, "name", name);
    return new LayerChain(offers(), AdapterRequest.of(name)).reachesOtherProcesses();
  }

  /**
   * Tells whether adapters of a name in processes of different users of the operating system reach
   * each other. For a layer over another adapter that one decides.
   *
   * @param name name of the adapter, with or without the prefix {@code RO_AWARE_}
   * @return false also when nothing has the name
   * @throws DatException DAT_INVALID_PARAMETER for a null or long name
   * @since 0.2
   */
  public boolean reachesOtherUsers(String name) {
    checkName("DatRegistry.reachesOtherUsers", 1, "name", name);
    return new LayerChain(offers(), AdapterRequest.of(name)).reachesOtherUsers();
  }

  /**
   * Lists the providers that an adapter of a name consists of: each layer over another adapter, the
   * highest first, and last the provider that moves the data.
   *
   * @param name name of the adapter, with or without the prefix {@code RO_AWARE_}
   * @return one identity for most adapters; none when nothing has the name
   * @throws DatException DAT_INVALID_PARAMETER for a null or long name
   * @since 0.2
   */
  public List<ProviderIdentity> identities(String name) {
    checkName("DatRegistry.identities", 1, "name", name);
    return new LayerChain(offers(), AdapterRequest.of(name)).identities();
  }

  private List<RegisteredAdapter> offers() {
    List<RegisteredAdapter> all = new ArrayList<>(statics.offers());
    all.addAll(added);
    return all;
  }

  private static void checkUnused(String where, ProviderInfo info, int opens) {
    if (opens > 0) {
      throw Errors.of(
          DatReturn.PROVIDER_IN_USE,
          DatSubtype.NO_SUBTYPE,
          where,
          "info",
          info,
          "close its open adapters first, their number is " + opens);
    }
  }

  private static void checkName(String where, int position, String argument, String name) {
    if (name == null || name.length() >= DatConstants.NAME_MAX_LENGTH) {
      throw Errors.parameter(
          where,
          position,
          argument,
          PrintableText.quote(name),
          "give a name of at most " + (DatConstants.NAME_MAX_LENGTH - 1) + " characters");
    }
  }

  private static void checkKey(String where, DatProvider provider, ProviderInfo info) {
    if (provider == null) {
      throw Errors.parameter(where, 1, "provider", null, "give a provider");
    }
    if (info == null) {
      throw Errors.parameter(where, 2, "info", null, "give the key of the entry");
    }
    checkName(where, 2, "info.iaName", info.iaName());
  }

  /** Settings of a registry. Not for several threads at once. */
  public static final class Builder {
    private final List<DatProvider> providers = new ArrayList<>();
    private Map<String, String> environment;
    private Path defaultFile = RegistryFile.DEFAULT_FILE;
    private RegistryFile config;
    private Providers.Source source;

    private Builder() {}

    /**
     * Reads a certain registry file instead of the one the process names.
     *
     * @param file the file, read now; if it cannot be read the registry is built all the same and
     *     its opens fail
     * @return this builder
     */
    public Builder config(Path file) {
      config = RegistryFile.ofFile(file);
      return this;
    }

    /**
     * Uses a text as registry file.
     *
     * @param text content in the format of dat.conf
     * @param origin what messages call it
     * @return this builder
     */
    public Builder config(String text, String origin) {
      config = RegistryFile.ofText(text, origin);
      return this;
    }

    /**
     * Looks for DAT_OVERRIDE in this map instead of the environment of the process.
     *
     * @param variables names and values; copied
     * @return this builder
     */
    public Builder environment(Map<String, String> variables) {
      environment = Map.copyOf(variables);
      return this;
    }

    /**
     * Finds providers through a class loader: in the named modules and the class path it sees.
     *
     * @param classLoader the only loader to look through
     * @return this builder
     */
    public Builder classLoader(ClassLoader classLoader) {
      Objects.requireNonNull(classLoader, "classLoader");
      source = Providers.Source.of(classLoader);
      return this;
    }

    /**
     * Finds providers in a module layer and its parents.
     *
     * @param layer the layer instead of a class loader
     * @return this builder
     */
    public Builder layer(ModuleLayer layer) {
      Objects.requireNonNull(layer, "layer");
      source = new Providers.Source(ServiceLoader.load(layer, DatProvider.class), null);
      return this;
    }

    /**
     * Uses a provider object, such as one that forwards to another. Given ones come before those
     * that are found, so that theirs is the id and the built-in name if both have it.
     *
     * @param provider the provider
     * @return this builder
     */
    public Builder provider(DatProvider provider) {
      providers.add(Objects.requireNonNull(provider, "provider"));
      return this;
    }

    /** The file when nothing names one, for tests. */
    Builder defaultFile(Path file) {
      defaultFile = file;
      return this;
    }

    /**
     * Reads the registry file and finds the providers. Never fails for what it finds: see {@link
     * DatRegistry#explain}.
     *
     * @return the registry
     */
    public DatRegistry build() {
      RegistryFile file =
          config != null
              ? config
              : RegistryFile.locate(
                  System.getProperty(RegistryFile.PROPERTY),
                  environment != null ? environment : System.getenv(),
                  defaultFile);
      return new DatRegistry(new StaticRegistry(file, Providers.discover(providers, sources())));
    }

    private List<Providers.Source> sources() {
      if (source != null) {
        return List.of(source);
      }
      return List.of(
          Providers.Source.of(Thread.currentThread().getContextClassLoader()),
          Providers.Source.of(DatRegistry.class.getClassLoader()));
    }
  }
}
