package org.dat4j.dat.tcp;

import java.util.List;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/** Adapters over a fabric that a test has made. */
public final class FabricProvider extends DatProvider {

  /** Name of the adapter. */
  public static final String IA = "over0";

  private final Fabric fabric;

  public FabricProvider(Fabric fabric) {
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
    return "0.1";
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
        new HazardDomain(),
        SoftIa.iaAttributes(IA, fabric),
        SoftIa.providerAttributes(this, 64));
  }
}
