package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.dat.message.Message;

/** Holds the event thread of a process at the answer to a request, until it is released. */
final class HeldEventThread {
  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /**
   * Returns when the event thread is held.
   *
   * @param connection a connection of the process
   */
  HeldEventThread(ControlConnection connection) throws InterruptedException {
    PendingRequest holding =
        new PendingRequest() {
          @Override
          void arrived(Message answer) {
            held.countDown();
            try {
              go.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    assertTrue(connection.start(new Message.Heartbeat(), holding));
    assertTrue(held.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the event thread is not held");
  }

  void release() {
    go.countDown();
  }
}
