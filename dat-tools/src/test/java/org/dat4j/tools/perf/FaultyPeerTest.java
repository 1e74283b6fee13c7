package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.StopSignal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A provider that moves the wrong bytes does not get a figure. */
class FaultyPeerTest {

  /** Leaves eight bytes of the place it is in, for the wrong ones to come from. */
  private static final int SIZE = 56;

  private static final int RIGHT_TRANSFERS = 20;
  private static final int WRONG_BY = 8;

  /** An adapter whose endpoints take payloads from eight bytes behind where they should. */
  private static Ia corrupting(Ia ia) {
    Forwarding layer =
        new Forwarding() {
          @Override
          protected ForwardingEp wrapEp(Ep ep) {
            return new CorruptingEp(this, ep);
          }
        };
    return layer.wrap(Ia.class, ia);
  }

  private static final class CorruptingEp extends ForwardingEp {

    private int transfers;

    CorruptingEp(Forwarding forwarding, Ep delegate) {
      super(forwarding, delegate);
    }

    private long wrong(long address, long length) {
      return length == SIZE && ++transfers > RIGHT_TRANSFERS ? address + WRONG_BY : address;
    }

    @Override
    public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
      return super.postSend(lmrContext, wrong(address, length), length, cookie, flags);
    }

    @Override
    public int postRdmaWrite(
        int lmrContext,
        long address,
        long length,
        long cookie,
        int rmrContext,
        long remoteAddress,
        int flags) {
      return super.postRdmaWrite(
          lmrContext, wrong(address, length), length, cookie, rmrContext, remoteAddress, flags);
    }

    @Override
    public int postRdmaRead(
        int lmrContext,
        long address,
        long length,
        long cookie,
        int rmrContext,
        long remoteAddress,
        int flags) {
      return super.postRdmaRead(
          lmrContext, address, length, cookie, rmrContext, wrong(remoteAddress, length), flags);
    }
  }

  /** Measures with a corrupting adapter on the initiating side; gives what that ends with. */
  private static RuntimeException measure(MeasurementSpec spec) throws Exception {
    StopSignal stop = new StopSignal();
    SharedArea shared = new SharedArea();
    Ia responderIa = Dat.openIa("loopback0");
    try (PerfSession responder =
        PerfSession.passive(responderIa, stop, Dats.listen(responderIa), shared, false)) {
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(() -> new PerfResponder(responder, result -> {}).run());
      Ia ia = corrupting(Dat.openIa("loopback0"));
      RuntimeException failure;
      try (PerfSession session =
              PerfSession.active(ia, stop, responderIa.address(), responder.connQual(), shared);
          PerfInitiator initiator = new PerfInitiator(session)) {
        failure =
            assertThrows(RuntimeException.class, () -> initiator.measure(spec, 1100, kept -> {}));
      }
      other.exceptionally(e -> null).get(60, TimeUnit.SECONDS);
      return failure;
    }
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void wrongBytesAreFoundWhereverTheyArrive(Operation op) throws Exception {
    RuntimeException failure = measure(new MeasurementSpec(op, SIZE, 1, true, Baseline.NONE));
    assertTrue(failure.getMessage().contains("corrupt data: " + op.label()), failure::toString);
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void wrongBytesAreFoundInStreams(Operation op) throws Exception {
    RuntimeException failure = measure(new MeasurementSpec(op, SIZE, 4, true, Baseline.NONE));
    assertTrue(failure.getMessage().contains("corrupt data: " + op.label()), failure::toString);
  }

  @Test
  void theFirstFailureOfARunCounts() {
    StopSignal stop = new StopSignal();
    stop.fail(new IllegalStateException("first"));
    stop.fail(new IllegalStateException("second"));
    assertEquals("first", stop.cause().getMessage());
    assertFalse(stop.cancelled());
    StalledException e = assertThrows(StalledException.class, stop::check);
    assertEquals("the other side failed: first", e.getMessage());
  }
}
