package org.dat4j.dat.tcp;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Hazards;
import org.dat4j.dat.spi.software.SoftIa;

/**
 * Adapters over TCP that speak iWARP (MPA, DDP, RDMAP): to each other, to the Linux soft-iWARP
 * driver, to network cards. The built-in {@code tcp0} is bound to 127.0.0.1; wider ones are entries
 * of dat.conf with {@code bind=ADDRESS} and other settings in their ia_params.
 */
public final class TcpProvider extends DatProvider {

  /** Read depth each way that siw, the narrowest known peer, can hold. */
  private static final int READ_DEPTH = 128;

  private final Hazards hazards = new Hazards();

  /** For ServiceLoader. */
  public TcpProvider() {}

  @Override
  public String id() {
    return "tcp";
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
    return List.of(RegistryEntry.builtIn("tcp0", id(), ""));
  }

  @Override
  public List<ProviderSetting> settings() {
    return Setting.described();
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    TcpSettings settings;
    try {
      settings = TcpSettings.parse(entry.iaParams());
    } catch (TcpSettings.Refused e) {
      return ProbeResult.unavailable(e.getMessage(), e.remedy());
    }
    String address = settings.bind().getHostAddress();
    try {
      if (!settings.bind().isAnyLocalAddress()
          && NetworkInterface.getByInetAddress(settings.bind()) == null) {
        return ProbeResult.unavailable(
            address + " is no address of this machine", "set bind= to a local address");
      }
    } catch (SocketException e) {
      return ProbeResult.unavailable(
          "the network interfaces cannot be listed: " + e.getMessage(), "check the permissions");
    }
    return ProbeResult.available("TCP on " + address);
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    ProbeResult probe = probe(entry);
    if (!probe.available()) {
      throw Errors.parameter(
          "DatRegistry.openIa",
          1,
          "ia_params",
          entry.iaParams(),
          probe.reason() + "; " + probe.remedy());
    }
    TcpSettings settings;
    try {
      settings = TcpSettings.parse(entry.iaParams());
    } catch (TcpSettings.Refused e) {
      throw new IllegalStateException(e);
    }
    TcpFabric fabric = new TcpFabric(entry.iaName(), settings);
    IaAttr iaAttr =
        SoftIa.iaAttributes(entry.iaName(), fabric).toBuilder()
            .maxRdmaReadPerEpIn(READ_DEPTH)
            .maxRdmaReadPerEpOut(READ_DEPTH)
            .build();
    ProviderAttr providerAttr =
        SoftIa.providerAttributes(this, settings.maxPrivateData()).toBuilder()
            .providerSpecificAttr(
                List.of(
                    new NamedAttr(Setting.COMPLETION.key(), settings.completion()),
                    new NamedAttr(Setting.CRC.key(), settings.crc() ? "on" : "off")))
            .build();
    return new SoftIa(this, request, fabric, hazards, iaAttr, providerAttr);
  }
}
