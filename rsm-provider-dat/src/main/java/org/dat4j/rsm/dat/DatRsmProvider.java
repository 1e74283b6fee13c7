package org.dat4j.rsm.dat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Dat;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * An RSM provider with one controller {@code datNAME} for each interface adapter NAME of DAT, such
 * as {@code dattcp0}. The settings are those of {@code docs/reference/rsm-over-dat.md}.
 */
public final class DatRsmProvider extends RsmProvider {
  private static final String PREFIX = "dat";
  private static final int UP = 2;
  private static final int NODES_NAMED = 4;

  /** The most segments of one process that are listed. */
  private static final int MAX_LISTED = 1 << 16;

  private static final long LIST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static List<String> usable;
  private static long asked;

  /** Makes the provider; for the service loader. */
  public DatRsmProvider() {}

  @Override
  public String id() {
    return "dat";
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public boolean serves(String name) {
    return name.startsWith(PREFIX) && adapters().contains(adapter(name));
  }

  @Override
  public String adapter(String name) {
    return name.substring(PREFIX.length());
  }

  /** Returns the name of the controller over an adapter. */
  static String controller(String adapter) {
    return PREFIX + adapter;
  }

  /** Returns the adapters that have a name of their own and whose provider exists. */
  private static List<String> adapters() {
    return Dat.registry().entries().stream().map(RegistryEntry::iaName).distinct().toList();
  }

  /**
   * Lists the controllers that can be opened. The list is renewed after a while, as it needs system
   * calls.
   */
  private static synchronized List<String> usable() {
    long now = System.nanoTime();
    if (usable == null || now - asked > ASK_NANOS) {
      usable = adapters().stream().filter(n -> Dat.registry().explain(n).chosen() != null).toList();
      asked = now;
    }
    return usable;
  }

  @Override
  public String unusable() {
    return null;
  }

  @Override
  public List<RsmSetting> settings() {
    return DatRsmSettings.ALL;
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    LocalProcess process = new LocalProcess(adapter(name), DatRsmSettings.of(settings), true);
    DatController controller = null;
    try {
      controller = new DatController(name, process);
    } finally {
      if (controller == null) {
        process.release();
      }
    }
    return controller;
  }

  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    DatRsmSettings config = DatRsmSettings.of(settings);
    Set<Integer> named = config.nodes().named();
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node <= RsmConstants.MAX_NODES; node++) {
      int each = (config.node() + 1 + node) % (RsmConstants.MAX_NODES + 1);
      NodeTable.Entry entry = config.nodes().entry(each);
      if (each != config.node()
          && entry != null
          && (named.isEmpty()
              ? entry.host() == null && nodes.size() < NODES_NAMED
              : entry.isLocal())) {
        nodes.add(each);
      }
    }
    boolean others = Dat.registry().reachesOtherProcesses(adapter(name));
    boolean users = Dat.registry().reachesOtherUsers(adapter(name));
    return new Hosting(nodes, others, others, true, users);
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    DatRsmSettings config = DatRsmSettings.of(settings);
    NodeTable.Entry own = config.nodes().entry(config.node());
    List<Connections> connections = new ArrayList<>();
    for (String adapter : usable()) {
      String name = controller(adapter);
      List<RemoteController> remotes = new ArrayList<>();
      Set<Integer> active = activeNodes(adapter, config);
      for (int node : withNamed(active, config)) {
        if (node != config.node()) {
          int state = active.contains(node) ? RsmConstants.CONNECTION_ACTIVE : UP;
          long hwAddress = config.nodes().entry(node).hwAddress();
          remotes.add(new RemoteController(node, name, hwAddress, state));
        }
      }
      connections.add(new Connections(name, own == null ? 0 : own.hwAddress(), remotes));
    }
    return new InterconnectTopology(config.node(), connections);
  }

  /** Returns these nodes and those that the table names. */
  private static Set<Integer> withNamed(Set<Integer> active, DatRsmSettings config) {
    Set<Integer> nodes = new TreeSet<>(active);
    nodes.addAll(config.nodes().named());
    return nodes;
  }

  /** Returns the nodes of this process, and those of which a process is connected now. */
  private static Set<Integer> activeNodes(String adapter, DatRsmSettings config) {
    Set<Integer> nodes = new TreeSet<>();
    for (LocalProcess process : LocalProcess.OPEN) {
      if (process.name().equals(adapter) && process.config().domain() == config.domain()) {
        if (process.slot() != LocalProcess.NO_SLOT) {
          nodes.add(process.config().node());
        }
        if (process.config().node() == config.node()) {
          nodes.addAll(process.connections().reachedNodes());
        }
      }
    }
    return nodes;
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    DatRsmSettings config = DatRsmSettings.of(settings);
    Map<List<Object>, SegmentInfo> all = new LinkedHashMap<>();
    for (String adapter : usable()) {
      LocalProcess process;
      try {
        process = new LocalProcess(adapter, config, false);
      } catch (RsmException cannotBeOpened) {
        continue;
      }
      try {
        Set<Integer> nodes = withNamed(activeNodes(adapter, config), config);
        nodes.add(config.node());
        for (int node : nodes) {
          list(process, node, all);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        process.release();
      }
    }
    return List.copyOf(all.values());
  }

  /** Adds the segments of a node. A layer over an adapter reaches the same ones as the adapter. */
  private static void list(LocalProcess process, int node, Map<List<Object>, SegmentInfo> all)
      throws InterruptedException {
    for (ControlConnection connection : process.connections().reach(node)) {
      // The time limit is for a peer that never reports the end of its list.
      long end = System.nanoTime() + LIST_NANOS;
      for (int index = 0; index < MAX_LISTED && System.nanoTime() - end < 0; index++) {
        Message answer =
            connection.callInterruptibly(new Message.GetListEntry(index), process.patienceMillis());
        if (!(answer instanceof Message.ListEntry listed) || listed.info() == null) {
          break;
        }
        SegmentInfo info = listed.info();
        all.putIfAbsent(List.of(info.nodeId(), info.controller(), info.segmentId()), info);
      }
    }
  }
}
