package org.dat4j.dat.spi.software.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnTest {

  @Test
  void workHandedOffIsDoneByTheHolderAndNeverNested() {
    List<String> log = new ArrayList<>();
    Turn[] self = new Turn[1];
    Turn.Work work =
        new Turn.Work() {
          @Override
          public void work(Turn turn) {
            log.add("work");
            if (log.size() < 3) {
              self[0].runOrHandOff();
              log.add("left");
            }
          }

          @Override
          public void afterRelease() {
            log.add("afterRelease");
          }
        };
    self[0] = new Turn(work);
    self[0].runOrHandOff();
    assertEquals(List.of("work", "left", "work", "afterRelease"), log);
  }

  @Test
  void noWorkIsLostAndNoTwoThreadsWorkAtOnce() {
    int threads = 4;
    int rounds = 50_000;
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
                      for (int i = 0; i < rounds; i++) {
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
    assertEquals((long) threads * rounds, seen.get());
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
