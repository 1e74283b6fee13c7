package org.dat4j.tools.info;

import java.util.List;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingProvider;

/**
 * A vendor's provider with the version of the SPI that a system property names; it opens nothing.
 */
public class SeededProvider extends ForwardingProvider {
  static final String VERSION = "seeded.spi";

  @Override
  public String id() {
    return "vendor";
  }

  @Override
  public int spiVersion() {
    return Integer.getInteger(VERSION, SPI_VERSION);
  }

  @Override
  public String version() {
    return "7.3";
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("vendor0", id(), "over=loopback0"));
  }

  @Override
  protected Forwarding layer(SettingValues settings) {
    return new Forwarding();
  }

  /** A second provider with the same id. */
  public static final class Second extends SeededProvider {}
}
