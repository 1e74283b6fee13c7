package org.dat4j.rsm.shm;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * An RSM provider over shared memory: {@code loopback} and the simulated interconnects {@code
 * shm0}, {@code shm1}, ...
 */
public final class ShmProvider extends RsmProvider {
  private static final Pattern NAME = Pattern.compile("loopback|shm(0|[1-9][0-9]?)");
  private static final int DOWN = 1;
  private static final RsmSetting NODE =
      RsmSetting.number("node", 0, RsmConstants.MAX_NODES, 1, "node of this process");
  private static final RsmSetting UNITS =
      RsmSetting.number("units", 1, 32, 1, "simulated interconnects");

  /** Makes the provider; for the service loader. */
  public ShmProvider() {}

  static int node(RsmSettings settings) {
    return settings.number(NODE);
  }

  private static int units(RsmSettings settings) {
    return settings.number(UNITS);
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
  public List<RsmSetting> settings() {
    return List.of(NODE, Domain.SETTING, UNITS);
  }

  @Override
  public boolean serves(String name) {
    return NAME.matcher(name).matches();
  }

  @Override
  public String unusable() {
    String missing = JnaCheck.missing();
    // LibC cannot be loaded without JNA.
    String problem = missing == null ? LibC.problem() : missing;
    if (problem == null && !Files.isWritable(SharedObject.FOLDER)) {
      problem =
          SharedObject.FOLDER
              + " cannot be written"
              + refusal()
              + ": mount -o remount,rw it, or mount a tmpfs there with mode 1777";
    }
    return problem;
  }

  @Override
  public String limitation() {
    return ProcessInfo.othersAreHidden()
        ? "but /proc hides the processes of other users (hidepid): segments of one that died stay"
            + " while a later process has its number; mount -o remount,hidepid=0 /proc, or add this"
            + " user to the group of its option gid"
        : null;
  }

  /** Returns what the system says when a file is made in the folder, in parentheses. */
  private static String refusal() {
    try {
      Files.delete(Files.createTempFile(SharedObject.FOLDER, "rsm-try", ""));
      return "";
    } catch (AccessDeniedException e) {
      return " (permission denied)";
    } catch (FileSystemException e) {
      return e.getReason() == null ? "" : " (" + e.getReason().toLowerCase(Locale.ROOT) + ")";
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    int unit =
        name.startsWith("shm") ? Integer.parseInt(name.substring(3)) : ShmController.LOOPBACK;
    if (unit >= units(settings)) {
      throw ShmFailures.of(
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
          NodeRegistry registry = NodeRegistry.open(domain, node, NodeRegistry.Role.READER);
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
    return new Hosting(interconnect ? others : List.of(), true, interconnect, true);
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    Domain domain = Domain.of(settings);
    List<SegmentInfo> all = new ArrayList<>();
    for (int node : domain.nodes()) {
      NodeRegistry registry = NodeRegistry.open(domain, node, NodeRegistry.Role.READER);
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
