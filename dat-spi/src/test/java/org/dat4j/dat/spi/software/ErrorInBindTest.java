package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bind whose thread meets an Error right behind the post. */
@Timeout(60)
class ErrorInBindTest {

  private static final int SIZE = 16;

  /** A connection that carries out binds. */
  private static final class Binding implements Wire {
    @Override
    public boolean transmit(RequestQueue requests, int budget) {
      // Binds in front of the next transfer take effect by that.
      return requests.next();
    }

    @Override
    public int progress(int budget) {
      return 0;
    }

    @Override
    public void shutdown(boolean graceful) {
      // There is no peer.
    }
  }

  /** Work beside the transmit work of the connection, for which there may be no stack left. */
  private final class Failing implements Turn.Work {
    @Override
    public void work(Turn turn) {
      if (fails) {
        fails = false;
        throw new StackOverflowError("of the test");
      }
    }

    @Override
    public void afterRelease() {
      // Nothing was done.
    }
  }

  private final StubFabric fabric =
      new StubFabric() {
        @Override
        public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
          Turn transmit = new Turn(attempt.upcalls().transmitWork(), new Failing());
          Turn receive = new Turn(attempt.upcalls().receiveWork());
          attempt.claim();
          attempt.established(new Binding(), transmit, receive, 1, connQual, new byte[0]);
          return null;
        }
      };

  private final SoftIa ia = fabric.open();
  private final Pz pz = ia.createPz();
  private final Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(pz, completions, completions, connections, null);
  private final Lmr lmr = ia.createLmr(ByteBuffer.allocateDirect(SIZE), pz, MemPriv.ALL);
  private boolean fails;

  private int bind(Rmr window) {
    return window.bind(
        lmr.lmrContext(),
        lmr.registeredAddress(),
        SIZE,
        MemPriv.REMOTE_READ,
        ep,
        1,
        CompletionFlags.DEFAULT);
  }

  @Test
  void anLmrStaysInUseByAWindowAfterAnErrorInAnotherBind() {
    fabric.connect(ep);
    Rmr stays = pz.createRmr();
    assertEquals(DatReturn.SUCCESS, bind(stays));
    Rmr ends = pz.createRmr();
    fails = true;
    assertEquals(DatReturn.SUCCESS, bind(ends));
    ep.disconnect(CloseFlags.ABRUPT);
    ends.free();
    DatException refusal = assertThrows(DatException.class, lmr::free);
    assertEquals(DatReturn.INVALID_STATE, refusal.type());
    stays.free();
    lmr.free();
  }
}
