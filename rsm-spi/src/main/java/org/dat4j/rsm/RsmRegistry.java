package org.dat4j.rsm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.dat4j.rsm.spi.ControllerTable;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;
import org.dat4j.rsm.spi.SegmentIdFile;

/**
 * Finds controllers among the providers of a class loader. Thread-safe.
 *
 * <p>Settings are looked up by key in what the builder was given, then in the system property
 * {@code dat4j.rsm.KEY}. The key {@code segmentid} names the file of segment id ranges, by default
 * {@code /etc/rsm/rsm.segmentid}; providers say which keys they read.
 */
public final class RsmRegistry {
  private final List<RsmProvider> providers;
  private final RsmSettings settings;
  private final ControllerTable controllers;

  private RsmRegistry(Builder from) {
    ClassLoader loader =
        from.loader != null ? from.loader : Thread.currentThread().getContextClassLoader();
    List<RsmProvider> found = new ArrayList<>();
    ServiceLoader.load(RsmProvider.class, loader).forEach(found::add);
    providers = List.copyOf(found);
    settings = new RsmSettings(Map.copyOf(from.settings));
    controllers = new ControllerTable(providers, settings);
  }

  /**
   * Begins a registry.
   *
   * @return a builder with the context class loader and no settings of its own
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * As {@link Rsm#getController}.
   *
   * @param name type and unit, or null
   * @return the controller
   * @throws RsmException as there
   */
  public RsmController getController(String name) {
    return controllers.get(name);
  }

  /**
   * As {@link Rsm#getInterconnectTopology}.
   *
   * @return a snapshot over all providers
   */
  public InterconnectTopology getInterconnectTopology() {
    int node = 0;
    List<InterconnectTopology.Connections> all = new ArrayList<>();
    for (RsmProvider provider : controllers.usable()) {
      InterconnectTopology part = provider.topology(settings);
      node = part.localNodeId();
      all.addAll(part.controllers());
    }
    return new InterconnectTopology(node, all);
  }

  /**
   * As {@link Rsm#getSegmentIdRange}.
   *
   * @param appId name of the application
   * @return its range
   * @throws RsmException as there
   */
  public SegmentIdRange getSegmentIdRange(String appId) {
    return SegmentIdFile.lookup(
        Path.of(settings.get("segmentid", SegmentIdFile.DEFAULT_PATH)), appId);
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
   * Lists the live export segments that the providers can see. Not part of the contract.
   *
   * @return a snapshot
   */
  public List<SegmentInfo> segments() {
    List<SegmentInfo> all = new ArrayList<>();
    controllers.usable().forEach(p -> all.addAll(p.segments(settings)));
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
     * @param value a class loader, or null for the context class loader
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
