package org.dat4j.dat.spi.software.concurrent;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TurnTest {

  /** A work that runs a step in its round. */
  private static Turn.Work work(Consumer<Turn> step) {
    return new Turn.Work() {
      @Override
      public void work(Turn turn) {
        step.accept(turn);
      }

      @Override
      public void afterRelease() {}
    };
  }

  /** Runs a turn on another thread, to its end. */
  private static void kick(Turn turn) {
    Thread other = new Thread(turn::runOrHandOff);
    other.start();
    assertDoesNotThrow(() -> other.join());
  }

  @Test
  void kicksWhileHeldAreDoneByTheHolderAndNeverNested() {
    List<String> log = new ArrayList<>();
    Turn.Work work =
        new Turn.Work() {
          @Override
          public void work(Turn turn) {
            log.add("work");
            if (log.size() < 3) {
              kick(turn);
              log.add("left");
            }
          }

          @Override
          public void afterRelease() {
            log.add("afterRelease");
          }
        };
    new Turn(work).runOrHandOff();
    assertEquals(List.of("work", "left", "work", "afterRelease"), log);
  }

  @Test
  void aHolderThatRunsItsOwnTurnIsRefused() {
    AtomicInteger rounds = new AtomicInteger();
    Turn turn =
        new Turn(
            work(
                held -> {
                  if (rounds.incrementAndGet() == 1) {
                    held.runOrHandOff();
                  }
                }));
    String message = assertThrows(IllegalStateException.class, turn::runOrHandOff).getMessage();
    assertTrue(message.contains("runs no turn"), message);
    assertTrue(message.contains("moreToTransmit"), message);
    assertFalse(turn.isHeld());
  }

  @Test
  void aHolderThatRunsTheTurnOfTheOtherDirectionIsRefused() {
    AtomicInteger runs = new AtomicInteger();
    Turn transmit = new Turn(work(turn -> runs.incrementAndGet()));
    Turn receive = new Turn(work(turn -> transmit.runOrHandOff()));
    Turn.pair(transmit, receive);
    assertThrows(IllegalStateException.class, receive::runOrHandOff);
    assertEquals(0, runs.get());
    transmit.runOrHandOff();
    assertEquals(1, runs.get(), "the thread holds no turn after the refusal");
  }

  @Test
  void theOtherDirectionRunsAfterTheReleaseAndOnOtherThreads() {
    AtomicInteger runs = new AtomicInteger();
    Turn transmit = new Turn(work(turn -> runs.incrementAndGet()));
    Turn receive =
        new Turn(
            new Turn.Work() {
              @Override
              public void work(Turn turn) {
                kick(transmit);
              }

              @Override
              public void afterRelease() {
                transmit.runOrHandOff();
              }
            });
    Turn.pair(transmit, receive);
    receive.runOrHandOff();
    assertEquals(2, runs.get());
  }

  @Test
  void noKickIsLostAndNoTwoThreadsWorkAtOnce() {
    int threads = 4;
    int kicks = 50_000;
    AtomicLong posted = new AtomicLong();
    AtomicLong seen = new AtomicLong();
    AtomicInteger inside = new AtomicInteger();
    AtomicBoolean overlapped = new AtomicBoolean();
    Turn turn =
        new Turn(
            new Turn.Work() {
              @Override
              public void work(Turn held) {
                if (inside.incrementAndGet() != 1) {
                  overlapped.set(true);
                }
                seen.set(posted.get());
                inside.decrementAndGet();
              }

              @Override
              public void afterRelease() {}
            });
    assertTimeoutPreemptively(
        Duration.ofSeconds(240),
        () -> {
          List<Thread> all = new ArrayList<>();
          for (int t = 0; t < threads; t++) {
            Thread thread =
                new Thread(
                    () -> {
                      for (int i = 0; i < kicks; i++) {
                        posted.incrementAndGet();
                        turn.runOrHandOff();
                      }
                    });
            all.add(thread);
            thread.start();
          }
          for (Thread thread : all) {
            thread.join();
          }
        });
    assertEquals((long) threads * kicks, seen.get());
    assertFalse(overlapped.get());
  }

  @Test
  void anErrorInTheWorkGivesTheTurnUp() {
    AtomicInteger rounds = new AtomicInteger();
    Turn turn =
        new Turn(
            new Turn.Work() {
              @Override
              public void work(Turn held) {
                if (rounds.incrementAndGet() == 1) {
                  throw new IllegalStateException("first round");
                }
              }

              @Override
              public void afterRelease() {}
            });
    assertThrows(IllegalStateException.class, turn::runOrHandOff);
    turn.runOrHandOff();
    assertEquals(2, rounds.get());
  }
}
