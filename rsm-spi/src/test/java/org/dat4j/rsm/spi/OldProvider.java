package org.dat4j.rsm.spi;

import java.util.List;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.SegmentInfo;

/** An RSM provider for another version of the SPI, and one that cannot be used. */
public final class OldProvider extends RsmProvider {
  @Override
  public String id() {
    return "old";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION + 1;
  }

  @Override
  public boolean serves(String name) {
    return name.startsWith("old");
  }

  @Override
  public String unusable() {
    return "never";
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    throw new AssertionError("a provider of another version was asked");
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    throw new AssertionError("a provider of another version was asked");
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    throw new AssertionError("a provider of another version was asked");
  }
}
