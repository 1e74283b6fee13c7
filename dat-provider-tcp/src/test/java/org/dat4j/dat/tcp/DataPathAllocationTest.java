package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(240)
class DataPathAllocationTest {

  /** Most bytes that all threads may allocate: far below one per operation. */
  private static final long BOUND = 20_000;

  private final DatEvent event = new DatEvent();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long allocated() {
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  private void poll(Evd evd) {
    while (evd.dequeue(event) != DatReturn.SUCCESS) {
      Thread.onSpinWait();
    }
  }

  private void await(Evd evd) {
    while (evd.await(1_000_000, 1, event) != DatReturn.SUCCESS) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "on,100000,64,false",
    "on,10000,64,true",
    "on,10000,16384,false",
    "on,2000,300000,false",
    "on,1000,1048576,false",
    // The longer Writes go straight to their memory.
    "off,10000,16384,false",
    "off,2000,300000,false",
    "off,1000,1048576,false",
    "off,2000,300000,true",
  })
  void transfersAllocateNothing(String crc, int rounds, int size, boolean blocking) {
    try (AdapterPair pair = new AdapterPair("crc=" + crc).connect()) {
      Region out = pair.client.register(size);
      Region in = pair.server.register(size);
      run(pair, out, in, size, blocking, rounds / 2);
      // The first run after warm-up may still be compiled anew; one of a few must be clean.
      long least = Long.MAX_VALUE;
      for (int i = 0; i < 3 && least > BOUND; i++) {
        long before = allocated();
        run(pair, out, in, size, blocking, rounds);
        least = Math.min(least, allocated() - before);
      }
      long bytes = least;
      assertTrue(bytes <= BOUND, () -> bytes + " bytes in " + rounds + " rounds");
    }
  }

  private void run(
      AdapterPair pair, Region out, Region in, int size, boolean blocking, int rounds) {
    for (int i = 0; i < rounds; i++) {
      pair.receive(pair.server, in, 1);
      pair.client
          .ep()
          .postRdmaWrite(
              out.context(),
              out.address(),
              size,
              2,
              in.context(),
              in.address(),
              CompletionFlags.SUPPRESS);
      pair.client
          .ep()
          .postRdmaRead(
              out.context(),
              out.address(),
              size,
              3,
              in.context(),
              in.address(),
              CompletionFlags.SUPPRESS);
      pair.send(pair.client, out, size, 4);
      if (blocking) {
        await(pair.server.recvEvd());
        await(pair.client.requestEvd());
      } else {
        poll(pair.server.recvEvd());
        poll(pair.client.requestEvd());
      }
    }
  }
}
