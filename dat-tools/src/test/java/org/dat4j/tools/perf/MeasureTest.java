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
import org.junit.jupiter.api.Test;

/** What is run before and while a figure is taken. */
class MeasureTest {

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
  void whatIsMeasuredWasWarmedUpBefore() throws Exception {
    Stop stop = new Stop();
    Common common = new Common();
    Ia responderIa = Dat.openIa("loopback0");
    List<Integer> sentByTry = new ArrayList<>();
    try (Session responder =
        Session.passive(responderIa, stop, Dats.listen(responderIa), common, false)) {
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(() -> new Responder(responder, result -> {}).run());
      Ia ia = counting(Dat.openIa("loopback0"));
      try (Session session =
              Session.active(ia, stop, responderIa.address(), responder.connQual(), common);
          Initiator initiator = new Initiator(session)) {
        initiator.measure(
            new Spec(Op.SEND, SIZE, 1, true, Limit.NONE),
            ITERATIONS,
            kept -> sentByTry.add(sends.get()));
      }
      other.get(60, TimeUnit.SECONDS);
    }
    int block = ITERATIONS / BlockScheme.BLOCKS;
    assertTrue(sentByTry.get(0) >= ITERATIONS + block, sentByTry::toString);
  }
}
