package org.dat4j.dat.spi.forward;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;

/**
 * Base of a provider whose adapters are a layer over other adapters of the registry, such as a
 * trace or an added latency. An entry of dat.conf names the lower adapter:
 *
 * <pre>{@code slow0 u1.2 threadsafe default latency example.1.0 "over=loopback0 micros=50" ""}
 * </pre>
 *
 * <p>The adapter has the name of its entry and everything else of the adapter below. All adapters
 * of an entry share one {@link Forwarding}, so that one may use the asynchronous EVD of another.
 */
public abstract class ForwardingProvider extends DatProvider {

  private static final ProviderSetting OVER =
      ProviderSetting.text("over", "adapter", "", "name of the adapter that the layer is over");

  private final Map<RegistryEntry, Forwarding> layers = new ConcurrentHashMap<>();

  /** For subclasses with a public constructor without parameters. */
  protected ForwardingProvider() {}

  /**
   * Makes the layer of an entry. Called once per entry, at its first open.
   *
   * @param settings the entry's values of {@link #layerSettings()}
   * @return a new layer
   */
  protected abstract Forwarding layer(SettingValues settings);

  /**
   * Declares the settings beside {@code over}.
   *
   * @return in the order to show them; by default none
   */
  protected List<ProviderSetting> layerSettings() {
    return List.of();
  }

  @Override
  public final List<ProviderSetting> settings() {
    List<ProviderSetting> all = new ArrayList<>();
    all.add(OVER);
    all.addAll(layerSettings());
    return List.copyOf(all);
  }

  @Override
  public final String lowerAdapter(RegistryEntry entry) {
    return parse(entry).text(OVER.name());
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    try {
      return ProbeResult.available("a layer over " + values(entry).text(OVER.name()));
    } catch (InvalidSettingException e) {
      return e.finding();
    }
  }

  private SettingValues parse(RegistryEntry entry) {
    try {
      return values(entry);
    } catch (InvalidSettingException e) {
      throw e.refusal(entry);
    }
  }

  private SettingValues values(RegistryEntry entry) {
    SettingValues values = SettingValues.parse(entry.iaParams(), settings());
    if (values.is(OVER.name(), "")) {
      throw new InvalidSettingException(
          "ia_params do not say what the layer is over", "write over=NAME, such as over=loopback0");
    }
    return values;
  }

  /**
   * Opens the adapter below and wraps it.
   *
   * @param request what to open, checked
   * @return the wrapper
   * @throws DatException why the adapter below cannot be opened
   */
  @Override
  protected final Ia openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    SettingValues values = parse(entry);
    Forwarding layer = layers.computeIfAbsent(entry, any -> layer(values));
    Ia below = request.lower().open(layer.unwrap(Evd.class, request.asyncEvd()));
    try {
      ForwardingIa wrapper = (ForwardingIa) layer.wrap(Ia.class, below);
      wrapper.opened(entry.iaName(), request.onClosed());
      return wrapper;
    } catch (RuntimeException | Error e) {
      below.close();
      throw e;
    }
  }
}
