package org.dat4j.conformance.rsm.mutant;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.SegmentIdRange;

/**
 * The RSM registry of a mutant: passes each call of the suite through the mutant's fault on its way
 * to the provider.
 *
 * @param registry the registry
 * @param fault makes the calls
 * @param outside gives what the program gets for a controller
 */
record FaultyRsmRegistry(
    RsmRegistryUnderTest registry, RsmFault fault, UnaryOperator<RsmController> outside)
    implements RsmRegistryUnderTest {

  private Object call(
      int page, Class<?> type, Function<Object[], Object> call, Object... arguments) {
    String name = "Registry." + RsmPages.REGISTRY.get(page);
    return fault.call(
        new Invocation(
            name,
            RsmPages.REGISTRY.get(page),
            registry,
            arguments,
            type,
            () -> call.apply(arguments)));
  }

  @Override
  public RsmController getController(String name) {
    Object controller =
        call(0, RsmController.class, a -> registry.getController((String) a[0]), name);
    return outside.apply((RsmController) controller);
  }

  @Override
  public InterconnectTopology getInterconnectTopology() {
    return (InterconnectTopology)
        call(1, InterconnectTopology.class, a -> registry.getInterconnectTopology());
  }

  @Override
  public void freeInterconnectTopology(InterconnectTopology topology) {
    call(
        2,
        void.class,
        a -> {
          registry.freeInterconnectTopology((InterconnectTopology) a[0]);
          return null;
        },
        topology);
  }

  @Override
  public SegmentIdRange getSegmentIdRange(String appId) {
    return (SegmentIdRange)
        call(3, SegmentIdRange.class, a -> registry.getSegmentIdRange((String) a[0]), appId);
  }

  @Override
  public int awaitPollfd(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return (int)
        call(
            4,
            int.class,
            a -> registry.awaitPollfd((PollFd[]) a[0], (int) a[1], (int) a[2], (int[]) a[3]),
            fds,
            count,
            timeoutMillis,
            found);
  }

  @Override
  public int awaitPollfdOrAborted(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return registry.awaitPollfdOrAborted(fds, count, timeoutMillis, found);
  }
}
