package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.junit.jupiter.api.Test;

class RnrTimerTest {

  @Test
  void eachStallHasAGraceOfItsOwn() throws InterruptedException {
    try (Timers timers = new Timers("timer-test")) {
      CountDownLatch over = new CountDownLatch(1);
      RnrTimer timer = new RnrTimer(timers, over::countDown);
      timer.start();
      assertFalse(timer.hasExpired());
      assertTrue(over.await(10, TimeUnit.SECONDS), "the stall is never over");
      assertTrue(timer.hasExpired());
      // The receive comes at the last moment; later a message finds none again.
      timer.cancel();
      timer.start();
      assertFalse(timer.hasExpired(), "the second stall has no timer");
    }
  }
}
