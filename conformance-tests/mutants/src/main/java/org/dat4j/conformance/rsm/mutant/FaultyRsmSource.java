package org.dat4j.conformance.rsm.mutant;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.spi.forward.Call;
import org.dat4j.rsm.spi.forward.InterceptingForwarding;

/**
 * Gives the suite the registries of an RSM mutant: each call on them and their handles goes through
 * the mutant's fault. Closing it ends the provider's objects themselves: a mutant of the end leaves
 * nothing to those that run after it. Thread-safe.
 */
final class FaultyRsmSource implements RsmSource {
  private final RsmSource source;
  private final RsmFault fault;
  private final InterceptingForwarding layer = new InterceptingForwarding(this::call);
  private final Queue<RsmSegment> segments = new ConcurrentLinkedQueue<>();
  private final Queue<RsmController> controllers = new ConcurrentLinkedQueue<>();

  FaultyRsmSource(RsmSource source, RsmFault fault) {
    this.source = source;
    this.fault = fault;
  }

  private Object call(Call call) {
    Object answer = fault.call(Invocation.of(call));
    if (answer instanceof RsmSegment segment) {
      segments.add(segment);
    }
    return answer;
  }

  @Override
  public RsmRegistryUnderTest registry(RsmRegistry.Builder settings) {
    return new FaultyRsmRegistry(
        source.registry(settings),
        fault,
        controller -> {
          if (controller != null) {
            controllers.add(controller);
          }
          return layer.wrap(RsmController.class, controller);
        });
  }

  @Override
  public void close() {
    segments.forEach(RsmSegment::close);
    controllers.forEach(RsmController::close);
    source.close();
  }
}
