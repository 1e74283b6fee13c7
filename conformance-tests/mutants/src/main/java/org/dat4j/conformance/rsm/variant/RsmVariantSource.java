package org.dat4j.conformance.rsm.variant;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIdRange;

/**
 * Gives a run of the suite the registries of an RSM honest variant: each controller is behind a
 * {@link RsmVariantLayer}. Thread-safe.
 */
final class RsmVariantSource implements RsmSource {
  private final RsmSource source;
  private final RsmVariantLayer layer;

  RsmVariantSource(RsmSource source, RsmVariantLayer layer) {
    this.source = source;
    this.layer = layer;
  }

  @Override
  public RsmRegistryUnderTest registry(RsmRegistry.Builder settings) {
    return new Registry(source.registry(settings), layer);
  }

  @Override
  public void close() {
    source.close();
  }

  /**
   * A registry behind the layer.
   *
   * @param registry the registry of the source
   * @param layer changes its calls
   */
  record Registry(RsmRegistryUnderTest registry, RsmVariantLayer layer)
      implements RsmRegistryUnderTest {
    @Override
    public RsmController getController(String name) {
      return layer.wrap(registry.getController(name));
    }

    @Override
    public InterconnectTopology getInterconnectTopology() {
      InterconnectTopology topology = registry.getInterconnectTopology();
      if (!layer.uses(RsmFreedom.OTHER_ORDER_OF_CONTROLLERS)) {
        return topology;
      }
      List<InterconnectTopology.Connections> controllers = new ArrayList<>(topology.controllers());
      Collections.reverse(controllers);
      return new InterconnectTopology(topology.localNodeId(), controllers);
    }

    @Override
    public void freeInterconnectTopology(InterconnectTopology topology) {
      registry.freeInterconnectTopology(topology);
    }

    @Override
    public SegmentIdRange getSegmentIdRange(String appId) {
      return registry.getSegmentIdRange(appId);
    }

    @Override
    public int awaitPollfd(PollFd[] fds, int count, int timeoutMillis, int[] found) {
      if (timeoutMillis == 0 && areSegments(fds, count) && layer.now(RsmFreedom.LATE_SIGNALS)) {
        for (int i = 0; i < count; i++) {
          fds[i].setRevents(0);
        }
        if (found != null) {
          found[0] = 0;
        }
        return RsmReturn.TIMEOUT;
      }
      int code = registry.awaitPollfd(fds, count, timeoutMillis, found);
      if (code == RsmReturn.SUCCESS) {
        layer.delay(RsmFreedom.LATE_POLLS);
      }
      return code;
    }

    private static boolean areSegments(PollFd[] fds, int count) {
      if (fds == null || count < 1 || count > fds.length) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        if (fds[i] == null || fds[i].segment() == null) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int awaitPollfdOrAborted(PollFd[] fds, int count, int timeoutMillis, int[] found) {
      return registry.awaitPollfdOrAborted(fds, count, timeoutMillis, found);
    }
  }
}
