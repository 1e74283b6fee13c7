package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingEp;
import org.dat4j.dat.util.Dats;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SharedArea;
import org.dat4j.tools.perf.exchange.StopSignal;
import org.junit.jupiter.api.Test;

/** The runs before and while a figure is taken. */
class PerfInitiatorTest {

  private static final int SIZE = 64;
  private static final int ITERATIONS = 110;

  private final AtomicInteger sends = new AtomicInteger();

  /** An adapter whose Sends are counted. */
  private Ia counting(Ia ia) {
    Forwarding layer =
        new Forwarding() {
          @Override
          protected ForwardingEp wrapEp(Ep ep) {
            return new CountingEp(this, ep);
          }
        };
    return layer.wrap(Ia.class, ia);
  }

  private final class CountingEp extends ForwardingEp {

    CountingEp(Forwarding forwarding, Ep delegate) {
      super(forwarding, delegate);
    }

    @Override
    public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
      if (length == SIZE) {
        sends.incrementAndGet();
      }
      return super.postSend(lmrContext, address, length, cookie, flags);
    }
  }

  @Test
  void theWarmUpPrecedesTheMeasurement() throws Exception {
    StopSignal stop = new StopSignal();
    SharedArea shared = new SharedArea();
    Ia responderIa = Dat.openIa("loopback0");
    List<Integer> sentByTry = new ArrayList<>();
    try (PerfSession responder =
        PerfSession.passive(responderIa, stop, Dats.listen(responderIa), shared, false)) {
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(() -> new PerfResponder(responder, result -> {}).run());
      Ia ia = counting(Dat.openIa("loopback0"));
      try (PerfSession session =
              PerfSession.active(ia, stop, responderIa.address(), responder.connQual(), shared);
          PerfInitiator initiator = new PerfInitiator(session)) {
        initiator.measure(
            new MeasurementSpec(Operation.SEND, SIZE, 1, true, Baseline.NONE),
            ITERATIONS,
            kept -> sentByTry.add(sends.get()));
      }
      other.get(60, TimeUnit.SECONDS);
    }
    int block = ITERATIONS / BlockSampling.BLOCKS;
    assertTrue(sentByTry.get(0) >= ITERATIONS + block, sentByTry::toString);
  }
}
