package org.dat4j.tools.vendor;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/** A vendor's provider: {@code vendor0} opens, the others do not, whatever their probe says. */
public final class VendorProvider extends DatProvider {

  @Override
  public String id() {
    return "vendor";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return "7.3";
  }

  @Override
  public String vendor() {
    return "Acme";
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(
        RegistryEntry.builtIn("vendor0", id(), ""),
        RegistryEntry.builtIn("vendor1", id(), ""),
        RegistryEntry.builtIn("vendor2", id(), ""));
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    return ProbeResult.available("the vendor's card");
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    String name = request.entry().iaName();
    if (!name.equals("vendor0")) {
      throw new DatException(
          DatReturn.INSUFFICIENT_RESOURCES,
          DatSubtype.NO_SUBTYPE,
          "Vendor.open",
          "card",
          1,
          "put a second card in",
          new IllegalStateException("the bus says:\nslot 1 is empty", new IOException("EIO")));
    }
    Fabric fabric = new NoFabric();
    return new SoftIa(
        this,
        request,
        fabric,
        new HazardDomain(),
        SoftIa.iaAttributes(name, fabric),
        SoftIa.providerAttributes(this, 64));
  }

  /** Reaches nobody. */
  private static final class NoFabric implements Fabric {
    @Override
    public InetAddress address() {
      return InetAddress.getLoopbackAddress();
    }

    @Override
    public Listener listen(long connQual, Acceptor acceptor) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
