package org.dat4j.tools.vendor;

import java.io.IOException;
import java.util.List;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;

/** A vendor's provider of RSM whose controller {@code vendorrsm0} does not open. */
public final class VendorRsmProvider extends RsmProvider {

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
  public boolean serves(String name) {
    return name.equals("vendorrsm0");
  }

  @Override
  public String unusable() {
    return null;
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    throw new RsmException(
        RsmReturn.INSUFFICIENT_RESOURCES,
        "Vendor.open",
        "card",
        1,
        "put a second card in",
        new IllegalStateException("the bus says:\nslot 1 is empty", new IOException("EIO")));
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    return new InterconnectTopology(1, List.of());
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    return List.of();
  }
}
