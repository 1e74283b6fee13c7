package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.util.DatConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections on which nothing happens take no processor. */
@Timeout(240)
class IdleTest {

  private static final int CONNECTIONS = 50;
  private static final int SECONDS = 2;
  private static final int SPANS = 5;

  /** Of the adapters' threads together, per second; a thread that spins would take 1000. */
  private static final double MAX_MILLIS = 5;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private static List<Thread> adapterThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("dat4j-"))
        .toList();
  }

  private long processorTime(List<Thread> of) {
    return of.stream().mapToLong(each -> Math.max(0, threads.getThreadCpuTime(each.getId()))).sum();
  }

  @Test
  void idleConnectionsTakeNoProcessor() {
    List<DatConnection> open = new ArrayList<>();
    try (AdapterPair pair = new AdapterPair("").connect()) {
      for (int i = 0; i < CONNECTIONS; i++) {
        pair.connectMore(open);
      }
      List<Thread> driving = new ArrayList<>(adapterThreads());
      driving.add(Thread.currentThread());
      assertTrue(driving.size() >= 3, "two loops and this thread: " + driving);
      expectNothingFor(1, pair);
      // An interruption of the machine may be charged to a thread; what spins, spins in every span.
      double millis = Double.MAX_VALUE;
      for (int i = 0; i < SPANS && millis > MAX_MILLIS; i++) {
        long before = processorTime(driving);
        expectNothingFor(SECONDS, pair);
        millis = (processorTime(driving) - before) / 1e6 / SECONDS;
      }
      assertTrue(millis <= MAX_MILLIS, millis + " ms of processor time per second");
    } finally {
      open.forEach(DatConnection::close);
    }
  }

  /** Waits as a program does that has nothing to do but wait. */
  private static void expectNothingFor(int seconds, AdapterPair pair) {
    long micros = TimeUnit.SECONDS.toMicros(seconds);
    assertEquals(DatReturn.TIMEOUT_EXPIRED, pair.client.recvEvd().await(micros, 1, pair.event));
  }
}
