package example.heap;

import java.util.List;
import java.util.stream.Stream;
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

/** An example of an RSM provider: its controller heap0 connects nodes inside one process. */
public final class HeapProvider extends RsmProvider {

  /** The only controller. */
  static final String NAME = "heap0";

  private static final RsmSetting NODE =
      RsmSetting.number("node", 0, RsmConstants.MAX_NODES, 1, "node of this process");

  /** Makes a provider; called by ServiceLoader. */
  public HeapProvider() {}

  private static int node(RsmSettings settings) {
    return settings.number(NODE);
  }

  @Override
  public String id() {
    return "heap";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public List<RsmSetting> settings() {
    return List.of(NODE);
  }

  @Override
  public boolean serves(String name) {
    return name.equals(NAME);
  }

  @Override
  public String unusable() {
    return null;
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    return new HeapController(name, HeapNode.enter(node(settings)));
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    int own = node(settings);
    List<RemoteController> remotes =
        HeapNode.all().stream()
            .map(HeapNode::id)
            .filter(id -> id != own)
            .map(id -> new RemoteController(id, NAME, id, RsmConstants.CONNECTION_ACTIVE))
            .toList();
    return new InterconnectTopology(own, List.of(new Connections(NAME, own, remotes)));
  }

  @Override
  public Hosting hosting(String name, RsmSettings settings) {
    int own = node(settings);
    List<Integer> others = Stream.of(1, 2, 3, 4).filter(id -> id != own).toList();
    return new Hosting(others, false, false);
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    return HeapNode.all().stream()
        .flatMap(node -> node.published().stream())
        .map(HeapExport::info)
        .toList();
  }
}
