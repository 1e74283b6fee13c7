package org.dat4j.tools.vendor;

import java.util.List;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;

/** A provider of RSM for {@code vendorrsm9} that cannot be used on this machine. */
public final class UnusableRsmProvider extends RsmProvider {

  @Override
  public String id() {
    return "unusable";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public boolean serves(String name) {
    return name.equals("vendorrsm9");
  }

  @Override
  public String unusable() {
    return "card 9 is missing: put it in";
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    throw new AssertionError("it is not asked");
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    throw new AssertionError("it is not asked");
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    throw new AssertionError("it is not asked");
  }
}
