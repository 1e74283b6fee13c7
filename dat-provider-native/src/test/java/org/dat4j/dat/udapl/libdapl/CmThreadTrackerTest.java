package org.dat4j.dat.udapl.libdapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.EventNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The work that must be over before the library may free or reset an endpoint. */
@Timeout(60)
class CmThreadTrackerTest {

  private final CmThreadTracker tracker = new CmThreadTracker();
  private final AtomicInteger settled = new AtomicInteger();

  /** How long it waits; the event, if there is one, comes with the third look. */
  private long waited(EventNumber event, boolean established) {
    long start = System.nanoTime();
    tracker.await(
        () -> {
          if (settled.incrementAndGet() == 3 && event != null) {
            tracker.onEvent(event, established);
          }
        });
    return System.nanoTime() - start;
  }

  @Test
  void endpointThatNeverConnectedIsQuiet() {
    waited(null, false);
    assertEquals(0, settled.get(), "nothing to look for");
  }

  @Test
  void eventOfTheEndEndsTheWait() {
    tracker.start();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
  }

  @Test
  void refusalEndsTheWait() {
    tracker.start();
    waited(EventNumber.CONNECTION_EVENT_BROKEN, false);
    assertEquals(3, settled.get(), "the library's thread tells it when rdma_connect fails");
  }

  @Test
  void establishedConnectionIsNotQuiet() {
    tracker.start();
    tracker.onEvent(EventNumber.CONNECTION_EVENT_ESTABLISHED, false);
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
  }

  @Test
  void endThatIsNeverToldIsNotWaitedForWithoutEnd() {
    tracker.start();
    assertTrue(waited(null, false) >= CmThreadTracker.PATIENCE_NANOS);
  }

  @Test
  void connectionThatAFailedTransferEndedRests() {
    tracker.start();
    assertTrue(waited(EventNumber.CONNECTION_EVENT_BROKEN, true) >= CmThreadTracker.PATIENCE_NANOS);
    assertEquals(3, settled.get(), "nothing more is to come");
  }

  @Test
  void connectThatTheLibrarysTimerEndedRests() {
    tracker.start();
    assertTrue(
        waited(EventNumber.CONNECTION_EVENT_TIMED_OUT, false) >= CmThreadTracker.PATIENCE_NANOS);
  }

  @Test
  void attemptThatWasCutRestsAlthoughItsEndWasTold() {
    tracker.start();
    long start = System.nanoTime();
    tracker.markAborted();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, false);
    assertTrue(System.nanoTime() - start >= CmThreadTracker.PATIENCE_NANOS);
  }

  @Test
  void newConnectionForgetsTheOldOnesRest() {
    tracker.markAborted();
    tracker.start();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
    tracker.start();
    tracker.forget();
    waited(null, false);
    assertEquals(3, settled.get(), "the library has another endpoint");
  }

  @Test
  void interruptedThreadWaitsAllTheSameAndStaysInterrupted() {
    tracker.start();
    Thread.currentThread().interrupt();
    assertTrue(waited(null, false) >= CmThreadTracker.PATIENCE_NANOS);
    assertTrue(Thread.interrupted());
  }
}
