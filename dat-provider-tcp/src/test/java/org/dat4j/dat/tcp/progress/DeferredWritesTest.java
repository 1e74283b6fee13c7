package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the list of writes under several threads. */
@Timeout(60)
class DeferredWritesTest {

  private static final long SPAN = TimeUnit.SECONDS.toNanos(1);

  /** Longest time until a post is seen by a thread that makes the writes all the time. */
  private static final long SEEN = TimeUnit.SECONDS.toNanos(1);

  /** Volatile stores between the two posts of a round, less one: odd, so that all occur. */
  private static final int MAX_GAP = 101;

  private final DeferredWrites deferred = new DeferredWrites();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean over;
  private volatile int gap;

  /** A write that notes the last post that it has seen. */
  private static final class Noted extends DeferredWrite {
    /** Posts are published as the request queue does it: with a release. */
    private final AtomicLong posted = new AtomicLong();

    private volatile long seen;

    @Override
    protected void write() {
      seen = posted.getAcquire();
    }

    @Override
    protected void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  @AfterEach
  void close() {
    over = true;
    threads.shutdown();
  }

  /** Two threads may take themselves for the driving one. */
  @Test
  void noWriteIsLostThatTwoThreadsAddAtTheSameMoment() throws Exception {
    List<Noted> writes = List.of(new Noted(), new Noted(), new Noted());
    Runnable driving =
        () -> {
          long end = System.nanoTime() + SPAN;
          while (System.nanoTime() - end < 0) {
            writes.forEach(deferred::add);
            deferred.writeAll();
          }
        };
    Future<?> other = threads.submit(driving);
    driving.run();
    other.get();
    deferred.writeAll();
    for (Noted write : writes) {
      write.posted.set(1);
      deferred.add(write);
    }
    assertEquals(writes.size(), deferred.writeAll());
    writes.forEach(write -> assertEquals(1, write.seen, "post that a write has seen"));
  }

  /** Posts twice in each round, the second time just as the other thread unlists the write. */
  @Test
  void aWriteThatAPostFindsListedSeesThatPost() throws Exception {
    Noted write = new Noted();
    Future<?> writer =
        threads.submit(
            () -> {
              while (!over) {
                deferred.writeAll();
              }
            });
    long end = System.nanoTime() + 2 * SPAN;
    for (long last = 0; System.nanoTime() - end < 0; ) {
      write.posted.setRelease(++last);
      deferred.add(write);
      for (int i = (int) (last % MAX_GAP); i > 0; i--) {
        gap = i;
      }
      write.posted.setRelease(++last);
      deferred.add(write);
      long limit = System.nanoTime() + SEEN;
      while (write.seen != last) {
        assertTrue(System.nanoTime() - limit < 0, "post " + last + " is not seen");
        Thread.onSpinWait();
      }
    }
    over = true;
    writer.get();
  }
}
