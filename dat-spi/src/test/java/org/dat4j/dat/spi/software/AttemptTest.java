package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.concurrent.FutureTask;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt to connect that the program gives up. */
class AttemptTest {

  /** An attempt that nobody answers. */
  private static final class Unanswered implements Connecting {
    int aborts;

    @Override
    public void abort() {
      aborts++;
    }

    @Override
    public boolean reachedPeer() {
      return true;
    }

    @Override
    public long localPort() {
      return 1;
    }
  }

  private final Unanswered handle = new Unanswered();
  private Attempt attempt;

  private final StubFabric fabric =
      new StubFabric() {
        @Override
        public Connecting connect(Attempt started, InetAddress remote, long connQual) {
          attempt = started;
          return handle;
        }
      };

  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);

  @Test
  void anAttemptIsAbortedOnceAlsoByTwoThreads() {
    fabric.connect(ep);
    ep.disconnect(CloseFlags.ABRUPT);
    assertEquals(1, handle.aborts);
    // What the thread does that has connected, where another one has given up just before.
    attempt.started(handle);
    assertEquals(1, handle.aborts);
  }

  @Test
  @Timeout(20)
  void attemptThatIsGivenUpWhileItsHandleIsReturnedIsAborted() throws Exception {
    fabric.connect(ep);
    Attempt late = new Attempt(attempt.connection(), new byte[0]);
    FutureTask<Boolean> givesUp = new FutureTask<>(late::giveUp);
    Thread other = new Thread(givesUp, "gives up");
    // Held where the attempt is won, no handle was found, and the outcome is not told yet.
    synchronized (late.connection()) {
      other.start();
      while (other.getState() != Thread.State.BLOCKED && !givesUp.isDone()) {
        Thread.onSpinWait();
      }
      late.started(handle);
    }
    assertTrue(givesUp.get());
    assertEquals(1, handle.aborts);
  }
}
