package org.dat4j.dat.tcp;

import java.util.List;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Hazards;
import org.dat4j.dat.spi.software.SoftIa;

/** Adapters over a fabric that a test has made. */
final class FabricProvider extends DatProvider {

  /** Name of the adapter. */
  static final String IA = "over0";

  private final Fabric fabric;

  FabricProvider(Fabric fabric) {
    this.fabric = fabric;
  }

  @Override
  public String id() {
    return "over";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return "0";
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn(IA, id(), ""));
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    return ProbeResult.available("for tests");
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    return new SoftIa(
        this,
        request,
        fabric,
        new Hazards(),
        SoftIa.iaAttributes(IA, fabric),
        SoftIa.providerAttributes(this, 0));
  }
}
