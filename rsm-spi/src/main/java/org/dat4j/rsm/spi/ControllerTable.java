package org.dat4j.rsm.spi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** The controllers of one registry that are held, and how often. Thread-safe. */
public final class ControllerTable {
  private static final String WHERE = "Rsm.getController";
  private static final String LOOPBACK = "loopback";
  private static final Pattern LOOPBACK_UNIT = Pattern.compile(LOOPBACK + "[0-9]*");

  private final List<RsmProvider> providers;
  private final RsmSettings settings;
  private final Map<String, AbstractController> held = new HashMap<>();

  /**
   * Makes an empty table.
   *
   * @param providers where controllers come from
   * @param settings for the providers
   */
  public ControllerTable(List<RsmProvider> providers, RsmSettings settings) {
    this.providers = providers;
    this.settings = settings;
  }

  /**
   * Lists the providers that work on this machine.
   *
   * @return those of this SPI version without a reason against them
   */
  public List<RsmProvider> usable() {
    return providers.stream()
        .filter(p -> p.spiVersion() == RsmProvider.SPI_VERSION && p.unusable() == null)
        .toList();
  }

  /**
   * Gets a counted handle.
   *
   * @param name type and unit, null for loopback
   * @return the controller of that name
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_BAD_LIBRARY_VERSION, or what the provider
   *     met
   */
  public synchronized RsmController get(String name) {
    String canonical = canonical(name);
    AbstractController controller = held.get(canonical);
    if (controller == null) {
      controller = provider(canonical).open(canonical, settings);
      controller.attach(this);
      held.put(canonical, controller);
    }
    controller.references++;
    return controller;
  }

  private static String canonical(String name) {
    return name == null || LOOPBACK_UNIT.matcher(name).matches() ? LOOPBACK : name;
  }

  /**
   * Asks the provider of a controller what nodes there may be.
   *
   * @param name type and unit, null for loopback
   * @return as {@link RsmProvider#hosting}
   * @throws RsmException as {@link #get}
   */
  public Hosting hosting(String name) {
    String canonical = canonical(name);
    return provider(canonical).hosting(canonical, settings);
  }

  /**
   * Asks the provider of a controller what adapter of DAT is below.
   *
   * @param name type and unit, null for loopback
   * @return as {@link RsmProvider#adapter}
   * @throws RsmException as {@link #get}
   */
  public String adapter(String name) {
    String canonical = canonical(name);
    return provider(canonical).adapter(canonical);
  }

  private RsmProvider provider(String name) {
    List<String> refused = new ArrayList<>();
    for (RsmProvider provider : providers) {
      if (!provider.serves(name)) {
        refused.add(provider.id() + " does not know the name" + known(provider));
      } else if (provider.spiVersion() != RsmProvider.SPI_VERSION) {
        throw Errors.of(
            RsmReturn.BAD_LIBRARY_VERSION,
            WHERE,
            "spiVersion of provider " + provider.id(),
            provider.spiVersion(),
            "use one built for version " + RsmProvider.SPI_VERSION);
      } else if (provider.unusable() != null) {
        refused.add(provider.id() + ": " + provider.unusable());
      } else {
        return provider;
      }
    }
    throw Errors.of(
        RsmReturn.CTLR_NOT_PRESENT,
        WHERE,
        "name",
        name,
        refused.isEmpty() ? "put a provider of RSM on the class path" : String.join("; ", refused));
  }

  private String known(RsmProvider provider) {
    if (provider.spiVersion() != RsmProvider.SPI_VERSION || provider.unusable() != null) {
      return "";
    }
    String names =
        provider.topology(settings).controllers().stream()
            .map(InterconnectTopology.Connections::controllerName)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : ", it has " + names;
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
