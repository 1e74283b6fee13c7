package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClosedDuringCreationTest {

  private static final long QUALIFIER = 5;
  private static final long LIMIT_SECONDS = 10;

  private SoftIa ia;
  private boolean closes;

  /** A transport whose listeners fail, also when the adapter is closed meanwhile. */
  private final StubFabric fabric =
      new StubFabric() {
        @Override
        public Listener listen(long connQual, Acceptor acceptor) {
          if (closes) {
            ia.close(CloseFlags.ABRUPT);
          }
          throw Errors.of(
              DatReturn.CONN_QUAL_UNAVAILABLE, DatSubtype.NO_SUBTYPE, "listen", "no", 0, "");
        }
      };

  private int code(boolean closed) {
    closes = closed;
    ia = fabric.open();
    Evd evd = ia.createEvd(4, null, EvdFlags.CR);
    return assertThrows(DatException.class, () -> ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER))
        .type();
  }

  @Test
  void adapterThatIsClosedMeanwhileIsAnInvalidHandle() {
    assertEquals(DatReturn.INVALID_HANDLE, code(true));
  }

  @Test
  void adapterThatStaysOpenTellsWhatFailed() {
    assertEquals(DatReturn.CONN_QUAL_UNAVAILABLE, code(false));
  }

  /**
   * A transport on which another thread closes the adapter while a second listener is made. The
   * close waits as it closes the first listener, with all EVDs still alive.
   */
  private static final class ClosingFabric extends StubFabric {
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private CompletableFuture<Void> close;
    private SoftIa ia;

    @Override
    public Listener listen(long connQual, Acceptor acceptor) {
      Listener made = super.listen(connQual, acceptor);
      if (connQual == QUALIFIER) {
        return new SlowListener(made);
      }
      close = CompletableFuture.runAsync(() -> ia.close(CloseFlags.ABRUPT));
      await(closing);
      return made;
    }

    private static void await(CountDownLatch latch) {
      try {
        assertTrue(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private final class SlowListener implements Listener {
      private final Listener listener;

      SlowListener(Listener listener) {
        this.listener = listener;
      }

      @Override
      public long connQual() {
        return listener.connQual();
      }

      @Override
      public void close() {
        closing.countDown();
        await(goOn);
        listener.close();
      }
    }
  }

  @Test
  @Timeout(60)
  void evdOfAPointThatIsNotTakenInStaysInUseByAnother() throws Exception {
    ClosingFabric closed = new ClosingFabric();
    closed.ia = closed.open();
    Evd evd = closed.ia.createEvd(4, null, EvdFlags.CR);
    closed.ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER);
    DatException refused =
        assertThrows(
            DatException.class, () -> closed.ia.createPsp(QUALIFIER + 1, evd, PspFlags.CONSUMER));
    assertEquals(DatReturn.INVALID_HANDLE, refused.type());
    DatException used = assertThrows(DatException.class, evd::free);
    assertEquals(DatReturn.INVALID_STATE, used.type());
    closed.goOn.countDown();
    closed.close.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** What a registration does that has passed its checks when its source is freed. */
  @Test
  void registrationOfAnLmrThatIsFreedMeanwhileIsRefused() {
    SoftIa open = new StubFabric().open();
    AbstractPz pz = (AbstractPz) open.createPz();
    RegionDescription memory = RegionDescription.virtual(ByteBuffer.allocateDirect(8));
    Lmr source = open.implCreateLmr(new LmrSpec(MemType.VIRTUAL, memory, 8, pz, MemPriv.ALL));
    LmrSpec again = new LmrSpec(MemType.LMR, RegionDescription.lmr(source), 8, pz, MemPriv.ALL);
    open.implCreateLmr(again);
    source.free();
    DatException refused = assertThrows(DatException.class, () -> open.implCreateLmr(again));
    assertEquals(DatReturn.INVALID_HANDLE, refused.type());
    assertEquals(DatSubtype.INVALID_HANDLE_LMR, refused.subtype());
  }
}
