package org.dat4j.dat.loopback;

import java.util.List;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.BuildInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/**
 * The provider of the backend loopback, whose DAT adapters reach each other inside this process.
 * All adapters of one provider instance, and so of one registry, share one name space of connection
 * qualifiers.
 */
public final class LoopbackProvider extends DatProvider {

  private static final int MAX_PRIVATE_DATA = 504;

  private final ListenerTable listeners = new ListenerTable();
  private final HazardDomain hazards = new HazardDomain();

  /** Makes a provider; called by ServiceLoader. */
  public LoopbackProvider() {}

  @Override
  public String id() {
    return "loopback";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return BuildInfo.version();
  }

  @Override
  public String vendor() {
    return BuildInfo.VENDOR;
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("loopback0", id(), ""));
  }

  @Override
  public boolean reachesOtherProcesses() {
    return false;
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    try {
      SettingValues.parse(entry.iaParams(), settings());
    } catch (InvalidSettingException e) {
      return e.finding();
    }
    return ProbeResult.available("memory of this process");
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    ProbeResult probe = probe(entry);
    if (!probe.available()) {
      throw Errors.parameter(
          "DatRegistry.openIa", 1, "ia_params", entry.iaParams(), probe.remedy());
    }
    LoopbackFabric fabric = new LoopbackFabric(listeners);
    IaAttr iaAttr = SoftIa.iaAttributes(entry.iaName(), fabric);
    ProviderAttr providerAttr =
        SoftIa.providerAttributes(this, MAX_PRIVATE_DATA).toBuilder()
            .epCreator(EpCreatorForPsp.IFASKED)
            .build();
    return new SoftIa(this, request, fabric, hazards, iaAttr, providerAttr);
  }
}
