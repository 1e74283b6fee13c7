package example.latency;

import java.util.List;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingProvider;

/** A provider of adapters that add a latency to each transfer of the adapter below. */
public final class LatencyProvider extends ForwardingProvider {

  @Override
  public String id() {
    return "latency";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("latency0", id(), "over=loopback0"));
  }

  @Override
  protected List<ProviderSetting> layerSettings() {
    return List.of(
        ProviderSetting.number(
            "micros", 0, 1_000_000, "5", "microseconds that a Send, Read or Write takes longer"));
  }

  @Override
  protected Forwarding layer(SettingValues settings) {
    return new LatencyLayer(settings.number("micros"));
  }
}
