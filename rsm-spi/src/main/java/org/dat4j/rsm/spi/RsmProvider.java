package org.dat4j.rsm.spi;

import java.util.List;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.SegmentInfo;

/**
 * A backend, found by {@link java.util.ServiceLoader}. All methods may be called by several
 * threads. A provider must not start threads or load libraries before it is asked for something.
 */
public abstract class RsmProvider {

  /** Version of this SPI. A provider compiled against another one is refused. */
  public static final int SPI_VERSION = 1;

  /** For subclasses with a public constructor without parameters. */
  protected RsmProvider() {}

  /**
   * Names the provider.
   *
   * @return lower-case letters, digits and dashes
   */
  public abstract String id();

  /**
   * The SPI version this provider was compiled against.
   *
   * @return {@link #SPI_VERSION}, as a constant of the provider's own compilation
   */
  public abstract int spiVersion();

  /**
   * Tells whether a controller name is one of this provider's.
   *
   * @param name type and unit; the loopback controller is {@code loopback}
   * @return whether {@link #open} may be asked for it
   */
  public abstract boolean serves(String name);

  /**
   * Tells why this provider cannot be used on this machine, without opening anything.
   *
   * @return the reason with its remedy, or null if it can be used
   */
  public abstract String unusable();

  /**
   * Opens a controller. Called when nobody holds it.
   *
   * @param name a name that {@link #serves} accepted
   * @param settings of the registry
   * @return a new controller
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_INSUFFICIENT_MEM, RSMERR_BAD_CONF
   */
  public abstract AbstractController open(String name, RsmSettings settings);

  /**
   * Describes what the provider's controllers reach.
   *
   * @param settings of the registry
   * @return a snapshot
   */
  public abstract InterconnectTopology topology(RsmSettings settings);

  /**
   * Tells what nodes this process and others of the machine may be. The conformance suite holds the
   * provider to it.
   *
   * @param name a name that {@link #serves} accepted
   * @param settings of the registry
   * @return by default one process and one node that reaches nobody else
   */
  public Hosting hosting(String name, RsmSettings settings) {
    return new Hosting(List.of(), false, false);
  }

  /**
   * Names the interface adapter of DAT that a controller transfers over.
   *
   * @param name a name that {@link #serves} accepted
   * @return a name in DAT's process default registry; by default null: it stands on no adapter
   */
  public String adapter(String name) {
    return null;
  }

  /**
   * Lists the export segments it can see.
   *
   * @param settings of the registry
   * @return a snapshot
   */
  public abstract List<SegmentInfo> segments(RsmSettings settings);
}
