package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the requests that wait for answers, and of the executor for the tasks of one peer. */
class PendingRequestsTest {

  @Test
  void ageOfOldestRequestIsCountedInTicks() {
    PendingRequests calls = new PendingRequests();
    assertEquals(0, calls.tick());
    assertTrue(calls.tryReserve());
    PendingRequest old = new PendingRequest();
    int number = calls.add(old);
    assertEquals(1, calls.tick());
    assertTrue(calls.tryReserve());
    calls.add(new PendingRequest());
    assertEquals(2, calls.tick());
    assertSame(old, calls.take(number));
    assertEquals(2, calls.tick());
    assertTrue(calls.tryReserve());
    assertEquals(number, calls.add(new PendingRequest()));
    assertEquals(3, calls.tick());
  }

  @Test
  void waitForRequestNumberTimesOut() throws InterruptedException {
    PendingRequests calls = new PendingRequests();
    for (int i = 0; i < MessageCodec.MAX_REQUESTS; i++) {
      assertTrue(calls.reserve(0));
    }
    assertFalse(calls.tryReserve());
    assertFalse(calls.reserve(10));
  }

  @Test
  @Timeout(60)
  void answerThatComesWhenTheWaitEndsIsNotDropped() throws Exception {
    SignalSender sender = new SignalSender(null, 0);
    Message answer = new Message.Done(0);
    AtomicReference<PendingRequest> asked = new AtomicReference<>();
    AtomicBoolean stop = new AtomicBoolean();
    FutureTask<Void> answers =
        new FutureTask<>(
            () -> {
              while (!stop.get()) {
                PendingRequest call = asked.get();
                if (call != null) {
                  call.done(answer);
                  asked.set(null);
                }
              }
            },
            null);
    new Thread(answers, "answers").start();
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      for (int round = 0; System.nanoTime() - end < 0; round++) {
        PendingRequest call = new PendingRequest();
        asked.set(call);
        // The answer comes after this many steps, about when the wait ends.
        for (int i = round % 64; i > 0; i--) {
          Thread.onSpinWait();
        }
        Message got = sender.await(call, 0);
        while (asked.get() != null && !answers.isDone()) {
          Thread.onSpinWait();
        }
        assertTrue(got == answer || call.isDone(), "round " + round);
      }
    } finally {
      stop.set(true);
      answers.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void tasksRunInOrderAndContinueAfterThreadShortage() {
    List<Runnable> started = new ArrayList<>();
    boolean[] shortage = {true};
    SerialExecutor turns =
        new SerialExecutor(
            task -> {
              if (shortage[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              started.add(task);
            },
            failure -> {
              throw new AssertionError(failure);
            });
    List<Integer> order = new ArrayList<>();
    assertThrows(OutOfMemoryError.class, () -> turns.add(() -> order.add(0)));
    shortage[0] = false;
    turns.add(() -> order.add(1));
    turns.add(() -> order.add(2));
    assertEquals(1, started.size());
    started.get(0).run();
    assertEquals(List.of(1, 2), order);
    turns.add(() -> order.add(3));
    assertEquals(2, started.size());
  }
}
