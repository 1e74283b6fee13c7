package org.dat4j.rsm.natives.librsm;

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
 * Serves the controllers of the RSM library of Solaris and illumos: {@code loopback}, and those
 * that the library lists, such as {@code wrsm0}. On Linux the provider of shared memory has {@code
 * loopback} and {@code shm}, and this one leaves them to it.
 */
public final class LibrsmProvider extends RsmProvider {
  private static final String LOOPBACK = "loopback";

  /** For the service loader. */
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
    if (RsmLibrary.isLinux(os)) {
      // With the library there are exactly its own names, without it any that may be one of them,
      // so that whoever asks for one is told what is in the way.
      return !name.equals(LOOPBACK)
          && !name.startsWith("shm")
          && (RsmLibrary.problem() == null ? listed(name) : name.startsWith("wrsm"));
    }
    return name.equals(LOOPBACK) || RsmLibrary.problem() != null || listed(name);
  }

  private static boolean listed(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return names().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).equals(wanted));
  }

  /** The controllers that the library lists. */
  static List<String> names() {
    return Topology.read().controllers().stream()
        .map(Connections::controllerName)
        .collect(Collectors.toList());
  }

  @Override
  public String unusable() {
    return RsmLibrary.problem();
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    return LibrsmController.open(name);
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    return Topology.read();
  }

  /** The system gives every process the same node, and reaches others through hardware only. */
  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    return new Hosting(List.of(), true, false);
  }

  /** The library shows nobody's segments, so the list is empty. */
  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    return List.of();
  }
}
