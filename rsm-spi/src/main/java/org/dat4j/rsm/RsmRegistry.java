package org.dat4j.rsm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.dat4j.rsm.spi.ControllerTable;
import org.dat4j.rsm.spi.ProviderScan;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;
import org.dat4j.rsm.spi.SegmentIdFile;

/**
 * A registry that finds RSM controllers by name among the providers of its class loaders.
 * Thread-safe.
 *
 * <p>Settings are looked up by key in what the builder was given, then in the system property
 * {@code dat4j.rsm.KEY}. The key {@code segmentid} names the file of segment id ranges, by default
 * {@code /etc/rsm/rsm.segmentid}; providers {@linkplain #settings() declare} the keys they read. A
 * key that nobody declares is refused if it is nearly a declared one. Any other is a warning of the
 * log and a problem of {@link #explain}, with the declared keys: its provider may be missing.
 */
public final class RsmRegistry {
  private final RsmSettings settings;
  private final ControllerTable controllers;
  private final boolean empty;

  private RsmRegistry(Builder from) {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    if (from.loader != null) {
      loaders.add(from.loader);
    } else {
      loaders.add(Thread.currentThread().getContextClassLoader());
      loaders.add(RsmRegistry.class.getClassLoader());
    }
    ProviderScan scan = ProviderScan.discover(loaders);
    empty = scan.providers().isEmpty();
    settings = new RsmSettings(Map.copyOf(from.settings));
    controllers = new ControllerTable(scan, settings);
  }

  /** Tells whether no provider was found. */
  boolean isEmpty() {
    return empty;
  }

  /**
   * Begins a registry.
   *
   * @return a builder with the context class loader, then the loader of this class, and no settings
   *     of its own
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Gets a controller as {@link Rsm#getController} does.
   *
   * @param name type and unit, or null
   * @return the controller
   * @throws RsmException as there
   */
  public RsmController getController(String name) {
    return controllers.get(name);
  }

  /**
   * Takes a snapshot as {@link Rsm#getInterconnectTopology} does.
   *
   * @return a snapshot over all providers
   */
  public InterconnectTopology getInterconnectTopology() {
    int node = 0;
    List<InterconnectTopology.Connections> all = new ArrayList<>();
    for (InterconnectTopology part : controllers.ask(p -> p.topology(settings))) {
      node = part.localNodeId();
      all.addAll(part.controllers());
    }
    return new InterconnectTopology(node, all);
  }

  /**
   * Looks up segment ids as {@link Rsm#getSegmentIdRange} does.
   *
   * @param appId name of the application
   * @return its range
   * @throws RsmException as there
   */
  public SegmentIdRange getSegmentIdRange(String appId) {
    return SegmentIdFile.lookup(
        Path.of(settings.get(SegmentIdFile.KEY, SegmentIdFile.DEFAULT_PATH)), appId);
  }

  /**
   * Tells what nodes this process and others of the machine may be. Not part of the contract.
   *
   * @param name as for {@link #getController}
   * @return what the provider of that controller declares
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_BAD_LIBRARY_VERSION
   */
  public Hosting getHosting(String name) {
    return controllers.hosting(name);
  }

  /**
   * Names the interface adapter of DAT that a controller transfers over, so that the two can be
   * compared. Not part of the contract.
   *
   * @param name as for {@link #getController}
   * @return a name in DAT's process default registry; null for a controller that is not over DAT
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_BAD_LIBRARY_VERSION
   */
  public String getAdapter(String name) {
    return controllers.adapter(name);
  }

  /**
   * Tells which provider serves a controller name, or why none does. Opens nothing. Not part of the
   * contract.
   *
   * @param name as for {@link #getController}
   * @return every provider found and what it says
   */
  public RsmExplanation explain(String name) {
    return controllers.explain(name);
  }

  /**
   * Tells whether a provider serves a controller name, be it one that is refused, for example for
   * its version of the SPI. Opens nothing. Not part of the contract.
   *
   * @param name as for {@link #getController}
   * @return false if every provider says that it does not know the name
   */
  public boolean isServed(String name) {
    return controllers.isServed(name);
  }

  /**
   * Gets a controller, passes it to a function, releases it, and reports whether the three
   * succeeded. Where {@link #explain} tells what the providers say, this tells what happens. Not
   * part of the contract.
   *
   * @param name as for {@link #getController}
   * @param look the function, such as a query of the controller's attributes
   * @return as {@link #explain}; none is chosen when one of the three failed, and the reason has
   *     the whole cause
   */
  public RsmExplanation tryController(String name, Consumer<? super RsmController> look) {
    return controllers.tryGet(name, look);
  }

  /**
   * Lists the settings that the providers declare. Not part of the contract.
   *
   * @return by id of the provider, without those that declare none
   */
  public Map<String, List<RsmSetting>> settings() {
    return controllers.declaredSettings();
  }

  /**
   * Lists the live export segments that the providers can see. Not part of the contract.
   *
   * @return a snapshot
   */
  public List<SegmentInfo> segments() {
    List<SegmentInfo> all = new ArrayList<>();
    controllers.ask(p -> p.segments(settings)).forEach(all::addAll);
    return all;
  }

  /** Collects settings; not thread-safe. */
  public static final class Builder {
    private final Map<String, String> settings = new HashMap<>();
    private ClassLoader loader;

    private Builder() {}

    /**
     * Sets where providers are found.
     *
     * @param value the only class loader to look through; null for the context class loader and
     *     then the loader of this class
     * @return this
     */
    public Builder classLoader(ClassLoader value) {
      loader = value;
      return this;
    }

    /**
     * Sets a setting.
     *
     * @param key such as {@code node}
     * @param value its value
     * @return this
     */
    public Builder setting(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /**
     * Makes the registry.
     *
     * @return a new one with counts of its own
     */
    public RsmRegistry build() {
      return new RsmRegistry(this);
    }
  }
}
