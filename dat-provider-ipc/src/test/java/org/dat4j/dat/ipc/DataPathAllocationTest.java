package org.dat4j.dat.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(240)
class DataPathAllocationTest {

  private static final int SIZE = 64;

  /** Most bytes that all threads may allocate: far below one per message. */
  private static final long BOUND = 20_000;

  @TempDir private Path folder;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long allocated() {
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  private static void take(Evd evd, boolean blocking, DatEvent event) {
    int result;
    do {
      result = blocking ? evd.await(1_000_000, 1, event) : evd.dequeue(event);
    } while (result != DatReturn.SUCCESS);
  }

  /** Receives and sends in turn; the side that begins sends first. */
  private static void play(DatConnection end, boolean begins, boolean blocking, int rounds) {
    DatEvent event = new DatEvent();
    Region memory = end.register(SIZE);
    for (int i = 0; i < rounds; i++) {
      end.ep().postRecv(memory.context(), memory.address(), SIZE, 1, CompletionFlags.DEFAULT);
      if (begins) {
        end.ep().postSend(memory.context(), memory.address(), SIZE, 2, CompletionFlags.SUPPRESS);
      }
      take(end.recvEvd(), blocking, event);
      if (!begins) {
        end.ep().postSend(memory.context(), memory.address(), SIZE, 2, CompletionFlags.SUPPRESS);
      }
    }
  }

  @ParameterizedTest(name = "{0}, {1} messages, blocking: {2}")
  @CsvSource({"spin=auto,20000,false", "spin=auto,20000,true", "spin=0,20000,true"})
  void messagesAndWaitsAllocateNothing(String settings, int rounds, boolean blocking)
      throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    try (AdapterPair pair = new AdapterPair(folder, settings)) {
      DatConnection[] ends = pair.connect();
      // The first runs may still be compiled; one of a few must be clean.
      long least = Long.MAX_VALUE;
      for (int i = 0; i < 5 && least > BOUND; i++) {
        long before = allocated();
        CompletableFuture<Void> other =
            CompletableFuture.runAsync(() -> play(ends[1], false, blocking, rounds));
        play(ends[0], true, blocking, rounds);
        other.join();
        least = Math.min(least, allocated() - before);
      }
      long bytes = least;
      assertTrue(bytes <= BOUND, () -> bytes + " bytes in " + rounds + " rounds");
      assertEquals(DatReturn.QUEUE_EMPTY, ends[0].recvEvd().dequeue(new DatEvent()));
    }
  }
}
