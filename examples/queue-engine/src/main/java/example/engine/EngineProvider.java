package example.engine;

import java.util.List;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;

/**
 * The example provider without the software layer: its adapters share one simulated device, which
 * connects endpoints of this process.
 */
public final class EngineProvider extends DatProvider {

  /** Makes a provider; called by ServiceLoader. */
  public EngineProvider() {}

  @Override
  public String id() {
    return "engine";
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
    return List.of(RegistryEntry.builtIn("engine0", id(), ""));
  }

  @Override
  public boolean reachesOtherProcesses() {
    return false;
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    try {
      SettingValues.parse(entry.iaParams(), settings());
      return ProbeResult.available("queues of this process");
    } catch (InvalidSettingException e) {
      return e.finding();
    }
  }

  @Override
  protected Ia openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    try {
      SettingValues.parse(entry.iaParams(), settings());
    } catch (InvalidSettingException e) {
      throw e.refusal(entry);
    }
    return new EngineIa(this, request);
  }
}
