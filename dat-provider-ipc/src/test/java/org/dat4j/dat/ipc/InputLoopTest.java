package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loop of an adapter beside threads that wait, poll and close. */
@Timeout(60)
class InputLoopTest {

  /** Polls that look at the sockets more than once. */
  private static final int POLLS = 5000;

  private static final class NoHandler implements InputLoop.Handler {
    @Override
    public void ready(SelectionKey key) {
      throw new AssertionError("nothing is sent");
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  /** Another pipe: the close has closed the one that is registered. */
  private static void assertNotTaken(InputLoop loop) throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      assertTrue(sink.isOpen());
      assertThrows(
          IOException.class, () -> loop.register(source, SelectionKey.OP_READ, new NoHandler()));
    }
  }

  @Test
  void aPollBehindTheCloseFindsNothing() throws IOException {
    InputLoop loop = new InputLoop("a test");
    loop.start();
    loop.close();
    for (int i = 0; i < POLLS; i++) {
      assertEquals(0, loop.poll());
    }
  }

  @Test
  void aWaitThatBeginsBesideTheCloseEnds() throws IOException {
    InputLoop loop = new InputLoop("a test");
    boolean[] asked = new boolean[1];
    loop.await(
        () -> {
          // The last look before it blocks.
          loop.close();
          asked[0] = true;
          return false;
        },
        TimeUnit.SECONDS.toNanos(30));
    assertTrue(asked[0]);
  }

  @Test
  void aSocketIsNotTakenBesideTheClose() throws Exception {
    InputLoop loop = new InputLoop("a test");
    Pipe pipe = Pipe.open();
    CountDownLatch seen = new CountDownLatch(1);
    loop.start();
    // Keeps the loop's thread, for whose end the close waits.
    FutureTask<Boolean> held = new FutureTask<>(() -> seen.await(30, TimeUnit.SECONDS));
    loop.later(held);
    FutureTask<Void> closed = new FutureTask<>(loop::close, null);
    Thread closing = new Thread(closed);
    closing.start();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) {
        Thread.onSpinWait();
      }
      assertThrows(
          IOException.class, () -> loop.register(source, SelectionKey.OP_READ, new NoHandler()));
      seen.countDown();
      closed.get();
      assertTrue(held.get());
      assertTrue(sink.isOpen());
      assertNotTaken(loop);
    }
  }

  @Test
  void aWaitingThreadTakesTheSocketsOverFromTheLoop() throws IOException {
    InputLoop loop = new InputLoop("a loop that waits for sockets");
    loop.start();
    while (!isInSelect("a loop that waits for sockets")) {
      Thread.onSpinWait();
    }
    boolean[] isAtTheSockets = new boolean[1];
    long begin = System.nanoTime();
    while (!isAtTheSockets[0]) {
      loop.await(
          () -> {
            // Only the thread that waits for the sockets is asked.
            isAtTheSockets[0] = true;
            return true;
          },
          TimeUnit.SECONDS.toNanos(30));
    }
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(25));
    loop.close();
  }

  private static boolean isInSelect(String thread) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey().getName().equals(thread))
        .flatMap(each -> Stream.of(each.getValue()))
        .anyMatch(frame -> frame.getMethodName().equals("lockAndDoSelect"));
  }
}
