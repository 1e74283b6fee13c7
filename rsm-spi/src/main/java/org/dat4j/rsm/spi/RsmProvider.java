package org.dat4j.rsm.spi;

import java.util.List;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.SegmentInfo;

/**
 * A backend of the RSM contract, which opens controllers and is found by {@link
 * java.util.ServiceLoader}. All methods may be called by several threads. A provider must not start
 * threads or load libraries before it is asked for something.
 *
 * <p>Each registry makes an instance of its own, and a process may have several registries. Their
 * controllers have to see each other, so what is published is kept in static state. A provider with
 * several nodes reads the setting {@code node}, which says on which of them the process of a
 * registry is. One whose processes see each other reads {@code domain}: processes with different
 * names do not. {@link #hosting} declares both to the conformance suite.
 */
public abstract class RsmProvider {

  /** Version of this SPI. It grows when a provider that was compiled before could fail. */
  public static final int SPI_VERSION = 1;

  /** Oldest version of this SPI whose providers still work; older ones are refused. */
  public static final int OLDEST_SPI_VERSION = 1;

  /** Makes a provider; a subclass has a public constructor without parameters. */
  protected RsmProvider() {}

  /**
   * Tells whether a provider compiled against a version of the SPI works with this one.
   *
   * @param version what {@link #spiVersion()} returned
   * @return false below {@link #OLDEST_SPI_VERSION} and above {@link #SPI_VERSION}
   */
  public static boolean isSupported(int version) {
    return version >= OLDEST_SPI_VERSION && version <= SPI_VERSION;
  }

  /**
   * Names the provider.
   *
   * @return lower-case letters, digits and dashes
   */
  public abstract String id();

  /**
   * Returns the SPI version this provider was compiled against.
   *
   * @return {@link #SPI_VERSION}, as a constant of the provider's own compilation
   */
  public abstract int spiVersion();

  /**
   * Returns the provider's own version, which the registry's explanations show.
   *
   * @return by default the jar's {@code Implementation-Version}, empty where its manifest has none
   */
  public String version() {
    String version = getClass().getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }

  /**
   * Returns the maker of the provider, which the registry's explanations show.
   *
   * @return by default the jar's {@code Implementation-Vendor}, or the id where its manifest has
   *     none
   */
  public String vendor() {
    String vendor = getClass().getPackage().getImplementationVendor();
    return vendor == null ? id() : vendor;
  }

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
   * Tells what this provider does less well on this machine, although it can be used. The
   * registry's explanations show it.
   *
   * @return the cause with its remedy; by default null, for nothing
   * @since 0.1
   */
  public String limitation() {
    return null;
  }

  /**
   * Declares the settings that the provider reads; {@link RsmSettings} looks their values up. A
   * registry refuses a key that is nearly one of these, and warns of other keys.
   *
   * @return in the order to show them; by default none
   */
  public List<RsmSetting> settings() {
    return List.of();
  }

  /**
   * Opens a controller. Called when nobody holds it.
   *
   * @param name a name that {@link #serves} accepted
   * @param settings settings of the registry
   * @return a new controller
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT, RSMERR_INSUFFICIENT_MEM, RSMERR_BAD_CONF
   */
  public abstract AbstractController open(String name, RsmSettings settings);

  /**
   * Describes what the provider's controllers reach. Lists its controllers but loopback, each with
   * the controllers of other nodes. The own node is not among these.
   *
   * @param settings settings of the registry
   * @return a snapshot
   */
  public abstract InterconnectTopology topology(RsmSettings settings);

  /**
   * Declares which nodes this process and others of the machine may be. The conformance suite tests
   * the provider against it.
   *
   * @param name a name that {@link #serves} accepted
   * @param settings settings of the registry
   * @return by default one process and one node that reaches nobody else
   */
  public Hosting hosting(String name, RsmSettings settings) {
    return new Hosting(List.of(), false, false);
  }

  /**
   * Names the interface adapter of DAT that a controller transfers over.
   *
   * @param name a name that {@link #serves} accepted
   * @return a name in DAT's process default registry; by default null, for a provider that does not
   *     use DAT
   */
  public String adapter(String name) {
    return null;
  }

  /**
   * Lists the live export segments that this provider can see, for administrators.
   *
   * @param settings settings of the registry
   * @return a snapshot, empty if the provider cannot see any
   */
  public abstract List<SegmentInfo> segments(RsmSettings settings);
}
