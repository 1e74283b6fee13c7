package org.dat4j.dat.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.EventNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has to be over before the library may free or reset an endpoint. */
@Timeout(60)
class CmQuietTest {

  private final CmQuiet quiet = new CmQuiet();
  private final AtomicInteger settled = new AtomicInteger();

  /** How long it waits; the event, if there is one, comes with the third look. */
  private long waited(EventNumber event, boolean established) {
    long start = System.nanoTime();
    quiet.await(
        () -> {
          if (settled.incrementAndGet() == 3 && event != null) {
            quiet.told(event, established);
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
    quiet.begins();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
  }

  @Test
  void refusalEndsTheWait() {
    quiet.begins();
    waited(EventNumber.CONNECTION_EVENT_BROKEN, false);
    assertEquals(3, settled.get(), "the library's thread tells it when rdma_connect fails");
  }

  @Test
  void establishedConnectionIsNotQuiet() {
    quiet.begins();
    quiet.told(EventNumber.CONNECTION_EVENT_ESTABLISHED, false);
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
  }

  @Test
  void endThatIsNeverToldIsNotWaitedForWithoutEnd() {
    quiet.begins();
    assertTrue(waited(null, false) >= CmQuiet.PATIENCE_NANOS);
  }

  @Test
  void connectionThatAFailedTransferEndedRests() {
    quiet.begins();
    assertTrue(waited(EventNumber.CONNECTION_EVENT_BROKEN, true) >= CmQuiet.PATIENCE_NANOS);
    assertEquals(3, settled.get(), "nothing more is to come");
  }

  @Test
  void connectThatTheLibrarysTimerEndedRests() {
    quiet.begins();
    assertTrue(waited(EventNumber.CONNECTION_EVENT_TIMED_OUT, false) >= CmQuiet.PATIENCE_NANOS);
  }

  @Test
  void attemptThatWasCutRestsAlthoughItsEndWasTold() {
    quiet.begins();
    long start = System.nanoTime();
    quiet.cut();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, false);
    assertTrue(System.nanoTime() - start >= CmQuiet.PATIENCE_NANOS);
  }

  @Test
  void newConnectionForgetsTheOldOnesRest() {
    quiet.cut();
    quiet.begins();
    waited(EventNumber.CONNECTION_EVENT_DISCONNECTED, true);
    assertEquals(3, settled.get());
    quiet.begins();
    quiet.forget();
    waited(null, false);
    assertEquals(3, settled.get(), "the library has another endpoint");
  }

  @Test
  void interruptedThreadWaitsAllTheSameAndStaysInterrupted() {
    quiet.begins();
    Thread.currentThread().interrupt();
    assertTrue(waited(null, false) >= CmQuiet.PATIENCE_NANOS);
    assertTrue(Thread.interrupted());
  }
}
