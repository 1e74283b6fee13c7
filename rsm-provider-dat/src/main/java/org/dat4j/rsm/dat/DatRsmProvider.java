package org.dat4j.rsm.dat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.Dat;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.rsm.Hosting;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.RsmProvider;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * Serves {@code datNAME} for every interface adapter NAME of the process default of DAT, such as
 * {@code dattcp0}. The settings are those of {@code docs/rsm.md}.
 */
public final class DatRsmProvider extends RsmProvider {
  private static final String PREFIX = "dat";
  private static final int UP = 2;
  private static final int NODES_NAMED = 4;

  /** The provider whose adapters reach this process only. */
  private static final String IN_PROCESS = "loopback";

  private static final long ASK_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static List<String> usable;
  private static long asked;

  /** For the service loader. */
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

  /** The name of the controller over an adapter. */
  static String controller(String adapter) {
    return PREFIX + adapter;
  }

  /** The adapters that have a name of their own and whose provider is there. */
  private static List<String> adapters() {
    return Dat.registry().entries().stream().map(RegistryEntry::iaName).distinct().toList();
  }

  /** Those that can be opened. Asked anew after a while, as asking looks at the machine. */
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
  public AbstractController open(String name, RsmSettings settings) {
    return new DatController(name, new Engine(adapter(name), Config.of(settings), true));
  }

  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    Config config = Config.of(settings);
    Set<Integer> named = config.nodes().named();
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node <= RsmConstants.MAX_NODES; node++) {
      int each = (config.node() + 1 + node) % (RsmConstants.MAX_NODES + 1);
      NodeTable.Spot spot = config.nodes().spot(each);
      if (each != config.node()
          && spot != null
          && (named.isEmpty()
              ? spot.host() == null && nodes.size() < NODES_NAMED
              : spot.isLocal())) {
        nodes.add(each);
      }
    }
    Candidate chosen = Dat.registry().explain(adapter(name)).chosen();
    boolean others = chosen != null && !chosen.provider().equals(IN_PROCESS);
    return new Hosting(nodes, others, others);
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    Config config = Config.of(settings);
    NodeTable.Spot own = config.nodes().spot(config.node());
    List<Connections> connections = new ArrayList<>();
    for (String adapter : usable()) {
      String name = controller(adapter);
      List<RemoteController> remotes = new ArrayList<>();
      for (int node : nodes(adapter, config)) {
        if (node != config.node()) {
          int state = engaged(adapter, config, node) ? RsmConstants.CONNECTION_ACTIVE : UP;
          long hwAddress = config.nodes().spot(node).hwAddress();
          remotes.add(new RemoteController(node, name, hwAddress, state));
        }
      }
      connections.add(new Connections(name, own == null ? 0 : own.hwAddress(), remotes));
    }
    return new InterconnectTopology(config.node(), connections);
  }

  /** The nodes of the table, and those that this process has or is connected to. */
  private static Set<Integer> nodes(String adapter, Config config) {
    Set<Integer> nodes = new TreeSet<>(config.nodes().named());
    for (int node = 0; node <= RsmConstants.MAX_NODES; node++) {
      if (engaged(adapter, config, node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  /** Whether the node is one of this process, or one of its processes is connected now. */
  private static boolean engaged(String adapter, Config config, int node) {
    return Engine.OPEN.stream()
        .filter(e -> e.name().equals(adapter) && e.config().domain() == config.domain())
        .anyMatch(
            engine ->
                engine.config().node() == node && engine.slot() != Engine.NO_SLOT
                    || engine.config().node() == config.node() && engine.links().reaches(node));
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    Config config = Config.of(settings);
    List<SegmentInfo> all = new ArrayList<>();
    for (String adapter : usable()) {
      Engine engine;
      try {
        engine = new Engine(adapter, config, false);
      } catch (RsmException cannotBeOpened) {
        continue;
      }
      try {
        Set<Integer> nodes = nodes(adapter, config);
        nodes.add(config.node());
        for (int node : nodes) {
          list(engine, node, all);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        engine.release();
      }
    }
    return all;
  }

  private static void list(Engine engine, int node, List<SegmentInfo> all)
      throws InterruptedException {
    for (Link link : engine.links().reach(node)) {
      for (int index = 0; index < Integer.MAX_VALUE; index++) {
        Message answer = link.callInterruptibly(new Message.ListAt(index), engine.patienceMillis());
        if (!(answer instanceof Message.Listed listed) || listed.info() == null) {
          break;
        }
        all.add(listed.info());
      }
    }
  }
}
