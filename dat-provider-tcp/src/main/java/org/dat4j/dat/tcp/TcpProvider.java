package org.dat4j.dat.tcp;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.BuildInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.dat4j.dat.tcp.config.LocalAddresses;
import org.dat4j.dat.tcp.config.Setting;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.tcp.setup.TcpFabric;

/**
 * The provider of the {@code tcp} backend: opens adapters that speak iWARP (MPA, DDP, RDMAP) over
 * TCP sockets. Their peers are each other, the Linux soft-iWARP driver and network cards. The
 * built-in {@code tcp0} is bound to 127.0.0.1; wider ones are entries of dat.conf with {@code
 * bind=ADDRESS} and other settings in their ia_params.
 */
public final class TcpProvider extends DatProvider {

  /** Read depth each way that siw, the peer with the smallest known limit, can hold. */
  private static final int READ_DEPTH = 128;

  /** The named attribute that says which requests have the error's status when one is refused. */
  private static final String REFUSED_REQUEST = "refused_request";

  private static final String IPV4_ONLY = "java.net.preferIPv4Stack";

  private final HazardDomain hazards = new HazardDomain();

  /** Makes the provider for ServiceLoader. */
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
    return BuildInfo.version();
  }

  @Override
  public String vendor() {
    return BuildInfo.VENDOR;
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("tcp0", id(), ""));
  }

  @Override
  public List<ProviderSetting> settings() {
    return Setting.declarations();
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    TcpSettings settings;
    try {
      settings = TcpSettings.parse(entry.iaParams());
    } catch (InvalidSettingException e) {
      return e.finding();
    }
    try {
      return probe(settings.bind());
    } catch (SocketException e) {
      Shortage shortage = Shortage.of(e);
      return shortage == null
          ? ProbeResult.unavailable(
              "the network interfaces cannot be listed: " + e.getMessage(), "check the permissions")
          : ProbeResult.unavailable("no " + shortage.what() + " left", shortage.remedy());
    }
  }

  static ProbeResult probe(InetAddress bind) throws SocketException {
    String address = bind.getHostAddress();
    if (bind instanceof Inet6Address && Boolean.getBoolean(IPV4_ONLY)) {
      return ProbeResult.unavailable(
          address + " is an IPv6 address, and this JVM has no IPv6",
          "run the JVM without " + IPV4_ONLY + "=true, or set bind= to an IPv4 address");
    }
    if (bind.isAnyLocalAddress()) {
      return ProbeResult.available(
          "TCP on all addresses of this machine ("
              + address
              + "); that is no address for peers, they are told "
              + LocalAddresses.toAnnounce(bind).getHostAddress()
              + ": write bind=ADDRESS for another");
    }
    if (NetworkInterface.getByInetAddress(bind) == null) {
      String host = bind.toString().substring(0, bind.toString().indexOf('/'));
      return ProbeResult.unavailable(
          (host.isEmpty() ? "" : "the host name " + host + " of bind= was looked up: its address ")
              + address
              + " is no address of this machine",
          "set bind= to a local address");
    }
    return ProbeResult.available("TCP on " + address);
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    TcpSettings settings;
    ProbeResult probe;
    try {
      settings = TcpSettings.parse(entry.iaParams());
      probe = probe(settings.bind());
    } catch (InvalidSettingException e) {
      throw e.refusal(entry);
    } catch (SocketException e) {
      Shortage shortage = Shortage.of(e);
      if (shortage != null) {
        throw shortage.refusal("DatRegistry.openIa", e);
      }
      ProbeResult failedProbe = probe(entry);
      throw refused(entry, failedProbe.reason() + "; " + failedProbe.remedy());
    }
    if (!probe.available()) {
      throw refused(entry, probe.reason() + "; " + probe.remedy());
    }
    TcpFabric fabric = new TcpFabric(entry.iaName(), settings);
    try {
      return open(request, settings, fabric);
    } catch (RuntimeException | Error e) {
      fabric.close();
      throw Shortage.thrown("DatRegistry.openIa", e);
    }
  }

  private static DatException refused(RegistryEntry entry, String failedProbe) {
    return Errors.parameter("DatRegistry.openIa", 1, "ia_params", entry.iaParams(), failedProbe);
  }

  private SoftIa open(OpenRequest request, TcpSettings settings, TcpFabric fabric) {
    RegistryEntry entry = request.entry();
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
                    new NamedAttr(Setting.CRC.key(), settings.crc() ? "on" : "off"),
                    new NamedAttr(REFUSED_REQUEST, "candidates")))
            .build();
    return new SoftIa(this, request, fabric, hazards, iaAttr, providerAttr);
  }
}
