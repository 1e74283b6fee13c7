package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.tcp.buffer.SharedBuffers;
import org.dat4j.dat.tcp.connection.WriteCoalescer;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that an exception or Error of one connection ends that one only. */
class ConnectionFaultTest {

  private final List<Pipe> pipes = new ArrayList<>();
  private final AtomicInteger selectFaults = new AtomicInteger();

  /** Throws from select as often as requested. */
  private final SharedSelector selector =
      new SharedSelector("fault") {
        @Override
        void select(long millis) {
          if (selectFaults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new OutOfMemoryError("a test");
          }
          super.select(millis);
        }
      };

  private final Driver driver = new Driver("fault", selector, Thread::new, new InputPredictor());

  @AfterEach
  void close() throws IOException {
    driver.close();
    for (Pipe pipe : pipes) {
      pipe.sink().close();
      pipe.source().close();
    }
  }

  /** A channel that has input for ever. */
  private Pipe readable(ReadyHandler handler) throws IOException {
    Pipe pipe = Pipe.open();
    pipes.add(pipe);
    pipe.source().configureBlocking(false);
    pipe.sink().write(ByteBuffer.allocate(1));
    driver.register(pipe.source(), SelectionKey.OP_READ, handler);
    return pipe;
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "it never comes");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Throws, and fails to be closed the given number of times. */
  private static final class Faulty implements ReadyHandler {
    final Error error = new OutOfMemoryError("a test");
    final List<Throwable> causes = new CopyOnWriteArrayList<>();
    private final int failures;

    Faulty(int failures) {
      this.failures = failures;
    }

    @Override
    public int ready(int ops) {
      throw error;
    }

    @Override
    public void failed(SelectionKey key, Throwable cause) {
      causes.add(cause);
      if (causes.size() <= failures) {
        throw new OutOfMemoryError("a test again");
      }
      TcpSockets.close(key.channel());
    }
  }

  @Test
  void anErrorOfOneChannelEndsThatOneAndTheLoopGoesOn() throws IOException {
    Faulty faulty = new Faulty(0);
    Pipe bad = readable(faulty);
    AtomicInteger others = new AtomicInteger();
    readable(ops -> others.incrementAndGet());
    await(() -> !bad.source().isOpen());
    assertEquals(List.of(faulty.error), faulty.causes);
    int before = others.get();
    await(() -> others.get() > before);
  }

  @Test
  void anErrorReachesNoThreadOfTheProgramThatDrives() throws IOException {
    Faulty faulty = new Faulty(0);
    Pipe bad = readable(faulty);
    await(
        () -> {
          driver.poll();
          driver.awaitIo(() -> true, 1);
          return !bad.source().isOpen();
        });
    assertEquals(List.of(faulty.error), faulty.causes);
  }

  @Test
  void aChannelThatCannotBeClosedForLackOfMemoryIsClosedLater() throws IOException {
    Faulty faulty = new Faulty(3);
    Pipe bad = readable(faulty);
    await(() -> !bad.source().isOpen());
    assertEquals(4, faulty.causes.size());
  }

  @Test
  void anErrorOfTheSelectorDoesNotEndTheLoop() throws IOException {
    selectFaults.set(3);
    AtomicInteger handled = new AtomicInteger();
    readable(ops -> handled.incrementAndGet());
    await(() -> handled.get() > 0);
    assertEquals(0, selectFaults.get(), "it was thrown");
  }

  @Test
  void anErrorOfOnePostponedWriteLeavesTheOthers() throws IOException {
    readable(ops -> 1);
    Error error = new StackOverflowError("a test");
    AtomicInteger written = new AtomicInteger();
    List<Throwable> told = new ArrayList<>();
    await(
        () -> {
          driver.poll();
          return driver.isDriving();
        });
    for (int i = 0; i < 3; i++) {
      boolean bad = i == 1;
      Turn turn =
          new Turn(
              new Turn.Work() {
                @Override
                public void work(Turn mine) {
                  written.incrementAndGet();
                  if (bad) {
                    throw error;
                  }
                }

                @Override
                public void afterRelease() {
                  // No thread waits.
                }
              });
      driver.defer(new WriteCoalescer(driver, turn, told::add));
    }
    await(
        () -> {
          driver.poll();
          return written.get() == 3;
        });
    await(() -> told.size() == 1);
    assertSame(error, told.get(0));
  }

  @Test
  void aConnectionThatIsPolledEndsAloneToo() {
    PolledConnections direct = new PolledConnections(new SharedBuffers());
    Error error = new InternalError("a test");
    List<Throwable> told = new ArrayList<>();
    AtomicInteger read = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      boolean bad = i == 1;
      direct.add(
          new Pollable() {
            @Override
            public int poll() {
              read.incrementAndGet();
              if (bad) {
                throw error;
              }
              return 0;
            }

            @Override
            public void failed(Throwable cause) {
              told.add(cause);
            }

            @Override
            public void onIndexAssigned(int at) {
              // The result is not used.
            }

            @Override
            public void setSelected(boolean now) {
              // There is no selector.
            }
          });
    }
    direct.pollAll();
    direct.pollLastActiveFirst();
    direct.poll(1);
    assertEquals(7, read.get());
    assertEquals(List.of(error, error, error), told);
  }

  @Test
  void aLoopThatCannotBeStartedIsStartedByTheNextChannel() throws IOException {
    AtomicInteger refusals = new AtomicInteger(1);
    try (Driver late =
        new Driver(
            "late",
            new SharedSelector("late"),
            run ->
                new Thread(run) {
                  @Override
                  public synchronized void start() {
                    if (refusals.getAndDecrement() > 0) {
                      throw new OutOfMemoryError("unable to create native thread: a test");
                    }
                    super.start();
                  }
                },
            new InputPredictor())) {
      Pipe pipe = Pipe.open();
      pipes.add(pipe);
      pipe.source().configureBlocking(false);
      OutOfMemoryError error =
          assertThrows(
              OutOfMemoryError.class,
              () -> late.register(pipe.source(), SelectionKey.OP_READ, ops -> 1));
      DatException refusal =
          assertThrows(
              DatException.class,
              () -> {
                throw Shortage.thrown("Ia.createPsp", error);
              });
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, refusal.type());
      assertTrue(refusal.getMessage().contains("ulimit -u"), refusal.getMessage());
      // Without a loop no thread may hold the lease: nothing would end its waits.
      assertEquals(0, late.poll());
      assertTrue(!late.isDriving(), "drives without a loop");
      late.register(pipe.source(), SelectionKey.OP_READ, ops -> 1);
      await(
          () -> {
            late.poll();
            return late.isDriving();
          });
      long began = System.nanoTime();
      while (System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(100)) {
        late.awaitIo(() -> false, TimeUnit.MILLISECONDS.toNanos(100));
      }
    }
  }
}
