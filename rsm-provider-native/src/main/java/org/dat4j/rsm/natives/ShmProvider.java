package org.dat4j.rsm.natives;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * Serves {@code loopback} and the simulated interconnects {@code shm0}, {@code shm1}, ... Settings:
 * {@code node}, the id of the node this process is on (0 to 64, default 1); {@code units}, how many
 * interconnects there are (1 to 32, default 1); {@code domain}, a name that users share (default:
 * private to the user).
 */
public final class ShmProvider extends RsmProvider {
  private static final Pattern NAME = Pattern.compile("loopback|shm(0|[1-9][0-9]?)");
  private static final int DOWN = 1;
  private static final int MAX_UNITS = 32;

  /** For the service loader. */
  public ShmProvider() {}

  static int node(RsmSettings settings) {
    return settings.number("node", 1, 0, RsmConstants.MAX_NODES);
  }

  private static int units(RsmSettings settings) {
    return settings.number("units", 1, 1, MAX_UNITS);
  }

  @Override
  public String id() {
    return "shm";
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public boolean serves(String name) {
    return NAME.matcher(name).matches();
  }

  @Override
  public String unusable() {
    String problem = LibC.problem();
    if (problem == null && !Files.isWritable(SharedObject.FOLDER)) {
      problem = SharedObject.FOLDER + " cannot be written: mount a tmpfs there";
    }
    return problem;
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    int unit =
        name.startsWith("shm") ? Integer.parseInt(name.substring(3)) : ShmController.LOOPBACK;
    if (unit >= units(settings)) {
      throw Failures.of(
          org.dat4j.rsm.RsmReturn.CTLR_NOT_PRESENT,
          "Rsm.getController",
          "name",
          name,
          "the setting dat4j.rsm.units says there are " + units(settings));
    }
    return new ShmController(name, unit, Domain.of(settings), node(settings));
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    int local = node(settings);
    Domain domain = Domain.of(settings);
    List<Connections> connections = new ArrayList<>();
    for (int unit = 0; unit < units(settings); unit++) {
      List<RemoteController> remotes = new ArrayList<>();
      for (int node : domain.nodes()) {
        if (node != local) {
          NodeRegistry registry = NodeRegistry.open(domain, node, false);
          remotes.add(
              new RemoteController(
                  node,
                  "shm" + unit,
                  node,
                  registry == null ? DOWN : RsmConstants.CONNECTION_ACTIVE));
          if (registry != null) {
            registry.release();
          }
        }
      }
      connections.add(new Connections("shm" + unit, local, remotes));
    }
    return new InterconnectTopology(local, connections);
  }

  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    int own = node(settings);
    boolean interconnect = name.startsWith("shm");
    List<Integer> others =
        IntStream.rangeClosed(1, RsmConstants.MAX_NODES).filter(n -> n != own).boxed().toList();
    return new Hosting(interconnect ? others : List.of(), true, interconnect);
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    Domain domain = Domain.of(settings);
    List<SegmentInfo> all = new ArrayList<>();
    for (int node : domain.nodes()) {
      NodeRegistry registry = NodeRegistry.open(domain, node, false);
      if (registry != null) {
        try {
          all.addAll(SegmentSlots.list(registry));
        } finally {
          registry.release();
        }
      }
    }
    return all;
  }
}
