package org.dat4j.rsm.librsm;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * An RSM provider over librsm of Solaris and illumos, for {@code loopback} and the controllers that
 * librsm lists, such as {@code wrsm0}. On Linux the shared memory provider serves {@code loopback}
 * and {@code shm}.
 */
public final class LibrsmProvider extends RsmProvider {
  private static final String LOOPBACK = "loopback";

  /** Makes the provider; for the service loader. */
  public LibrsmProvider() {}

  @Override
  public String id() {
    return "librsm";
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public boolean serves(String name) {
    return serves(System.getProperty("os.name"), name);
  }

  static boolean serves(String os, String name) {
    if (LibraryLoader.isLinux(os)) {
      // With the library exactly its own names are served. Without it any name that may be one of
      // them is, so that the refusal says why the library cannot be used.
      return !name.equals(LOOPBACK)
          && !name.startsWith("shm")
          && (LibraryLoader.problem() == null ? listed(name) : name.startsWith("wrsm"));
    }
    return name.equals(LOOPBACK) || LibraryLoader.problem() != null || listed(name);
  }

  private static boolean listed(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return names().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).equals(wanted));
  }

  /** Returns the names of the controllers that the library lists. */
  static List<String> names() {
    return TopologyReader.read().controllers().stream()
        .map(Connections::controllerName)
        .collect(Collectors.toList());
  }

  @Override
  public String unusable() {
    return LibraryLoader.problem();
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    return LibrsmController.open(name);
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    return TopologyReader.read();
  }

  /**
   * Declares one node, because the system gives every process the same node and reaches others
   * through hardware only.
   */
  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    return new Hosting(List.of(), true, false);
  }

  /** Returns an empty list, because the library does not list segments. */
  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    return List.of();
  }
}
