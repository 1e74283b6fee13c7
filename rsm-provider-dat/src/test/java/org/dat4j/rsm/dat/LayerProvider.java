package org.dat4j.rsm.dat;

import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingProvider;

/** A provider of adapters that pass each call on to the adapter below. */
public final class LayerProvider extends ForwardingProvider {

  @Override
  public String id() {
    return "layer";
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
  protected Forwarding layer(SettingValues settings) {
    return new Forwarding() {};
  }
}
